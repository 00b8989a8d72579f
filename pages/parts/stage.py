"""Where a mode draws: its finding in one line, the figure below it, and a rail beside the figure.

A mode draws its figure as it goes. What it found it says by :func:`headline`, and what else there is to say by
:func:`note`: two sentences stand beside the figure, the others behind the line at the foot. Settings find their way
into the rail by themselves (:mod:`pages.parts.settings`); what else belongs there is drawn inside :func:`beside`.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts.lecture.presenting import controls_hidden
from pages.parts.sentences import parted, sentences_of

BOX = ".st-key-sentence-box input"  # of the sentence, as a CSS selector
WIDTHS = (2.9, 1)  # of the figure and of the rail
NOTHING_YET = "\N{NO-BREAK SPACE}"  # keeps the place of a finding
MOST_NOTES = 2  # sentences beside a figure


@dataclass
class Stage:
    """The places of a mode: finding, figure, and the three parts of the rail.

    Attributes:
        said: Whether the finding is known.
        occupied: Whether something stands beside the figure.
        noted: Sentences that were noted.
        more: What there was no room for beside the figure.
    """

    finding: DeltaGenerator
    figure: DeltaGenerator
    notes: DeltaGenerator
    settings: DeltaGenerator
    extras: DeltaGenerator
    said: bool = False
    occupied: bool = False
    noted: int = 0
    more: list[str] = field(default_factory=list)


_STAGE: ContextVar[Stage | None] = ContextVar("stage", default=None)
_PANEL: ContextVar[DeltaGenerator | None] = ContextVar("panel", default=None)
_TITLE_ROW: ContextVar[DeltaGenerator | None] = ContextVar("title row", default=None)
_TILES: ContextVar[DeltaGenerator | None] = ContextVar("tiles", default=None)


@contextmanager
def on_stage() -> Iterator[Stage]:
    """Lay out the places of a mode; what is drawn inside is its figure."""
    finding = st.container(key="finding")
    if controls_hidden():
        figure, rail = st.container(key="figure"), st.container(key="rail")
    else:
        left, right = st.columns(WIDTHS, gap="medium")
        figure, rail = left.container(key="figure"), right.container(key="rail")
    with rail:
        settings, notes = st.container(key="rail-settings"), st.container(key="rail-notes")
        extras = st.container(key="rail-extras")
    stage = Stage(finding, figure, notes, settings, extras)
    before = _STAGE.set(stage)
    try:
        with figure:
            yield stage
    finally:
        if not stage.said:
            finding.text(NOTHING_YET)
        _STAGE.reset(before)


def headline(text: str) -> None:
    """Say what a mode has found: the first sentence above the figure; the others are notes."""
    at = _STAGE.get()
    if at is None:
        st.text(text)
        return
    first, rest = parted(text)
    at.said = True
    at.finding.text(first)
    note(rest)


def note(*texts: str) -> None:
    """Say what else there is to say about the figures: two sentences beside them, the others behind the foot line."""
    at = _STAGE.get()
    for text in filter(None, texts):
        if at is None:
            st.text(text)
            continue
        sentences = sentences_of(text)
        room = max(MOST_NOTES - at.noted, 0)
        at.noted += len(sentences)
        if room:
            at.occupied = True
            at.notes.text(" ".join(sentences[:room]))
        if rest := " ".join(sentences[room:]):
            at.more.append(rest)


def beside() -> AbstractContextManager[object]:
    """The part of the rail that says what to notice."""
    at = _STAGE.get()
    if at is None:
        return nullcontext()
    at.occupied = True
    return at.notes


def says_enough() -> bool:
    """Whether something stands beside the figure already."""
    at = _STAGE.get()
    return at is not None and at.occupied


def settings_place() -> AbstractContextManager[object]:
    """Where a setting is drawn: in the panel that is being filled, else in the rail, else where the page is."""
    panel, at = _PANEL.get(), _STAGE.get()
    if panel is not None:
        return panel
    return nullcontext() if at is None else at.settings


def extras_place() -> AbstractContextManager[object]:
    """The end of the rail, for what few will open."""
    at = _STAGE.get()
    return nullcontext() if at is None else at.extras


@contextmanager
def settings_in(panel: DeltaGenerator) -> Iterator[None]:
    """Draw inside a panel, settings too."""
    before = _PANEL.set(panel)
    try:
        with panel:
            yield
    finally:
        _PANEL.reset(before)


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


@contextmanager
def lists_in(title_row: DeltaGenerator) -> Iterator[None]:
    """Draw the lists of models that are asked for inside beside the title."""
    before = _TITLE_ROW.set(title_row)
    try:
        yield
    finally:
        _TITLE_ROW.reset(before)


def title_row() -> DeltaGenerator | None:
    """The place beside the title, where a list of models is asked for there."""
    return _TITLE_ROW.get()


def keep_tiles(place: DeltaGenerator | None) -> None:
    """From now on the tiles of the sentence stand there."""
    _TILES.set(place)


def tiles_place() -> AbstractContextManager[object]:
    """Where the tiles of the sentence stand."""
    place = _TILES.get()
    return nullcontext() if place is None else place
