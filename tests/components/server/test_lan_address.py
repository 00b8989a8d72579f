"""What a lecturer is to start, so that phones reach the server."""

import socket
from collections.abc import Iterator

import pytest
from streamlit import config

from components.server import lan_address
from components.server.lan_address import start_command

OPTIONS = ("server.address", "server.allowedHosts")


@pytest.fixture(autouse=True)
def options() -> Iterator[None]:
    before = {name: config.get_option(name) for name in OPTIONS}
    yield
    for name, value in before.items():
        config.set_option(name, value)


@pytest.mark.parametrize(
    ("address", "hosts", "is_open"),
    [
        ("127.0.0.1", ["localhost"], False),
        ("0.0.0.0", ["localhost"], False),
        ("127.0.0.1", ["192.168.1.20"], False),
        ("0.0.0.0", ["192.168.1.20"], True),
        ("0.0.0.0", [], True),
    ],
)
def test_a_server_that_phones_do_not_reach_is_started_with_the_name_that_they_use(
    address: str, hosts: list[str], is_open: bool
) -> None:
    config.set_option("server.address", address)
    config.set_option("server.allowedHosts", hosts)
    command = start_command("192.168.1.20")
    assert (command == "") is is_open
    if command:
        assert command.endswith("--server.address 0.0.0.0 --server.allowedHosts 192.168.1.20")


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert lan_address.lan_address() == ""
