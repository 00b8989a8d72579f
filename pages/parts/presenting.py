"""Presentation options in the link.

``?present=1`` is projector mode: large type, no navigation and no foot. ``?hide=controls`` shows results without
settings. ``?guess=1`` asks visitors for a guess before it shows the answer.
"""

from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import streamlit as st

from components.tours.tour import PACKED_PREFIX

GUESS = "guess"


def _style(name: str) -> str:
    return f"<style>{Path(__file__).with_name(name).read_text(encoding='utf-8')}</style>"


# Streamlit measures in rem: everything grows with the type, the empty space above a page too, which is wanted below.
# No text is smaller than 24 pixels on a screen of 1920 by 1080: components read --least-type. The presenter's bar
# enlarges charts, and components that read --picture-zoom, and on a tour makes all of a figure smaller that would reach
# below it (fitting.js).
LARGE = _style("projector.css")

# In a room the answer is the largest text, below the room's question. However much a chart is enlarged, its titles are
# smaller than the answer. At a stop, where charts are made to fit, titles of a fixed size would make the others grow.
ROOM = _style("projector_room.css")

# A stop of a tour is one picture: on a low screen the type is what it is on a high one, as a share of the height. The
# question and the sentence that it is about are the largest text, the address to type is read from the last row. What
# one could do with a mouse is not said (--hint-display): the height belongs to the picture.
STOP = _style("projector_stop.css")

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
