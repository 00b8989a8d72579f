"""A word that somebody names is scored as plain transformers code would score it."""

import math
from dataclasses import replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken

from components.fill.model.named_words import NAMED_WORD_LIMIT, named_words
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import WORD_CHARACTER_LIMIT, text_with_masks, widen_mask
from components.model.inference.prediction import predictions
from components.model.tokens.tokenization import SentenceTokenizer
from components.model.user_errors import NothingMasked, TooLong, UserError
from tests.components.conftest import Opener
from tests.components.small_models import TEXT, byte_pairs, small
from tests.examples import scaled

SENTENCE = "the capital of [MASK] is paris ."


def plainly(opened: OpenModel, ids: list[int], position: int) -> torch.Tensor:
    with torch.no_grad():
        return opened.model(input_ids=torch.tensor([ids])).logits[0, position].log_softmax(dim=-1)


@pytest.mark.parametrize("family", ["bert", "roberta"])
@pytest.mark.parametrize("word", ["france", "river", "unbelievable", "banks"])
def test_the_score_is_the_chain_over_a_widened_blank(opened: Opener, family: str, word: str) -> None:
    bert = opened(family)
    _, plain = small(family)
    tokens = bert.tokenizer.tokens(SENTENCE)
    (position,) = tokens.typed_masks
    (actual,) = named_words(bert, tokens, (), position, [word]).words
    filled = plain(SENTENCE.replace("[MASK]", word))["input_ids"]
    count = len(filled) - len(tokens) + 1
    pieces, total = filled[position : position + count], 0.0
    for number, piece in enumerate(pieces):
        ids = filled[: position + number] + [bert.tokenizer.mask_id] * (count - number) + filled[position + count :]
        total += plainly(bert, ids, position + number)[piece].item()
    assert len(actual.pieces) == count
    assert actual.log_probability == pytest.approx(total, abs=1e-4)
    assert (actual.rank is None) == (count > 1)


@pytest.mark.parametrize("family", ["bert", "roberta"])
@pytest.mark.parametrize(
    "sentence", ["{} sat on the bank .", "she sat on the {}", "the {}, here", "({}) bank", "a\u00a0{} b"]
)
@pytest.mark.parametrize("word", ["bank", "She", "banks", "unbelievable", "river bank"])
def test_pieces_are_those_of_the_whole_sentence(opened: Opener, family: str, sentence: str, word: str) -> None:
    bert, (_, plain) = opened(family), small(family)
    tokens = bert.tokenizer.tokens(sentence.format("[MASK]"))
    (position,) = tokens.typed_masks
    place = widen_mask(bert, tokens, (position,), position, word)
    assert [*place.before, *place.word_ids, *place.after] == plain(sentence.format(word))["input_ids"]


@pytest.mark.parametrize("family", ["bert", "roberta"])
@given(words=st.lists(st.sampled_from(TEXT[1].split()), min_size=2, max_size=9), data=st.data())
@settings(max_examples=scaled(30))
def test_the_word_that_stood_there_has_the_pieces_it_had(
    opened: Opener, family: str, words: list[str], data: st.DataObject
) -> None:
    bert = opened(family)
    tokens = bert.tokenizer.tokens(" ".join(words))
    position = data.draw(st.sampled_from(tokens.maskable))
    token = tokens.items[position]
    place = widen_mask(bert, tokens, (position,), position, tokens.sentence[token.start : token.end].strip())
    assert place.word_ids == (token.id,)


def test_a_word_of_one_piece_has_its_place_in_the_prediction(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    mask = predictions(bert, tokens).masks[0]
    first = next(candidate for candidate in mask.candidates if candidate.text.isalpha() and not candidate.continues)
    (actual,) = named_words(bert, tokens, (), mask.position, [first.text]).words
    assert math.exp(actual.log_probability) == pytest.approx(first.probability, abs=1e-6)
    assert actual.rank == mask.candidates.index(first) + 1


def test_other_blanks_stay_blank(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens("the [MASK] of france is paris")
    place = widen_mask(bert, tokens, (2, 4, 6), 4, "banks")
    assert place.before.count(bert.tokenizer.mask_id) == place.after.count(bert.tokenizer.mask_id) == 1


def test_words_that_are_asked_together_score_as_they_do_alone(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    named = ["france", "unbelievable", "bank", "banks", "river", "uns", "paris", "here"]
    together = named_words(bert, tokens, (), 4, named).words
    for word, actual in zip(named, together, strict=True):
        (alone,) = named_words(bert, tokens, (), 4, [word]).words
        assert alone.log_probability == pytest.approx(actual.log_probability, abs=1e-4)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("x" * (WORD_CHARACTER_LIMIT + 1), "61 characters"),
        ("xyzzy", "has no tokens for"),
        ("😀", "has no tokens for"),
        ("[MASK]", "without a blank"),
        ("s" * 14, "has no tokens for"),
        ("un" + "s" * 13, "14 tokens"),
        (" ", "one letter"),
        ("", "one letter"),
        ("\0", "one letter"),
    ],
)
def test_what_cannot_stand_there_is_refused_kindly(opened: Opener, word: str, says: str) -> None:
    bert = opened()
    with pytest.raises(UserError, match=says):
        named_words(bert, bert.tokenizer.tokens(SENTENCE), (), 4, [word])


def test_a_word_that_grows_together_with_its_neighbour_is_refused(opened: Opener) -> None:
    bert = opened()
    with pytest.raises(UserError, match="joins onto"):
        named_words(bert, bert.tokenizer.tokens("the[MASK] of"), (), 2, ["bank"])


def test_a_mask_that_leaves_the_space_beside_it_takes_words_all_the_same(opened: Opener) -> None:
    roberta = opened("roberta")
    tokenizer = byte_pairs("<mask>")
    tokenizer.add_special_tokens({"mask_token": AddedToken("<mask>", lstrip=False, special=True)})
    odd = replace(roberta, tokenizer=SentenceTokenizer(tokenizer, positions=64))
    tokens = odd.tokenizer.tokens("she sat on the [MASK] of the river .")
    (blank,) = tokens.typed_masks
    assert tokens.items[blank - 1].text == "␣"  # or this test would prove nothing
    words = named_words(odd, tokens, (), blank, ["bank", "river bank"])
    default = roberta.tokenizer.tokens("she sat on the [MASK] of the river .")
    expected = named_words(roberta, default, (), default.typed_masks[0], ["bank", "river bank"])
    for first, other in zip(words.words, expected.words, strict=True):
        assert first.log_probability == pytest.approx(other.log_probability, abs=1e-5)


def test_the_number_of_words_is_bounded(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    for words in ([], ["bank"] * (NAMED_WORD_LIMIT + 1)):
        with pytest.raises(UserError, match="1 to 8 words"):
            named_words(bert, tokens, (), 4, words)


def test_without_a_blank_there_the_visitor_is_told_what_to_do(opened: Opener) -> None:
    bert = opened()
    with pytest.raises(NothingMasked):
        named_words(bert, bert.tokenizer.tokens("the bank"), (), 1, ["river"])


def test_a_word_that_makes_the_sentence_too_long_is_refused(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(" ".join(["the"] * 61 + ["[MASK]"]))
    with pytest.raises(TooLong):
        named_words(bert, tokens, (), 62, ["banks"])


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_masks_can_be_typed_for_another_tokenizer(opened: Opener, family: str) -> None:
    bert = opened(family)
    tokens = bert.tokenizer.tokens("the bank of the [MASK]")
    typed = text_with_masks(tokens, (tokens.maskable[1], *tokens.typed_masks))
    assert typed == "the [MASK] of the [MASK]"
