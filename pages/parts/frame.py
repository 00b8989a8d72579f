"""The frame of every room, drawn in this one place: title, inputs, modes, what was refused, and what follows below.

A room declares itself (:class:`RoomPage`), and a mode draws its figure and returns what it found.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import streamlit as st

from components.model.user_errors import NothingMasked, UserError
from components.widgets.arrow_keys import arrow_keys
from pages.parts.carried_over import restore, save
from pages.parts.examples import Examples
from pages.parts.findings import conclude
from pages.parts.live import is_live
from pages.parts.modes import Mode, chosen_mode
from pages.parts.presenting import large_type, presenting, teachers_links
from pages.parts.rooms import Room
from pages.parts.sentence_box import SentenceBox

Inputs = TypeVar("Inputs")
Context = TypeVar("Context")


@dataclass(frozen=True)
class RoomPage(Generic[Inputs, Context]):
    """A room.

    Attributes:
        room: Its name and its place.
        lead: A sentence or two below the title.
        examples: To start from; changed by arrow keys on a projector.
        modes: Ways of looking; the room opens with the first.
        ask: Draws what a visitor chooses, and returns it; None where the page has to end there.
        context: What a mode starts from, once models can be asked.
        beforehand: As long as they cannot, draws what was computed beforehand, or returns what a mode can show of it.
        sentence: The box of the sentence, where it goes with a visitor from room to room.
        modes_label: What a screen reader calls the list of modes.
    """

    room: Room
    lead: str
    examples: Examples[Any]
    modes: Sequence[Mode[Context]]
    ask: Callable[[], Inputs | None]
    context: Callable[[Inputs], Context]
    beforehand: Callable[[Inputs], Context | None]
    sentence: SentenceBox[Any] | None = None
    modes_label: str = "Ways of looking"

    def draw(self) -> None:
        """Draw the room."""
        large_type()
        if self.sentence is not None:
            restore(self.room.path, own=self.sentence.first.sentence)
        if presenting():
            arrow_keys(key="steps", on_step=self.examples.step)
        else:
            st.title(f"{self.room.title} ({self.room.technical})", anchor=False)
            st.markdown(self.lead)
        with refusals():
            inputs = self.ask()
            if self.sentence is not None:
                save(own=self.sentence.first.sentence)
            if inputs is not None:
                context = self.context(inputs) if is_live() else self.beforehand(inputs)
                if context is not None:
                    self._show(context)
        if not presenting():
            teachers_links(key=self.room.key)
            st.markdown(self.room.words.read_text(encoding="utf-8"))

    def _show(self, context: Context) -> None:
        mode = chosen_mode(self.modes, label=self.modes_label)
        if mode.heading:
            st.subheader(mode.heading, anchor=False)
        found = mode.show(context)
        if found is not None:
            conclude(found)
        if mode.noticed:
            self.examples.notice()


@contextmanager
def refusals() -> Iterator[None]:
    """Say in the page what a visitor can do about what could not be done inside."""
    try:
        yield
    except NothingMasked as error:
        st.info(str(error), icon=":material/touch_app:")
    except UserError as error:
        st.warning(str(error), icon=":material/info:")
