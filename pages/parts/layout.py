"""Where settings stand: nothing of that is left where a link hides them."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.parts.lecture.presenting import controls_hidden
from pages.parts.stage import extras_place, sentences_of, settings_in

MOST_SENTENCES = 2


@contextmanager
def folded(label: str, *, key: str) -> Iterator[None]:
    """A panel, folded away, for settings; where those are hidden there is none."""
    if controls_hidden():
        yield
        return
    with extras_place():
        panel = st.expander(label, key=key)
    with settings_in(panel):
        yield


def told(*texts: str, key: str) -> None:
    """What was found, in words: two sentences, and the others folded away."""
    first, *others = (text for text in texts if text)
    sentences = sentences_of(first)
    st.text(" ".join(sentences[:MOST_SENTENCES]))
    rest = [*filter(None, [" ".join(sentences[MOST_SENTENCES:])]), *others]
    if rest:
        with st.expander("More in words", key=key):
            for text in rest:
                st.text(text)
