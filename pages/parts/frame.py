"""The frame of every room: title, inputs, modes, finding, figure, rail and foot.

A room declares itself as a :class:`RoomPage`; a mode draws its figure and returns its findings. Everything that depends
on the sentence is one Streamlit fragment, so that nothing else reruns or is sent again when a word changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any, Generic, Protocol, TypeVar, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.classroom.entries import ClassResult
from components.model.checkpoints.catalogue import BERT_BASE
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from pages.parts.errors import show_errors
from pages.parts.examples import Examples
from pages.parts.findings import Findings
from pages.parts.foot import conclude
from pages.parts.layout import draw_model_lists_in, mode_layout, set_tiles_place
from pages.parts.lecture.classes import clear_class_question, share_page
from pages.parts.lecture.present_panel import present_panel
from pages.parts.lecture.presenter import draw_presenter_bar
from pages.parts.lecture.stop_question import draw_outcome, draw_question, draw_unjudged_answer
from pages.parts.lecture.tour_stop import CurrentStop, current_stop, is_on_tour
from pages.parts.links.address import keep_in_address
from pages.parts.links.carried_over import restore_carried, save_carried
from pages.parts.links.notes import begin_page_run, link_notes
from pages.parts.links.parameters import MODE, SENTENCE
from pages.parts.live import is_live
from pages.parts.model_choice import size_text
from pages.parts.modes import Mode, chosen_mode, mode_choice
from pages.parts.presenting import apply_large_type, hide_unread_sentence, hides_controls, is_presenting
from pages.parts.rooms import Room
from pages.parts.sentence.box import SentenceBox
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.places import sentence_places

Chosen = TypeVar("Chosen")
Inputs = TypeVar("Inputs")
Context = TypeVar("Context")


class DrawFunction(Protocol):
    """A function that draws a part of a page."""

    def __call__(self, *, live: bool) -> None:
        """Draw it: with models that are loaded (``live``), or from precomputed results."""


@dataclass(frozen=True)
class RoomPage(Generic[Chosen, Inputs, Context]):
    """The declaration of a room's page.

    Attributes:
        room: Its name and address.
        lead: A sentence about it, the first in the drawer.
        examples: To start from; arrow keys step through them on a projector.
        modes: Its views; the page opens with the first.
        choose_models: Draws the lists of models beside the title, and returns the choice; None ends the page.
        read_inputs: Draws the other inputs, the sentence first, and returns their values; None ends the page.
        context: Makes what a mode receives from the inputs, once models are loaded; None if that is the inputs.
        precomputed: Until then, draws precomputed results, or returns what a mode can show of them; None if modes can
            show the inputs without a model.
        sentence: The sentence box, in rooms that share the sentence with other rooms; else None.
    """

    room: Room
    lead: str
    examples: Examples[Any]
    modes: Sequence[Mode[Context]]
    choose_models: Callable[[], Chosen | None]
    read_inputs: Callable[[Chosen], Inputs | None]
    context: Callable[[Inputs], Context] | None = None
    precomputed: Callable[[Inputs], Context | Findings | None] | None = None
    sentence: SentenceBox[Any] | None = None

    def draw(self) -> None:
        """Draw the room."""
        apply_large_type()
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
            line = st.container(key="room-question")
            models = self.choose_models()
            if not is_on_tour():  # a stop has a question of its own
                line.text(" · ".join(filter(None, (self.room.name, _model_line(models)))))
            return models
        row = page_title(self.room.title, self.room.question)
        with draw_model_lists_in(row):
            chosen = self.choose_models()
        with row:
            present_panel(self.room.path, key=self.room.key, unread=self._unread_parameters)
        return chosen

    def _body(self, chosen: Chosen, *, live: bool) -> None:
        """Draw everything that depends on the sentence."""
        set_tiles_place(None)
        clear_class_question()
        result: ClassResult | None = None
        with link_notes(), show_errors():
            mode, stop = chosen_mode(self.modes), current_stop()
            if self.sentence is not None:
                of_stop = None if stop is None else stop.stop.parameters.get(SENTENCE)
                self.sentence.set_opener(self._opener(mode), of_stop=of_stop)
            inputs = self.read_inputs(chosen)
            if self.sentence is not None:
                save_carried(opener=self._opener(mode))
            mode_choice(self.modes, mode)
            if not mode.reads_sentence:
                hide_unread_sentence()
            with st.container(key="view-heading"):
                st.html(f"<h2>{escape(mode.name)}</h2>")
            places = _places(stop, inputs) if live else ()
            if stop is not None and stop.is_withheld:
                draw_question(stop, places, picture=mode.veil(stop.stop.parameters))
            else:
                outcome = st.container(key="outcome")
                finding = self._figure_and_foot(inputs, mode, live=live)
                if stop is not None and live:
                    with outcome:
                        result = draw_outcome(stop, finding, places)
                elif stop is not None:
                    with outcome:
                        draw_unjudged_answer(stop)
        if self.sentence is not None:
            keep_in_address(SENTENCE)  # it goes along to the next room
        share_page(self.room.path, result=result)
        if is_presenting():
            draw_presenter_bar(self.room, self.examples, [each.name for each in self.modes if each.linked], mode.name)

    def _figure_and_foot(self, inputs: Inputs | None, mode: Mode[Context], *, live: bool) -> str:
        """Draw a mode's figure and the foot of the page. Returns the finding."""
        with mode_layout() as layout:
            if self.sentence is not None and mode.reads_sentence and not hides_controls():
                self.sentence.note_change()
            findings = None if inputs is None else self._show(inputs, mode, live=live)
            has_notice = mode.shows_notice and self.examples.has_notice
        if not is_presenting():
            example = self.examples.draw_notice if has_notice else None
            conclude(findings, self.room, layout, lead=self.lead, view=mode.name, example=example)
        return layout.text

    def _unread_parameters(self) -> tuple[str, ...]:
        """The parameters of the link that change nothing in the view which it names."""
        named = st.query_params.get(MODE)
        mode = next((mode for mode in self.modes if mode.name == named), self.modes[0])
        return () if mode.reads_sentence else (SENTENCE,)

    def _opener(self, mode: Mode[Context]) -> str:
        return mode.opener or ("" if self.sentence is None else self.sentence.default_sentence)

    def _show(self, inputs: Inputs, mode: Mode[Context], *, live: bool) -> Findings | None:
        findings: Findings | None = None
        with show_errors():
            prepare = self.context if live else self.precomputed
            context = cast("Context", inputs) if prepare is None else prepare(inputs)
            findings = context if context is None or isinstance(context, Findings) else mode.show(context)
        return findings


def _places(stop: CurrentStop | None, inputs: object) -> Sequence[str]:
    """What an audience can point at: the tokens of the page's sentence, if the stop asks for one of them."""
    points = stop is not None and stop.asks_for_place
    return sentence_places(inputs) if points and isinstance(inputs, SentenceContext) else ()


def page_title(title: str, subtitle: str) -> DeltaGenerator:
    """Draw the title, and return its row, for more elements beside it.

    Args:
        title: The heading.
        subtitle: Written small and grey after it.
    """
    row = st.container(horizontal=True, vertical_alignment="center", key="title-row")
    row.title(f"{title} :gray[:small[· {subtitle}]]", anchor=False)
    return row


def draw_in_fragment(draw: DrawFunction) -> None:
    """Run ``draw`` as a fragment of its own, and pass it whether models are loaded."""
    body, loading = st.container(), st.container()
    with loading:
        live = is_live()
        marks = st.container(gap=None)
    if live:
        with marks, st.container(key="answering"):  # for tests that wait for the complete answer
            st.html("<i></i>")

    def part() -> None:
        with st.container(key="body", gap="xsmall"):  # the same key for both: unchanged elements are kept
            draw(live=live)

    with body:
        st.fragment(part)()
    with marks, st.container(key="live" if live else "beforehand"):  # for tests that wait for the live answer
        st.html("<i></i>")


def _model_line(chosen: object) -> str:
    """Whose answers an audience sees, so that nobody calls a small model BERT; "" in rooms without a list of models."""
    if isinstance(chosen, ModelRecord):
        size, whole = size_text(chosen), model_record(BERT_BASE)
        if not size or chosen.id == whole.id:
            return chosen.name
        return f"{chosen.name}, {size} (BERT base: {size_text(whole)})"
    if isinstance(chosen, tuple):
        return " and ".join(model.name for model in chosen if isinstance(model, ModelRecord))
    return ""
