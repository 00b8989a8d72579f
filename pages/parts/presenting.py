"""Presentation options in the link.

``?present=1`` is projector mode: large type, no navigation and no foot. ``?hide=controls`` shows results without
settings. ``?guess=1`` asks visitors for a guess before it shows the answer.
"""

from urllib.parse import SplitResult, urlsplit

import streamlit as st

from components.tours.tour import PACKED_PREFIX

GUESS = "guess"

# Streamlit measures in rem: everything grows with the type, the empty space above a page too, which is wanted below.
# No text is smaller than 24 pixels on a screen of 1920 by 1080: components read --least-type. The presenter's bar
# enlarges charts, and components that read --picture-zoom, and on a tour makes all of a figure smaller that would reach
# below it (fitting.js).
LARGE = (
    "<style>html { font-size: clamp(22px, 1.46vw, 44px); --least-type: clamp(16px, 1.25vw, 38px); }"
    " .stMainBlockContainer { padding: 0.5rem 2rem calc(48px + var(--tour-height, 0px)); margin-bottom: 0; }"
    " .stAppHeader { display: none; } .st-key-figure, .st-key-figure .stBidiComponent { min-height: 0 !important; }"
    ' [data-testid="stCaptionContainer"] :is(p, li) { font-size: 0.9rem; }'
    # Streamlit draws a chart as wide as what holds it, which has to be the narrower the more the chart is enlarged.
    ' .st-key-figure [data-testid="stElementContainer"]:has(.stVegaLiteChart)'
    " { width: calc(100% / var(--chart-zoom, 1)); max-width: none; }"
    " .st-key-figure .stVegaLiteChart svg { max-width: none !important; }"
    " .st-key-figure .stVegaLiteChart { zoom: calc(var(--chart-zoom, 1) / var(--whole-zoom, 1)); }"
    " :is(.st-key-figure, .st-key-stop-slide) { zoom: var(--whole-zoom, 1); }"
    # A question is seen once it has been made to fit (fitting.js), and in any case after a moment.
    " .st-key-stop-slide:not([data-fitted]) { animation: until-fitted 0.3s step-end; }"
    " @keyframes until-fitted { from { opacity: 0; } }"
    # Its buttons would stand in the middle of it, and are not needed: it fills the screen.
    ' .st-key-figure :has(> .stVegaLiteChart) > [data-testid="stElementToolbar"] { display: none; }'
    ' .st-key-finding [data-testid="stText"] { font-size: 1.3rem; }'
    " .st-key-figure .stTable :is(td, th) { padding-block: 0.45rem; }"
    # The height belongs to the charts below two lines of code.
    " .st-key-figure .stCode pre { padding-block: 0.4rem; }"
    ' .st-key-figure .stColumn [data-testid="stVerticalBlock"]:has(.stCode) { gap: 0.4rem; }'
    # A page without a picture of its own: its words are what the last row reads.
    ' .st-key-end-of-tour :is(p, [data-testid="stText"]) { font-size: 1.4rem; line-height: 1.3; }'
    " .st-key-end-of-tour h3 { padding-block: 0.3rem 0.6rem; font-size: 1.7rem; } .st-key-end-of-tour { gap: 0.5rem; }"
    # B blacks the screen, so that an audience looks at the lecturer (presenter_bar.js).
    ' html[data-black]::after { content: ""; position: fixed; inset: 0; background: #000; z-index: 1000000; }</style>'
)

# In a room the answer is the largest text, below the room's question. However much a chart is enlarged, its titles are
# smaller than the answer. At a stop, where charts are made to fit, titles of a fixed size would make the others grow.
ROOM = (
    '<style>.st-key-finding [data-testid="stText"] { font-size: 1.75rem; }'
    " .st-key-figure .stVegaLiteChart svg :is(.role-title, .role-axis-title, .role-legend-title) text"
    " { font-size: calc(max(1.1rem, var(--least-type)) / var(--chart-zoom, 1)); }"
    ' .st-key-room-question [data-testid="stText"] { font-size: var(--least-type); line-height: 1.2; opacity: 0.8; }'
    "</style>"
)

# A stop of a tour is one picture: on a low screen the type is what it is on a high one, as a share of the height. The
# question and the sentence that it is about are the largest text, the address to type is read from the last row. What
# one could do with a mouse is not said (--hint-display): the height belongs to the picture.
STOP = (
    "<style>html { font-size: clamp(16px, min(1.46vw, 2.6vh), 44px); --question-type: 2.1rem; --hint-display: none;"
    " }"
    " .stMain:has(.st-key-stop-question) .st-key-sentence-line { display: none; } .st-key-figure { gap: 0.3rem; }"
    ' .st-key-stop-sentence [data-testid="stText"] { font-weight: 400; }'
    " .st-key-stop-question { max-width: none !important; padding-block: 0.4rem !important; }"
    ' .st-key-stop-question [data-testid="stText"] { line-height: 1.25; }'
    " .st-key-stop-slide h3 { padding: 0; font-size: 1.6rem; }"
    # What the audience is to do now, and what it has answered
    " .st-key-stop-slide .stMarkdown p { font-size: 1.5rem; }"
    ' .st-key-stop-slide :is([data-testid="stCaptionContainer"], [data-testid="stMetricLabel"]) p'
    " { font-size: 1.1rem; }"
    ' .st-key-outcome :is([data-testid="stText"], .votes) { font-size: 1.1rem; }'
    ' .st-key-slide-address [data-testid="stText"] { font-size: max(60px, 4.2vw); font-weight: 600; line-height: 1.2; }'
    " .st-key-slide-address { gap: 0; text-align: center; }"
    # The indices of a formula have 0.7 of its size.
    " .katex { font-size: max(1.21em, 23px); }"
    # The home page has two columns: what a class answered takes the height of one of them.
    " :is(.st-key-ask, .st-key-outcome) { gap: 0.45rem; }"
    ' .st-key-outcome :is([data-testid="stCaptionContainer"] p, [data-testid="stText"]) { line-height: 1.3; }</style>'
)

# In a view that does not read the sentence, people would look for what it has to do with the figure.
UNREAD_SENTENCE = "<style>:is(.st-key-sentence-line, .st-key-sentence-note) { display: none; }</style>"


def is_presenting() -> bool:
    """Whether the page is in projector mode."""
    return st.query_params.get("present") == "1"


def end_presenting() -> None:
    """Leave projector mode from the next run on."""
    st.query_params.pop("present", None)


def presents_stop() -> bool:
    """Whether the page shows a stop of a tour on a projector."""
    return is_presenting() and "tour" in st.query_params


def hide_unread_sentence() -> None:
    """Hide the room's sentence. Call this in views that do not read it."""
    st.html(UNREAD_SENTENCE)


def shows_one_picture() -> bool:
    """Whether a view leaves out what the stop of a bundled tour can do without, in projector mode.

    Several pictures would have to be made so small that nobody could read their letters. A tour of one's own keeps them
    all: its question may be about any of them.
    """
    return presents_stop() and not st.query_params["tour"].startswith(PACKED_PREFIX)


def hides_controls() -> bool:
    """Whether settings are hidden, by the link or by projector mode."""
    return is_presenting() or st.query_params.get("hide") == "controls"


def asks_for_guess() -> bool:
    """Whether visitors are asked for a guess before the answer is shown."""
    return st.query_params.get(GUESS) == "1"


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
        st.html(STOP if presents_stop() else ROOM)
