"""Serve the pages like the app: small messages at once, large data as separate downloads."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from components.server.downloads.large_downloads import LARGE_DOWNLOADS
from components.server.tcp_nodelay import TcpNoDelay

app = st.App(
    Path(__file__).with_name("one_element.py"), routes=[LARGE_DOWNLOADS.route], middleware=[Middleware(TcpNoDelay)]
)
