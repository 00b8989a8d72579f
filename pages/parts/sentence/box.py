"""The sentence that a room reads: examples to start from, and the box to type in, which is drawn as tiles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

import streamlit as st

from components.model.checkpoints.records import ModelRecord
from pages.parts.examples import Example, Examples
from pages.parts.layout import set_tiles_place
from pages.parts.presenting import hides_controls
from pages.parts.settings import text

SENTENCE = "sentence"  # in the link
_OPENER = "opener"  # the sentence that the mode on the screen begins with
EXAMPLES_AND_BOX = (1, 3.2)  # widths
PAIR_OPENER = ("She went to the bank to open an account.", "The clerk asked her for her name and some money.")
# Second sentences of pairs that rooms open on or have as examples, by the first.
SECOND_SENTENCES = dict([PAIR_OPENER, ("The film was great", "I loved it")])
BESIDE = "beside"  # a second sentence, in the link
ELSEWHERE = "It was a cold day in winter."  # beside a sentence of a visitor's own, until they type another
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
    """The sentence of a room. The link holds it.

    Attributes:
        every: Examples; the room begins with the first.
        forget: Called when another sentence stands there: leaves out of the link what was about the old one.
        label: Above the box.
        on_use: Does what an example needs beside its sentence.
        step_to: In place of ``on_use`` for arrow keys.
    """

    presets: Sequence[SentenceExampleType]
    clear_selection: Callable[[], bool]
    label: str = "Your sentence"
    on_use: Callable[[SentenceExampleType], None] | None = None
    on_step: Callable[[SentenceExampleType], None] | None = None

    @property
    def first(self) -> SentenceExampleType:
        """What the room begins with."""
        return self.presets[0]

    @cached_property
    def examples(self) -> Examples[SentenceExampleType]:
        """The examples, as buttons and keys."""
        return Examples(
            self.presets,
            use=self._use,
            use_by_key=self._step_to,
            current=lambda: self.find_example(st.session_state.get(SENTENCE, self._opener)),
        )

    def find_example(self, sentence: str) -> SentenceExampleType | None:
        """The example with this sentence."""
        return next((one for one in self.presets if one.sentence == sentence), None)

    def set_opener(self, opener: str) -> None:
        """Begin with this sentence, unless a visitor has another; to be called before the box is drawn."""
        before = st.session_state.get(_OPENER)
        if before is not None and before != opener and st.session_state.get(SENTENCE) == before:
            st.session_state[SENTENCE] = opener
            self.clear_selection()
        st.session_state[_OPENER] = opener

    def draw(self) -> str:
        """The box, and what stands in it; the tiles of the sentence lie over it."""
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

    def draw_with_examples(self, model: ModelRecord) -> "SentenceRequest":
        """Examples, and the box of what ``model`` is to read."""
        if hides_controls():
            return SentenceRequest(model, self.draw())
        examples, box = st.columns(EXAMPLES_AND_BOX, vertical_alignment="top")
        with box:  # first: until the box is drawn nobody knows the sentence of a link, and so which example it is
            sentence = self.draw()
        with examples:
            self.examples.draw_row()
        return SentenceRequest(model, sentence)

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
        if self.clear_selection():
            # This run's link may still hold the sentence before, and was just written back: have the new one written.
            st.session_state[SENTENCE] = st.session_state[SENTENCE]


@dataclass(frozen=True)
class SentenceRequest:
    """A sentence, and the model that is to read it."""

    model: ModelRecord
    sentence: str


def second_sentence(sentence: str) -> str:
    """What a visitor typed beside ``sentence``, and until then what fits there; the link holds it."""
    return text("Second sentence", BESIDE, SECOND_SENTENCES.get(sentence, ELSEWHERE))
