"""Presentation options in the link.

``?present=1`` is projector mode: large type, no navigation and no foot. ``?hide=controls`` shows results without
settings. ``?guess=1`` asks visitors for a guess before it shows the answer.
"""

from urllib.parse import SplitResult, urlsplit

import streamlit as st

# Streamlit measures in rem: everything grows with the type, the empty space above a page too, which is wanted below.
# No text is smaller than 24 pixels on a screen of 1920 by 1080: components read --least-type. The presenter's bar
# enlarges charts, and components that read --picture-zoom (presenter_bar.js).
LARGE = (
    "<style>html { font-size: clamp(22px, 1.46vw, 44px); --least-type: clamp(16px, 1.25vw, 38px); }"
    " .stMainBlockContainer { padding: 0.5rem 2rem calc(48px + var(--tour-height, 0px)); margin-bottom: 0; }"
    " .stAppHeader { display: none; } .st-key-figure, .st-key-figure .stBidiComponent { min-height: 0 !important; }"
    ' [data-testid="stCaptionContainer"] :is(p, li) { font-size: 0.9rem; }'
    # Streamlit draws a chart as wide as what holds it, which has to be the narrower the more the chart is enlarged.
    ' .st-key-figure [data-testid="stElementContainer"]:has(.stVegaLiteChart)'
    " { width: calc(100% / var(--chart-zoom, 1)); }"
    " .st-key-figure .stVegaLiteChart { zoom: var(--chart-zoom, 1); }"
    ' .st-key-finding [data-testid="stText"] { font-size: 1.3rem; }'
    # A page without a picture of its own: its words are what the last row reads.
    ' .st-key-end-of-tour :is(p, [data-testid="stText"]) { font-size: 1.4rem; line-height: 1.4; }'
    " .st-key-end-of-tour h3 { font-size: 2.2rem; }"
    # B blacks the screen, so that an audience looks at the lecturer (presenter_bar.js).
    ' html[data-black]::after { content: ""; position: fixed; inset: 0; background: #000; z-index: 1000000; }</style>'
)


def is_presenting() -> bool:
    """Whether the page is in projector mode."""
    return st.query_params.get("present") == "1"


def hides_controls() -> bool:
    """Whether settings are hidden, by the link or by projector mode."""
    return is_presenting() or st.query_params.get("hide") == "controls"


def asks_for_guess() -> bool:
    """Whether visitors are asked for a guess before the answer is shown."""
    return st.query_params.get("guess") == "1"


def page_url() -> SplitResult:
    """The address of this page in the visitor's browser; empty if Streamlit does not know it."""
    return urlsplit(st.context.url or "")


def app_root() -> str:
    """The path at which the app's addresses begin, with a slash at its end."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/" if base else "/"


def apply_large_type() -> None:
    """Enlarge everything, in projector mode, so that the last row can read it."""
    if is_presenting():
        st.html(LARGE)
