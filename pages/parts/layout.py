"""The layout of a mode: the finding in one line, the figure below it, and a rail beside the figure.

A mode draws its figure where it is called. It states its finding with :func:`headline` and further sentences with
:func:`note`: two sentences appear beside the figure, the rest in a panel at the foot. Settings
(:mod:`pages.parts.settings`) are drawn in the rail; other notes are drawn inside :func:`notes_place`.
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
NOTHING_YET = "\N{NO-BREAK SPACE}"  # keeps the height of the line while there is no finding
NOTE_LIMIT = 2  # sentences beside a figure


@dataclass
class ModeLayout:
    """The containers of a mode: finding, figure, and the three parts of the rail.

    Attributes:
        finding: The line above the figure.
        figure: The figure.
        notes: Sentences in the rail.
        settings: Settings in the rail.
        extras: The end of the rail, for expanders.
        has_headline: Whether a headline was written.
        has_notes: Whether notes were written beside the figure.
        note_count: Number of sentences passed to :func:`note`.
        more: Sentences that did not fit beside the figure.
        text: Everything that was passed to :func:`headline` and :func:`note`.
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
    text: str = ""


_LAYOUT: ContextVar[ModeLayout | None] = ContextVar("stage", default=None)
_PANEL: ContextVar[DeltaGenerator | None] = ContextVar("panel", default=None)
_TITLE_ROW: ContextVar[DeltaGenerator | None] = ContextVar("title row", default=None)
_TILES: ContextVar[DeltaGenerator | None] = ContextVar("tiles", default=None)


@contextmanager
def mode_layout() -> Iterator[ModeLayout]:
    """Lay out the containers of a mode; inside the ``with`` block, elements are drawn in the figure."""
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
    """Write a finding: its first sentence above the figure, the others as notes."""
    layout = _LAYOUT.get()
    if layout is None:
        st.text(text)
        return
    first, rest = split_headline(text)
    layout.has_headline = True
    layout.text += f"{first} "
    layout.finding.text(first)
    note(rest)


def note(*texts: str) -> None:
    """Write further sentences: two of them beside the figure, the others in a panel at the foot."""
    layout = _LAYOUT.get()
    for text in filter(None, texts):
        if layout is None:
            st.text(text)
            continue
        layout.text += f"{text} "
        sentences = split_sentences(text)
        room = max(NOTE_LIMIT - layout.note_count, 0)
        layout.note_count += len(sentences)
        if room:
            layout.has_notes = True
            layout.notes.text(" ".join(sentences[:room]))
        if rest := " ".join(sentences[room:]):
            layout.more.append(rest)


def notes_place() -> AbstractContextManager[object]:
    """The container of notes, for a note drawn with other elements than text."""
    layout = _LAYOUT.get()
    if layout is None:
        return nullcontext()
    layout.has_notes = True
    return layout.notes


def has_notes() -> bool:
    """Whether the rail has notes already."""
    layout = _LAYOUT.get()
    return layout is not None and layout.has_notes


def settings_place() -> AbstractContextManager[object]:
    """Where a setting is drawn: in the panel that is open in the code, else in the rail, else in the page's flow."""
    panel, layout = _PANEL.get(), _LAYOUT.get()
    if panel is not None:
        return panel
    return nullcontext() if layout is None else layout.settings


def extras_place() -> AbstractContextManager[object]:
    """The end of the rail, for expanders that few visitors open."""
    layout = _LAYOUT.get()
    return nullcontext() if layout is None else layout.extras


@contextmanager
def draw_settings_in(panel: DeltaGenerator) -> Iterator[None]:
    """Draw inside ``panel``, settings included."""
    before = _PANEL.set(panel)
    try:
        with panel:
            yield
    finally:
        _PANEL.reset(before)


def below_setting(key: str) -> AbstractContextManager[object]:
    """The place below the setting that was drawn last, for messages about it; where settings are hidden, the figure."""
    if hides_controls():
        return nullcontext()
    with settings_place():
        return draw_settings_in(st.container(key=key, gap=None))


@contextmanager
def settings_expander(label: str, *, key: str) -> Iterator[None]:
    """A closed expander for settings; no expander in pages that hide settings."""
    if hides_controls():
        yield
        return
    with extras_place():
        panel = st.expander(label, key=key)
    with draw_settings_in(panel):
        yield


@contextmanager
def draw_model_lists_in(title_row: DeltaGenerator) -> Iterator[None]:
    """Inside the ``with`` block, draw lists of models in the title's row."""
    before = _TITLE_ROW.set(title_row)
    try:
        yield
    finally:
        _TITLE_ROW.reset(before)


def title_row() -> DeltaGenerator | None:
    """The title's row inside :func:`draw_model_lists_in`; None elsewhere."""
    return _TITLE_ROW.get()


def set_tiles_place(place: DeltaGenerator | None) -> None:
    """Set the container of the sentence's tiles; None for the page's flow."""
    _TILES.set(place)


def tiles_place() -> AbstractContextManager[object]:
    """The container of the sentence's tiles."""
    place = _TILES.get()
    return nullcontext() if place is None else place
