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

from pages.parts.presenting import hides_controls
from pages.parts.sentences import split_headline, split_sentences

BOX = ".st-key-sentence-box input"  # of the sentence, as a CSS selector
WIDTHS = (2.9, 1)  # of the figure and of the rail
NOTHING_YET = "\N{NO-BREAK SPACE}"  # keeps the place of a finding
NOTE_LIMIT = 2  # sentences beside a figure


@dataclass
class ModeLayout:
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
    has_headline: bool = False
    has_notes: bool = False
    note_count: int = 0
    more: list[str] = field(default_factory=list)


_LAYOUT: ContextVar[ModeLayout | None] = ContextVar("stage", default=None)
_PANEL: ContextVar[DeltaGenerator | None] = ContextVar("panel", default=None)
_TITLE_ROW: ContextVar[DeltaGenerator | None] = ContextVar("title row", default=None)
_TILES: ContextVar[DeltaGenerator | None] = ContextVar("tiles", default=None)


@contextmanager
def mode_layout() -> Iterator[ModeLayout]:
    """Lay out the places of a mode; what is drawn inside is its figure."""
    finding = st.container(key="finding")
    if hides_controls():
        figure, rail = st.container(key="figure"), st.container(key="rail")
    else:
        left, right = st.columns(WIDTHS, gap="medium")
        figure, rail = left.container(key="figure"), right.container(key="rail")
    with rail:
        settings, notes = st.container(key="rail-settings"), st.container(key="rail-notes")
        extras = st.container(key="rail-extras")
    stage = ModeLayout(finding, figure, notes, settings, extras)
    before = _LAYOUT.set(stage)
    try:
        with figure:
            yield stage
    finally:
        if not stage.has_headline:
            finding.text(NOTHING_YET)
        _LAYOUT.reset(before)


def headline(text: str) -> None:
    """Say what a mode has found: the first sentence above the figure; the others are notes."""
    layout = _LAYOUT.get()
    if layout is None:
        st.text(text)
        return
    first, rest = split_headline(text)
    layout.has_headline = True
    layout.finding.text(first)
    note(rest)


def note(*texts: str) -> None:
    """Say what else there is to say about the figures: two sentences beside them, the others behind the foot line."""
    layout = _LAYOUT.get()
    for text in filter(None, texts):
        if layout is None:
            st.text(text)
            continue
        sentences = split_sentences(text)
        room = max(NOTE_LIMIT - layout.note_count, 0)
        layout.note_count += len(sentences)
        if room:
            layout.has_notes = True
            layout.notes.text(" ".join(sentences[:room]))
        if rest := " ".join(sentences[room:]):
            layout.more.append(rest)


def notes_place() -> AbstractContextManager[object]:
    """The part of the rail that says what to notice."""
    layout = _LAYOUT.get()
    if layout is None:
        return nullcontext()
    layout.has_notes = True
    return layout.notes


def has_notes() -> bool:
    """Whether something stands beside the figure already."""
    layout = _LAYOUT.get()
    return layout is not None and layout.has_notes


def settings_place() -> AbstractContextManager[object]:
    """Where a setting is drawn: in the panel that is being filled, else in the rail, else where the page is."""
    panel, layout = _PANEL.get(), _LAYOUT.get()
    if panel is not None:
        return panel
    return nullcontext() if layout is None else layout.settings


def extras_place() -> AbstractContextManager[object]:
    """The end of the rail, for what few will open."""
    layout = _LAYOUT.get()
    return nullcontext() if layout is None else layout.extras


@contextmanager
def draw_settings_in(panel: DeltaGenerator) -> Iterator[None]:
    """Draw inside a panel, settings too."""
    before = _PANEL.set(panel)
    try:
        with panel:
            yield
    finally:
        _PANEL.reset(before)


@contextmanager
def settings_expander(label: str, *, key: str) -> Iterator[None]:
    """A panel, folded away, for settings; where those are hidden there is none."""
    if hides_controls():
        yield
        return
    with extras_place():
        panel = st.expander(label, key=key)
    with draw_settings_in(panel):
        yield


@contextmanager
def draw_model_lists_in(title_row: DeltaGenerator) -> Iterator[None]:
    """Draw the lists of models that are asked for inside beside the title."""
    before = _TITLE_ROW.set(title_row)
    try:
        yield
    finally:
        _TITLE_ROW.reset(before)


def title_row() -> DeltaGenerator | None:
    """The place beside the title, where a list of models is asked for there."""
    return _TITLE_ROW.get()


def set_tiles_place(place: DeltaGenerator | None) -> None:
    """From now on the tiles of the sentence stand there."""
    _TILES.set(place)


def tiles_place() -> AbstractContextManager[object]:
    """Where the tiles of the sentence stand."""
    place = _TILES.get()
    return nullcontext() if place is None else place
