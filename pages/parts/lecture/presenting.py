"""A room in front of an audience, set by its link.

``?present=1`` is for a projector: large type and nothing beside the matter. ``?hide=controls`` shows a result and no
settings. ``?guess=1`` asks visitors before the answer shows.
"""

from urllib.parse import SplitResult, urlsplit

import streamlit as st

# Streamlit measures in rem: everything grows with the type, the empty space above a page too, which is wanted below.
LARGE = (
    "<style>html { font-size: 22px; } .stMainBlockContainer { padding-top: 0.5rem; padding-bottom: 48px; }"
    " .stAppHeader { display: none; }"
    ' .st-key-finding [data-testid="stText"] { font-size: 28px; }</style>'
)


def presenting() -> bool:
    """Whether this page is on a projector."""
    return st.query_params.get("present") == "1"


def controls_hidden() -> bool:
    """Whether the settings are left away: by a teacher's link, or because an audience sees the page."""
    return presenting() or st.query_params.get("hide") == "controls"


def guess_first() -> bool:
    """Whether visitors are asked for a guess before they see the answer."""
    return st.query_params.get("guess") == "1"


def page_url() -> SplitResult:
    """The address of this page as the visitor's browser knows it; empty where nobody says."""
    return urlsplit(st.context.url or "")


def app_root() -> str:
    """Where the app's own addresses begin."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/" if base else "/"


def large_type() -> None:
    """Make everything readable from the last row, if this page is being presented."""
    if presenting():
        st.html(LARGE)
