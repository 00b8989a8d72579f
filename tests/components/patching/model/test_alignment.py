"""Pairs are patched only if they fit; otherwise the message says where they do not, and a pair that fits is offered."""

import pytest

from components.model.user_errors import NothingMasked, UserError
from components.patching.model.alignment import TOKEN_LIMIT, align_pair, even_sentence
from components.patching.model.results import UnevenPair
from tests.components.conftest import Opener

CLEAN = "she sat on the [MASK] of the river ."


def test_a_pair_of_equal_length_fits(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens
    pair = align_pair(model, tokens(CLEAN), tokens("he sat on the [MASK] of the bank ."))
    assert pair.blank == 5
    assert pair.differing == (1, 8)


def test_a_second_sentence_without_a_blank_gets_the_same_one(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens
    pair = align_pair(model, tokens(CLEAN), tokens("he sat on the bank of the river ."))
    assert pair.corrupt.ids[pair.blank] == model.tokenizer.mask_id
    assert pair.differing == (1,)


def test_of_several_blanks_the_first_that_both_have_is_compared(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens
    pair = align_pair(model, tokens("she [MASK] on the [MASK] of the river ."), tokens(CLEAN))
    assert pair.blank == 5


def test_an_uneven_pair_says_where_and_offers_the_nearest(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens
    longer = tokens("he sat here and there on the [MASK] of the river .")
    with pytest.raises(UnevenPair, match="“here” “and” “there”") as raised:
        align_pair(model, tokens(CLEAN), longer)
    suggestion = tokens(raised.value.suggestion)
    pair = align_pair(model, tokens(CLEAN), suggestion)
    assert pair.differing
    assert raised.value.suggestion.startswith("he sat on the")


def test_what_is_offered_keeps_the_word_that_differs(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens
    longer, shorter = tokens("the word bank [MASK] ."), tokens("the bank [MASK] .")
    assert even_sentence(model, tokens("the river [MASK] ."), longer) == "the bank [MASK] ."
    assert even_sentence(model, tokens("the word river [MASK] ."), shorter) == "the word bank [MASK] ."


@pytest.mark.parametrize("second", ["river .", "[MASK]", "she she she she sat on [MASK] .", "unbelievable", "the"])
def test_what_is_offered_always_fits(opened: Opener, second: str) -> None:
    model = opened()
    tokens = model.tokenizer.tokens
    suggestion = even_sentence(model, tokens(CLEAN), tokens(second))
    assert len(tokens(suggestion)) == len(tokens(CLEAN))


def test_blanks_at_different_places_do_not_fit(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens
    with pytest.raises(UserError, match="same place"):
        align_pair(model, tokens(CLEAN), tokens("she sat on [MASK] bank of the river ."))


def test_a_sentence_without_a_blank_or_too_long_is_refused(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens
    with pytest.raises(NothingMasked):
        align_pair(model, tokens("she sat ."), tokens("he sat ."))
    many = model.tokenizer.tokens_of_any_length("[MASK] " + "the " * TOKEN_LIMIT)
    with pytest.raises(UserError, match="Shorten"):
        align_pair(model, many, many)
    with pytest.raises(UserError, match="Choose a masked model"):
        align_pair(opened("gpt2"), tokens(CLEAN), tokens(CLEAN))
