"""What stands left of a blank is the same text for both models, however the first one reads it."""

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.model.batching import MicroBatcher
from components.model.blank_probes import blank_probes
from components.model.loader import OpenModel
from components.model.reader import Reader
from components.model.refusal import NothingMasked, Refusal
from components.model.side_questions import SideQuestions
from components.model.sides_results import Side
from tests.components.model.conftest import Opener

SENTENCE = "she sat on the bank of the river"


@pytest.fixture(scope="module")
def questions(opened: Opener) -> SideQuestions:
    """Questions to the small models, by the names of their families."""

    class Small:
        ask = MicroBatcher()

        def opened(self, family: str) -> OpenModel:
            return opened(family)

    return SideQuestions(cast("Reader", Small()))


@pytest.mark.parametrize("family", ["bert", "roberta", "modernbert"])
def test_a_word_masked_or_typed_as_a_mask_has_the_same_left_side(
    questions: SideQuestions, opened: Opener, family: str
) -> None:
    tokens = opened(family).tokenizer.tokens(SENTENCE)
    (blank,) = (place for place, token in enumerate(tokens.items) if token.text == "bank")
    answer = tokens.ids[blank]
    chosen = questions.next_word("gpt2", family, SENTENCE, (blank,), blank, answer)
    typed = questions.next_word("gpt2", family, SENTENCE.replace("bank", "<MASK>"), (), blank, answer)
    assert chosen.before.rstrip() == typed.before.rstrip() == "she sat on the"
    assert chosen.word == "bank"
    assert chosen.view == typed.view


def test_blanks_to_the_right_do_not_matter_and_those_to_the_left_are_refused(
    questions: SideQuestions, opened: Opener
) -> None:
    answer = opened().tokenizer.tokens(SENTENCE).ids[5]
    alone = questions.next_word("gpt2", "bert", SENTENCE, (5,), 5, answer)
    assert questions.next_word("gpt2", "bert", SENTENCE, (5, 8), 5, answer).view == alone.view
    with pytest.raises(Refusal, match="no blanks"):
        questions.next_word("gpt2", "bert", SENTENCE, (2, 5), 5, answer)
    with pytest.raises(NothingMasked):
        questions.next_word("gpt2", "bert", SENTENCE, (5,), 8, answer)


def test_what_is_followed_is_named_alike_by_both(questions: SideQuestions, opened: Opener) -> None:
    answer = opened().tokenizer.tokens(SENTENCE).ids[5]
    found = questions.sides("bert", SENTENCE, (5,), 5, answer)
    assert found.answer == questions.next_word("gpt2", "bert", SENTENCE, (5,), 5, answer).word == "bank"
    assert found.of(Side.BOTH).prediction.hidden == "bank"


def test_the_set_is_the_one_that_ships(questions: SideQuestions) -> None:
    found = questions.effects("bert")
    assert len(found.probes) + len(found.skipped) == len(blank_probes())
    assert {*found.probes, *found.skipped} == {*blank_probes()}


@given(text=st.text(max_size=25), position=st.integers(-2, 20), answer=st.integers(0, 30))
@settings(max_examples=60)
def test_any_text_is_answered_or_refused(questions: Any, text: str, position: int, answer: int) -> None:
    try:
        found = questions.next_word("gpt2", "bert", f"{text}[MASK] {text}", (), position, answer)
    except Refusal:
        return
    assert found.view.rank >= 1
    assert found.before.rstrip() == text.encode("utf-8", "replace").decode("utf-8").rstrip()
