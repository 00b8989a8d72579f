"""The layout of a view: its answer in one line, the figure, one line to try, and the drawer "Why?".

A mode draws its figure where it is called. It states its answer with :func:`headline`, says with :func:`try_this` what
a visitor can do, and leaves everything else to the drawer: further sentences (:func:`note`), settings that few
visitors need (:func:`rare_settings`), tables and second figures (:func:`in_drawer`). Other settings
(:mod:`pages.parts.settings`) stand beside the figure, which is as wide as the page where there are none.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.charts.filling import fill_window
from components.widgets.custom_element import DrawnFigure, drawn_figures
from pages.parts.presenting import hides_controls, is_presenting
from pages.parts.sentences import split_headline

BOX = ".st-key-sentence-box input"  # of the sentence, as a CSS selector
WIDTHS = (2.9, 1)  # of the figure and of the settings beside it
NOTHING_YET = "\N{NO-BREAK SPACE}"  # keeps the height of the line while there is no answer
DRAWER = "why"  # the key of the drawer
TABS = ("How it is computed", "What it does not show", "Sources")
EXPORT = "export"  # in the link: whether the drawer opens at files and code


@dataclass(frozen=True)
class Drawer:
    """The containers of the drawer "Why?".

    Attributes:
        is_open: Whether it is open; prose and tables are drawn only then.
        settings: Settings that few visitors need; they count while the drawer is closed, too.
        how: The tab on how the numbers are computed.
        limits: The tab on what they do not show.
        sources: The tab with sources, files, code and models.
    """

    is_open: bool
    settings: DeltaGenerator
    how: DeltaGenerator
    limits: DeltaGenerator
    sources: DeltaGenerator


@dataclass
class ModeLayout:
    """The containers of a mode: its answer, the figure, settings beside it, and what is below.

    Attributes:
        finding: The line above the figure.
        figure: The figure.
        settings: Settings beside the figure.
        below: The line below the figure.
        drawer: The drawer; None in projector mode.
        answer: The answer; empty until one was written.
        parts: What fills the drawer for further figures of the mode.
        text: Everything that was passed to :func:`headline` and :func:`note`.
        notes: What was passed to :func:`note`.
        figures: The figures that an exported page can show.
    """

    finding: DeltaGenerator
    figure: DeltaGenerator
    settings: DeltaGenerator
    below: DeltaGenerator
    drawer: Drawer | None
    answer: str = ""
    parts: list[Callable[[Drawer], None]] = field(default_factory=list)
    text: str = ""
    notes: list[str] = field(default_factory=list)
    figures: list[DrawnFigure] = field(default_factory=list)


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
    below = st.container(horizontal=True, vertical_alignment="center", key="try-this")
    layout = ModeLayout(finding, figure, rail, below, None if is_presenting() else _drawer())
    before = _LAYOUT.set(layout)
    try:
        with figure, drawn_figures(layout.figures):
            yield layout
    finally:
        if not layout.answer:
            finding.text(NOTHING_YET)
        _LAYOUT.reset(before)


def _drawer() -> Drawer:
    """Draw the drawer's button and its empty tabs. It starts open if the link names something in it."""
    parameters = st.query_params.to_dict()
    st.session_state.setdefault(DRAWER, "true" in parameters.values())
    with st.container(key="foot"):
        panel = st.expander("Why?", key=DRAWER, on_change="rerun", type="compact")
        first = TABS[-1] if parameters.get(EXPORT) == "true" else TABS[0]
        how, limits, sources = panel.tabs(TABS, default=first)
    settings = how.container(key="drawer-settings")
    return Drawer(bool(panel.open), settings, how.container(key="drawer-how"), limits, sources)


def draw_chart(chart: Any, *, key: str, alt: str, place: DeltaGenerator | None = None, **settings: Any) -> None:
    """Draw a chart as the figure of a mode, as high as the window allows. On a projector the whole figure is enlarged.

    Args:
        chart: A chart of Altair, or a specification of Vega-Lite.
        key: Of the element.
        alt: What it shows, for those who do not see it.
        place: Where; None for here.
        **settings: As for :func:`st.altair_chart`.
    """
    shown = chart if is_presenting() else fill_window(chart)
    where = st if place is None else place
    draw = where.vega_lite_chart if isinstance(chart, dict) else where.altair_chart
    draw(shown, key=key, alt=alt, **settings)


def headline(text: str) -> None:
    """Write the answer: its first sentence above the figure, the others in the drawer."""
    layout = _LAYOUT.get()
    if layout is None:
        st.text(text)
        return
    first, rest = split_headline(text)
    layout.answer = layout.answer or first
    layout.text += f"{first} "
    layout.finding.text(first)
    note(rest)


def note(*texts: str) -> None:
    """Write further sentences, which stand in the drawer."""
    layout = _LAYOUT.get()
    for text in filter(None, texts):
        if layout is None:
            st.text(text)
            continue
        layout.text += f"{text} "
        layout.notes.append(text)
        if layout.drawer is not None and layout.drawer.is_open:
            layout.drawer.how.text(text)


def try_this(text: str) -> None:
    """Write one thing to do below the figure, as a request: "Change a word far from the blank."."""
    layout = _LAYOUT.get()
    if layout is not None and not hides_controls():
        layout.below.text(f"Try this: {text[0].lower()}{text[1:]}")


def in_drawer(title: str, draw: Callable[[], object]) -> None:
    """Draw something in the drawer, below a title, while the drawer is open. A link may name it by its title."""
    layout = _LAYOUT.get()
    if layout is not None and layout.drawer is not None and layout.drawer.is_open:
        key = f"part-{'-'.join(title.lower().split())}" if title else None
        with layout.drawer.how.container(key=key), drawn_figures([]):
            if title:
                st.markdown(f"**{title}**")
            draw()


def add_part(fill: Callable[[Drawer], None]) -> None:
    """Fill the drawer with ``fill``, too, once it is filled for the mode's figure, if it is open then."""
    layout = _LAYOUT.get()
    if layout is not None:
        layout.parts.append(fill)


def drawer_place() -> AbstractContextManager[object] | None:
    """The drawer's first tab, for elements that are drawn whether it is open or not; None in projector mode."""
    layout = _LAYOUT.get()
    if layout is None:
        return nullcontext()
    return None if layout.drawer is None else layout.drawer.how


@contextmanager
def rare_settings() -> Iterator[None]:
    """Draw settings in the drawer. They count, and stay in the link, while it is closed."""
    layout = _LAYOUT.get()
    if hides_controls() or layout is None or layout.drawer is None:
        yield
        return
    with draw_settings_in(layout.drawer.settings):
        yield


def settings_place() -> AbstractContextManager[object]:
    """Where a setting is drawn: in the panel that the code has opened, else beside the figure, else in the flow."""
    panel, layout = _PANEL.get(), _LAYOUT.get()
    if panel is not None:
        return panel
    return nullcontext() if layout is None else layout.settings


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
