"""The word at a blank as the next word: what is said equals plain transformers code."""

import dataclasses
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from components.model.blanks.next_word import next_word_at_blank, next_word_question
from components.model.user_errors import TooLong, UserError
from tests.components.conftest import Opener
from tests.examples import scaled


def test_the_next_word_is_what_plain_code_says(opened: Opener) -> None:
    gpt = opened("gpt2")
    raw = gpt.tokenizer._tokenizer
    ids = [gpt.model.config.bos_token_id, *raw("she sat on the").input_ids]
    (target,) = raw(" bank").input_ids
    with torch.no_grad():
        expected = gpt.model(input_ids=torch.tensor([ids])).logits[0, -1].log_softmax(dim=-1)
    blank = next_word_at_blank(gpt, "she sat on the ", "bank")
    assert blank.blank.log_probability == pytest.approx(expected[target].item(), abs=1e-5)
    assert blank.blank.rank == int((expected > expected[target]).sum()) + 1
    first = blank.blank.prediction.candidates[0]
    assert first.probability == pytest.approx(expected.exp().max().item(), abs=1e-6)
    assert first.text == gpt.tokenizer.text(int(expected.argmax()))
    assert (blank.before, blank.word, blank.blank.prediction.position) == ("she sat on the ", "bank", len(ids) - 1)


def test_the_first_word_of_all_follows_the_mark_of_a_beginning(opened: Opener) -> None:
    gpt = opened("gpt2")
    question = next_word_question(gpt, "", "a")
    assert question.ids == (gpt.model.config.bos_token_id,)
    assert math.isfinite(next_word_at_blank(gpt, "  ", "a").blank.log_probability)


def test_a_tokenizer_that_marks_the_beginning_gives_its_own_mark(opened: Opener) -> None:
    bert = opened()
    causal = dataclasses.replace(
        opened("gpt2"), tokenizer=bert.tokenizer
    )  # as pocket GPT: BERT's pieces, read from the left
    tokens = bert.tokenizer.tokens("she sat on the bank")
    assert next_word_question(causal, "she sat on the ", "bank").ids == tokens.ids[:-2]
    assert next_word_question(causal, "she sat on the ", "bank").targets == (tokens.ids[-2],)
    assert next_word_question(causal, "", "bank").ids == tokens.ids[:1]
    assert next_word_question(causal, "she sat on the bank", "s").targets == bert.tokenizer.tokens("banks").ids[2:3]
    with pytest.raises(UserError, match="cannot read blanks"):
        next_word_question(causal, "the [MASK] on the ", "bank")
    with pytest.raises(UserError, match="not a single token"):
        next_word_question(causal, "she sat on the ", "zebra")


def test_a_masked_model_was_not_trained_for_it(opened: Opener) -> None:
    with pytest.raises(UserError, match="causal model"):
        next_word_at_blank(opened(), "she sat on the ", "bank")


@pytest.mark.parametrize(
    ("before", "word", "expected"),
    [
        ("the [MASK] on the ", "bank", "cannot read blanks"),
        ("she sat on the ", "<MASK>", "cannot read blanks"),
        ("she sat on the ", "unbelievabilities", "not a single token"),
        ("she sat on the ", "", "Enter the word"),
        ("she sat on the ", "x" * 61, "at most 60"),
        ("she sat on the riv", "er", "joins onto|not a single token"),
        ("", " ", "Enter the word"),
    ],
)
def test_what_cannot_be_asked_is_refused(opened: Opener, before: str, word: str, expected: str) -> None:
    with pytest.raises(UserError, match=expected):
        next_word_at_blank(opened("gpt2"), before, word)


def test_too_much_text_is_refused(opened: Opener) -> None:
    with pytest.raises(TooLong):
        next_word_at_blank(opened("gpt2"), "the bank " * 40, "bank")


def test_without_any_mark_a_first_word_has_nothing_to_follow(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    gpt = opened("gpt2")
    monkeypatch.setattr(gpt.model.config, "bos_token_id", None)
    with pytest.raises(UserError, match="needs text to the left"):
        next_word_at_blank(gpt, "", "a")
    assert next_word_question(gpt, "the ", "bank").positions == (len(next_word_question(gpt, "the ", "bank").ids) - 1,)


@given(before=st.text(max_size=30), word=st.text(max_size=8))
@settings(max_examples=scaled(60))
def test_any_text_is_answered_or_refused(opened: Opener, before: str, word: str) -> None:
    try:
        blank = next_word_at_blank(opened("gpt2"), before, word)
    except UserError:
        return
    assert math.isfinite(blank.blank.log_probability)
