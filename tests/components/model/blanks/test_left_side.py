"""What stands left of a blank is the same text for both models, however the first one reads it."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.model.blanks.next_word import next_word
from components.model.blanks.sides import side_predictions
from components.model.blanks.sides_results import ContextSide, NextWordPrediction
from components.model.user_errors import NothingMasked, UserError
from tests.components.conftest import Opener
from tests.examples import scaled

SENTENCE = "she sat on the bank of the river"


WordPredictor = Callable[..., NextWordPrediction]


@pytest.fixture(scope="module")
def predict_word(opened: Opener) -> WordPredictor:
    """Predict the next word with small models, by the names of their families."""

    def ask(
        causal: str, family: str, sentence: str, masked: tuple[int, ...], position: int, answer: int
    ) -> NextWordPrediction:
        reader = opened(family)
        tokens = reader.tokenizer.tokens(sentence)
        return next_word(opened(causal), reader, tokens, masked, position, answer)

    return ask


@pytest.mark.parametrize("family", ["bert", "roberta", "modernbert"])
def test_a_word_masked_or_typed_as_a_mask_has_the_same_left_side(
    predict_word: WordPredictor, opened: Opener, family: str
) -> None:
    tokens = opened(family).tokenizer.tokens(SENTENCE)
    (blank,) = (place for place, token in enumerate(tokens.items) if token.text == "bank")
    answer = tokens.ids[blank]
    chosen = predict_word("gpt2", family, SENTENCE, (blank,), blank, answer)
    typed = predict_word("gpt2", family, SENTENCE.replace("bank", "<MASK>"), (), blank, answer)
    assert chosen.before.rstrip() == typed.before.rstrip() == "she sat on the"
    assert chosen.word == "bank"
    assert chosen.blank == typed.blank


def test_blanks_to_the_right_do_not_matter_and_those_to_the_left_are_refused(
    predict_word: WordPredictor, opened: Opener
) -> None:
    answer = opened().tokenizer.tokens(SENTENCE).ids[5]
    alone = predict_word("gpt2", "bert", SENTENCE, (5,), 5, answer)
    assert predict_word("gpt2", "bert", SENTENCE, (5, 8), 5, answer).blank == alone.blank
    with pytest.raises(UserError, match="cannot read blanks"):
        predict_word("gpt2", "bert", SENTENCE, (2, 5), 5, answer)
    with pytest.raises(NothingMasked):
        predict_word("gpt2", "bert", SENTENCE, (5,), 8, answer)


def test_what_is_followed_is_named_alike_by_both(predict_word: WordPredictor, opened: Opener) -> None:
    answer = opened().tokenizer.tokens(SENTENCE).ids[5]
    bert = opened()
    predictions = side_predictions(bert, bert.tokenizer.tokens(SENTENCE), (5,), 5, answer)
    assert predictions.answer == predict_word("gpt2", "bert", SENTENCE, (5,), 5, answer).word == "bank"
    assert predictions.from_side(ContextSide.BOTH).prediction.hidden == "bank"


@given(text=st.text(max_size=25), position=st.integers(-2, 20), answer=st.integers(0, 30))
@settings(max_examples=scaled(60))
def test_any_text_is_answered_or_refused(predict_word: Any, text: str, position: int, answer: int) -> None:
    try:
        actual = predict_word("gpt2", "bert", f"{text}[MASK] {text}", (), position, answer)
    except UserError:
        return
    assert actual.blank.rank >= 1
    assert actual.before.rstrip() == text.encode("utf-8", "replace").decode("utf-8").rstrip()
