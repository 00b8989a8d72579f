"""The address of this computer in its network, and how the server is started so that other devices reach it."""

import socket

import streamlit as st
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

_ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation (RFC 5737); nothing is sent there
_EVERYWHERE = {None, "", "0.0.0.0", "::"}  # values of server.address


def lan_address() -> str:
    """This computer's address in its network; "" without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)  # chooses the interface and sends nothing
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith(("127.", "0.")) else address


def start_command(host: str) -> str:
    """The command that starts a server which other devices reach as ``host``; "" if this one is such a server."""
    is_open = st.get_option("server.address") in _EVERYWHERE and is_host_allowed(host)
    return "" if is_open else f"python3 launch.py run --server.address 0.0.0.0 --server.allowedHosts {host}"
