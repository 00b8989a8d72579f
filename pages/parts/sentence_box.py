"""The sentence that a room reads: examples to start from, the box to type in, and the model that reads it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

import streamlit as st

from components.model.checkpoints.records import ModelRecord, Role
from pages.parts.examples import Example, Examples
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden

SENTENCE = "sentence"  # in the link
HIDE_A_WORD = "Your sentence: click a word below to hide it, or type [MASK] for a blank"


class SentenceExample(Example, Protocol):
    """An example that is a sentence."""

    @property
    def sentence(self) -> str:
        """The sentence."""
        ...


One = TypeVar("One", bound=SentenceExample)


@dataclass(frozen=True)
class SentenceBox(Generic[One]):
    """The sentence of a room. The link holds it.

    Attributes:
        every: Examples; the room begins with the first.
        forget: Called when another sentence stands there: leaves out of the link what was about the old one.
        label: Above the box.
        on_use: Does what an example needs beside its sentence.
        step_to: In place of ``on_use`` for arrow keys.
    """

    every: Sequence[One]
    forget: Callable[[], bool]
    label: str = "Your sentence"
    on_use: Callable[[One], None] | None = None
    on_step: Callable[[One], None] | None = None

    @property
    def first(self) -> One:
        """What the room begins with."""
        return self.every[0]

    @cached_property
    def examples(self) -> Examples[One]:
        """The examples, as buttons and keys."""
        return Examples(
            self.every,
            use=self._use,
            step_to=self._step_to,
            here=lambda: self.example_of(st.session_state.get(SENTENCE, self.first.sentence)),
            hint=lambda one: one.sentence,
        )

    def example_of(self, sentence: str) -> One | None:
        """The example with this sentence."""
        return next((one for one in self.every if one.sentence == sentence), None)

    def draw(self) -> str:
        """The box, and what stands in it."""
        return st.text_input(
            self.label,
            self.first.sentence,
            key=SENTENCE,
            bind="query-params",
            on_change=self._retyped,
            live="500ms",
        )

    def ask(self, roles: Sequence[Role], *, second: Callable[[], str] | None = None) -> "Asked | None":
        """Examples, box and model; None while the chosen model is not on this machine.

        Args:
            roles: Of the models to choose from.
            second: Draws a second box, and returns what stands in it.
        """
        if controls_hidden():
            sentence = self.draw()
            other = "" if second is None else st.query_params.get("second", "")
            model = choose_model(*roles, listed=False)
        else:
            self.examples.row()
            widths = [3, 1.3] if second is None else [3, 2, 1.3]
            box, *between, picker = st.columns(widths, vertical_alignment="bottom")
            with box:
                sentence = self.draw()
            other = ""
            if second is not None:
                with between[0]:
                    other = second()
            with picker:
                model = choose_model(*roles)
        return None if model is None else Asked(model, sentence, other)

    def _use(self, one: One) -> None:
        self._take(one, self.on_use)

    def _step_to(self, one: One) -> None:
        self._take(one, self.on_step or self.on_use)

    def _take(self, one: One, then: Callable[[One], None] | None) -> None:
        st.session_state[SENTENCE] = one.sentence
        self.forget()
        if then is not None:
            then(one)

    def _retyped(self) -> None:
        if self.forget():
            # This run's link may still hold the sentence before, and was just written back: have the new one written.
            st.session_state[SENTENCE] = st.session_state[SENTENCE]


@dataclass(frozen=True)
class Asked:
    """A sentence, or a pair of them, and the model that is to read it."""

    model: ModelRecord
    sentence: str
    second: str = ""
