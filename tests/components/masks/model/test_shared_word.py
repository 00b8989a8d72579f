"""The proof on "bank": exactly nothing under a causal mask, something under a bidirectional one."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.masks.model.presets import PROOF_PRESETS
from components.masks.model.shared_word import shared_length, shared_word_proof, shared_words
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.results import Tokens
from components.model.tokens.occurrences import find_occurrences
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES
from tests.examples import scaled

FIRST = "he went to the bank of the river ."
SECOND = "he went to the bank , and here it is unbelievable of every word of a sentence !"


def pair(model: OpenModel, first: str = FIRST, second: str = SECOND) -> tuple[Tokens, Tokens]:
    return model.tokenizer.tokens(first), model.tokenizer.tokens(second)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_shared_word_is_the_same_under_a_causal_mask_and_not_under_a_bidirectional_one(
    opened: Opener, family: str
) -> None:
    model = opened(family, Purpose.INSPECT)
    for sentences in ((FIRST, SECOND), (SECOND, FIRST)):
        proof = shared_word_proof(model, *pair(model, *sentences), word="bank")
        assert proof.word.text == "bank"
        assert len(proof.causal) == len(proof.bidirectional) == 3
        np.testing.assert_array_equal(proof.causal, 0.0)
        assert proof.bidirectional[0] == 0
        assert (proof.bidirectional[1:] > 0).all()


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_every_shared_word_can_be_chosen_by_its_place(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    words = shared_words(*pair(model))
    assert [word.text for word in words] == ["he", "went", "to", "the", "bank"]
    for word in words:
        proof = shared_word_proof(model, *pair(model), position=word.end - 1)
        assert proof.word == word


def test_without_a_choice_it_is_the_last_word_that_says_something(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    assert (
        shared_word_proof(bert, *pair(bert, "she sat on the bank of it", "she sat on the bank of paris")).word.text
        == "bank"
    )
    assert shared_word_proof(bert, *pair(bert, "she and he", "she and the river")).word.text == "and"
    assert shared_word_proof(bert, *pair(bert), word="BANK").word.text == "bank"


def test_a_word_in_pieces_is_the_mean_of_them_and_one_that_goes_on_is_not_shared(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    proof = shared_word_proof(bert, *pair(bert, "the banks is here", "the banks is there"))
    assert (proof.word.text, proof.word.end - proof.word.start) == ("banks", 2)
    for left, other in (("the bank is", "the banks is"), ("the banks is", "the bank is")):
        first, second = pair(bert, left, other)
        assert shared_length(first, second) == 3
        assert [word.text for word in shared_words(first, second)] == ["the"]


def test_one_sentence_may_be_the_beginning_of_the_other(opened: Opener) -> None:
    for family in ("bert", "gpt2"):
        model = opened(family, Purpose.INSPECT)
        proof = shared_word_proof(model, *pair(model, "he went to the bank", "he went to the bank of the river"))
        assert proof.word.text == "bank"
        assert not proof.causal.any()


@pytest.mark.parametrize(
    ("first", "second", "choice", "expected"),
    [
        (FIRST, FIRST, {}, "the same"),
        ("she sat on the bank", "he went to the bank", {}, "begin"),
        (", the bank", ", of paris", {}, "begin"),
        (FIRST, SECOND, {"word": "river"}, "both sentences share"),
        (FIRST, SECOND, {"word": ""}, "both sentences share"),
        (FIRST, SECOND, {"word": "<script>\0"}, "both sentences share"),
        (FIRST, SECOND, {"position": 0}, "both sentences share"),
        (FIRST, SECOND, {"position": -1}, "both sentences share"),
        (FIRST, SECOND, {"position": 99}, "both sentences share"),
    ],
)
def test_what_shares_no_such_word_is_refused(
    opened: Opener, first: str, second: str, choice: dict[str, object], expected: str
) -> None:
    bert = opened("bert", Purpose.INSPECT)
    with pytest.raises(UserError, match=expected):
        shared_word_proof(bert, *pair(bert, first, second), **choice)


def test_typed_masks_are_no_words(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    words = shared_words(*pair(bert, "the [MASK] is here", "the [MASK] is there"))
    assert [word.text for word in words] == ["the", "is"]


def test_authored_pairs_begin_alike_and_differ_after_the_word() -> None:
    assert len(PROOF_PRESETS) >= 6
    assert len({preset.word for preset in PROOF_PRESETS}) == len(PROOF_PRESETS)
    for preset in PROOF_PRESETS:
        first, second = (sentence.split() for sentence in (preset.sentence, preset.second))
        shared = next(index for index, (left, other) in enumerate(zip(first, second, strict=False)) if left != other)
        assert find_occurrences(" ".join(first[:shared]), (preset.word,)), preset


@settings(max_examples=scaled(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    beginning=st.text(max_size=12),
    ends=st.tuples(st.text(max_size=12), st.text(max_size=12)),
    position=st.one_of(st.none(), st.integers(-3, 12)),
)
def test_any_text_is_either_proved_or_refused(
    opened: Opener, beginning: str, ends: tuple[str, str], position: int | None
) -> None:
    for family in ("bert", "gpt2"):
        model = opened(family, Purpose.INSPECT)
        try:
            first, second = pair(model, *(f"{beginning} bank {end}" for end in ends))
            proof = shared_word_proof(model, first, second, position=position)
        except UserError:
            continue
        assert proof.word in proof.words
        assert proof.word.end <= proof.shared_length
