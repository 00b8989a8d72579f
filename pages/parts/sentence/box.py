"""The sentence input of a room: examples and a text box. The sentence is shown as tiles on top of the box."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

import streamlit as st

from components.model.checkpoints.records import ModelRecord
from pages.parts.examples import OWN, Example, Examples
from pages.parts.layout import set_tiles_place
from pages.parts.links.parameters import SENTENCE
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.notes import note_sentence
from pages.parts.settings import text

_OPENER = "opener"  # the default sentence of the current mode
_CHANGED_TO = "sentence-changed-to"  # the last default that replaced another one
_OF_STOP = "sentence-of-stop"  # the sentence in the link of the tour's stop; None without
EXAMPLES_AND_BOX = (1, 3.2)  # widths
PAIR_OPENER = ("She went to the bank to open an account.", "The clerk asked her for her name and some money.")
# Second sentences of default pairs and examples, by their first sentences.
SECOND_SENTENCES = dict([PAIR_OPENER, ("The film was great", "I loved it")])
BESIDE = "beside"  # a second sentence, in the link
ELSEWHERE = "It was a cold day in winter."  # the default second sentence beside a visitor's own first one
VIEWS_EXAMPLE, STOPS_SENTENCE = "Choose an example", "The tour’s sentence"  # where no example has the sentence
HIDE_A_WORD = "Your sentence: click a word below to hide it, or type [MASK] for a blank"


class SentenceExample(Example, Protocol):
    """An example that is a sentence."""

    @property
    def sentence(self) -> str:
        """The sentence."""
        ...


SentenceExampleType = TypeVar("SentenceExampleType", bound=SentenceExample)


@dataclass(frozen=True)
class SentenceBox(Generic[SentenceExampleType]):
    """The sentence input of a room. The link holds the sentence.

    Attributes:
        presets: Examples; the first is the default.
        clear_selection: Called when the sentence changes: removes from the link what was about the old sentence, and
            returns whether there was anything.
        label: Of the text box.
        on_use: Sets what an example needs in addition to its sentence.
        on_step: Called in place of ``on_use`` for arrow keys.
        on_retype: Called when the visitor types another sentence: writes into the link what stays on the screen.
        default: Returns the default sentence, where it is not always the first example's.
    """

    presets: Sequence[SentenceExampleType]
    clear_selection: Callable[[], bool]
    label: str = "Your sentence"
    on_use: Callable[[SentenceExampleType], None] | None = None
    on_step: Callable[[SentenceExampleType], None] | None = None
    on_retype: Callable[[], None] | None = None
    default: Callable[[], str] | None = None

    @property
    def default_sentence(self) -> str:
        """The default sentence of a view that has none of its own."""
        return str(self.first.sentence) if self.default is None else self.default()

    @property
    def first(self) -> SentenceExampleType:
        """The default example."""
        return self.presets[0]

    @cached_property
    def examples(self) -> Examples[SentenceExampleType]:
        """The examples, for the list and the arrow keys."""
        return Examples(
            self.presets,
            use=self._use,
            use_by_key=self._step_to,
            current=lambda: self.find_example(st.session_state.get(SENTENCE, self._opener)),
            other_name=self._other_name,
        )

    def find_example(self, sentence: str) -> SentenceExampleType | None:
        """The example with this sentence; None if there is none."""
        return next((preset for preset in self.presets if preset.sentence == sentence), None)

    def set_opener(self, opener: str, *, of_stop: str | None = None) -> None:
        """Make ``opener`` the default; it replaces the previous default, but no sentence of the visitor's.

        Call this before the box is drawn.

        Args:
            opener: The default sentence.
            of_stop: The sentence that a tour has chosen; None without a tour, or if it has chosen none.
        """
        st.session_state[_OF_STOP] = of_stop
        before = st.session_state.get(_OPENER)
        if before is not None and before != opener and st.session_state.get(SENTENCE) == before:
            st.session_state[SENTENCE] = st.session_state[_CHANGED_TO] = opener
            self.clear_selection()
        st.session_state[_OPENER] = opener

    def note_change(self) -> None:
        """Show a line if the view has replaced the last view's sentence with another example."""
        sentence = st.session_state.get(SENTENCE)
        if sentence == self._opener == st.session_state.get(_CHANGED_TO) != self.default_sentence:
            st.caption("This view has its own example. A sentence that you type stays the same in all views.")

    def draw(self) -> str:
        """Draw the box, with room for the tiles over it; returns the sentence."""
        with st.container(key="sentence-line", gap=None):
            with st.container(key="sentence-box"):
                typed = st.text_input(
                    self.label,
                    self._opener,
                    key=SENTENCE,
                    bind="query-params",
                    on_change=self._retyped,
                    live="500ms",
                    label_visibility="collapsed",
                )
            set_tiles_place(st.container(key="tiles"))
        return typed

    def draw_with_examples(self, model: ModelRecord) -> SentenceContext:
        """Draw the examples and the box; returns the sentence and ``model``."""
        if hides_controls():
            return self.draw_alone(model)
        examples, box = st.columns(EXAMPLES_AND_BOX, vertical_alignment="top")
        with box:  # first, because the sentence of a link, and so the current example, is known only then
            sentence = self.draw()
        with examples:
            self.examples.draw_row()
        return _with_notes(SentenceContext(model, sentence))

    def draw_alone(self, model: ModelRecord) -> SentenceContext:
        """Draw the box without examples; returns the sentence and ``model``."""
        return _with_notes(SentenceContext(model, self.draw()))

    def _other_name(self) -> str:
        """What the list calls a sentence that is no example: only one that a visitor typed is theirs."""
        sentence = st.session_state.get(SENTENCE, self._opener)
        if sentence == st.session_state.get(_OF_STOP):
            return STOPS_SENTENCE
        return VIEWS_EXAMPLE if sentence == self._opener else OWN

    @property
    def _opener(self) -> str:
        return str(st.session_state.get(_OPENER, self.first.sentence))

    def _use(self, example: SentenceExampleType) -> None:
        self._take(example, self.on_use)

    def _step_to(self, example: SentenceExampleType) -> None:
        self._take(example, self.on_step or self.on_use)

    def _take(self, example: SentenceExampleType, then: Callable[[SentenceExampleType], None] | None) -> None:
        st.session_state[SENTENCE] = example.sentence
        self.clear_selection()
        if then is not None:
            then(example)

    def _retyped(self) -> None:
        if self.on_retype is not None:
            self.on_retype()
        if self.clear_selection() or self.on_retype is not None:
            # This run's link may still have the previous sentence: assigning makes Streamlit write the new one.
            st.session_state[SENTENCE] = st.session_state[SENTENCE]


def _with_notes(context: SentenceContext) -> SentenceContext:
    note_sentence(context)
    return context


def second_sentence(sentence: str) -> str:
    """Draw the input of a second sentence; returns what was typed, or the default beside ``sentence``, the first."""
    return text("Second sentence", BESIDE, SECOND_SENTENCES.get(sentence, ELSEWHERE), repeats=False)
