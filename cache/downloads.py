"""One desk for downloads and one probe of the hub in a server process, shared by all its visitors."""

import streamlit as st

from components.model.availability import HubProbe
from components.model.download import DownloadDesk


@st.cache_resource(max_entries=1, show_spinner=False)
def download_desk() -> DownloadDesk:
    """Every download of this process."""
    return DownloadDesk()


@st.cache_resource(max_entries=1, show_spinner=False)
def hub_probe() -> HubProbe:
    """Whether the hub answers. Making it connects to nothing."""
    return HubProbe()
