"""The frame of every room, drawn in this one place: title, inputs, modes, finding, figure, rail and foot.

A room declares itself (:class:`RoomPage`), and a mode draws its figure and returns what it found. What a changed word
changes is one fragment: nothing else of the page runs or is sent again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts.errors import show_errors
from pages.parts.examples import Examples
from pages.parts.findings import Findings, conclude
from pages.parts.layout import draw_model_lists_in, has_notes, mode_layout, notes_place, set_tiles_place
from pages.parts.lecture.classes import clear_class_question, share_page
from pages.parts.lecture.present_panel import present_panel
from pages.parts.lecture.presenter import draw_presenter_bar
from pages.parts.lecture.tour_stop import is_on_tour
from pages.parts.links.address import keep_in_address
from pages.parts.links.carried_over import restore_carried, save_carried
from pages.parts.links.notes import begin_page_run, link_notes
from pages.parts.live import is_live
from pages.parts.modes import Mode, chosen_mode, mode_choice
from pages.parts.presenting import apply_large_type, is_presenting
from pages.parts.rooms import Room
from pages.parts.sentence.box import SENTENCE, SentenceBox

Chosen = TypeVar("Chosen")
Inputs = TypeVar("Inputs")
Context = TypeVar("Context")
_STYLE = (Path(__file__).with_suffix(".css")).read_text(encoding="utf-8")


class DrawFunction(Protocol):
    """Draws a part of a page."""

    def __call__(self, *, live: bool) -> None:
        """Draw it, by models that can be asked now or from what was computed beforehand."""


@dataclass(frozen=True)
class RoomPage(Generic[Chosen, Inputs, Context]):
    """A room.

    Attributes:
        room: Its name and its place.
        lead: A sentence about it, for who points at its title.
        examples: To start from; changed by arrow keys on a projector.
        modes: Ways of looking; the room opens with the first.
        choose: Draws lists of models beside the title, and returns the choice; None where the page has to end there.
        ask: Draws what else a visitor chooses, the sentence first; None where the page has to end there.
        context: What a mode starts from, once models can be asked.
        beforehand: As long as they cannot, draws what was computed beforehand, or returns what a mode can show of it.
        sentence: The box of the sentence, where it goes with a visitor from room to room.
    """

    room: Room
    lead: str
    examples: Examples[Any]
    modes: Sequence[Mode[Context]]
    choose_models: Callable[[], Chosen | None]
    read_inputs: Callable[[Chosen], Inputs | None]
    context: Callable[[Inputs], Context]
    precomputed: Callable[[Inputs], Context | Findings | None]
    sentence: SentenceBox[Any] | None = None

    def draw(self) -> None:
        """Draw the room."""
        apply_theme()
        begin_page_run(self.room.path)
        if self.sentence is not None and not is_on_tour():  # a stop is what its link says
            restore_carried(self.room.path, opener=self._opener(chosen_mode(self.modes)))
        with show_errors():
            chosen = self._title_row()
            if chosen is None:
                return
            draw_in_fragment(partial(self._body, chosen))

    def _title_row(self) -> Chosen | None:
        if is_presenting():
            return self.choose_models()
        row = page_title(self.room.title, self.room.question, lead=self.lead)
        with draw_model_lists_in(row):
            chosen = self.choose_models()
        with row:
            present_panel(self.room.path, key=self.room.key)
        return chosen

    def _body(self, chosen: Chosen, *, live: bool) -> None:
        """Everything that a changed word changes."""
        set_tiles_place(None)
        clear_class_question()
        with link_notes(), show_errors():
            mode = chosen_mode(self.modes)
            if self.sentence is not None:
                self.sentence.set_opener(self._opener(mode))
            inputs = self.read_inputs(chosen)
            if self.sentence is not None:
                save_carried(opener=self._opener(mode))
            mode_choice(self.modes, mode)
            with st.container(key="view-heading"):
                st.html(f"<h2>{escape(mode.name)}</h2>")
            with mode_layout() as stage:
                findings = None if inputs is None else self._show(inputs, mode, live=live)
                notice = self.examples if mode.shows_notice and self.examples.has_notice else None
                if notice is not None and not has_notes():
                    with notes_place():
                        notice.draw_notice()
                    notice = None
            if not is_presenting():
                conclude(findings, self.room, example=None if notice is None else notice.draw_notice, more=stage.more)
        if self.sentence is not None:
            keep_in_address(SENTENCE)  # it goes along to the next room
        share_page(self.room.path)
        if is_presenting():
            draw_presenter_bar(self.room, self.examples, [one.name for one in self.modes if one.linked], mode.name)

    def _opener(self, mode: Mode[Context]) -> str:
        return mode.opener or ("" if self.sentence is None else str(self.sentence.first.sentence))

    def _show(self, inputs: Inputs, mode: Mode[Context], *, live: bool) -> Findings | None:
        findings: Findings | None = None
        with show_errors():
            context = self.context(inputs) if live else self.precomputed(inputs)
            findings = context if context is None or isinstance(context, Findings) else mode.show(context)
        return findings


def apply_theme() -> None:
    """Give a page the frame's looks. To be called first."""
    st.html(f"<style>{_STYLE}</style>")
    apply_large_type()


def page_title(title: str, subtitle: str, *, lead: str | None = None) -> DeltaGenerator:
    """Draw the title, and return the row that it stands in."""
    row = st.container(horizontal=True, vertical_alignment="center", key="title-row")
    row.title(f"{title} :gray[:small[· {subtitle}]]", anchor=False, help=lead)
    return row


def draw_in_fragment(draw: DrawFunction) -> None:
    """Draw what a changed word changes, and tell it whether models can be asked now: nothing else runs again then."""
    body, loading = st.container(), st.container()
    with loading:
        live = is_live()
        marks = st.container(gap=None)
    if live:
        with marks, st.container(key="answering"):  # for what waits until the whole answer is there
            st.html("<i></i>")

    def part() -> None:
        with st.container(key="body", gap="xsmall"):  # one and the same: what does not change is not drawn anew
            draw(live=live)

    with body:
        st.fragment(part)()
    with marks, st.container(key="live" if live else "beforehand"):  # for whoever waits for the live answer
        st.html("<i></i>")
