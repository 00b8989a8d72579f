"""Text that is empty, too long, broken or meant for another model is read as it is or refused, and nothing is cut."""

import string
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from transformers import PreTrainedTokenizerBase

from components.model.tokens.text_limits import CHARACTER_LIMIT
from components.model.tokens.tokenization import SentenceTokenizer
from components.model.user_errors import TooLong, UserError
from tests.components.small_tokenizers import (
    BOTH,
    BOTH_AND_PLAIN,
    BYTE_PAIRS,
    NEXT_WORD,
    PLAIN,
    POSITIONS,
    SPECIALS,
    WORD_PIECES,
    slices,
)
from tests.examples import scaled


@BOTH
@pytest.mark.parametrize("sentence", ["", " ", "\t\n \u3000", "\0", "\0\0 \0", "\u200b", "\ufeff\u202e", "\x01\x1f"])
def test_text_that_shows_nothing_is_refused(tokenizer: SentenceTokenizer, sentence: str) -> None:
    with pytest.raises(UserError, match="nothing to read"):
        tokenizer.tokens(sentence)


@BOTH_AND_PLAIN
def test_the_pieces_of_a_long_text_are_counted_before_it_is_refused(
    tokenizer: SentenceTokenizer, plain: PreTrainedTokenizerBase
) -> None:
    text = "bank " * (CHARACTER_LIMIT // 5)
    count = len(plain(text, verbose=False)["input_ids"])
    with pytest.raises(TooLong, match=rf"has {count:,} tokens.* 64"):
        tokenizer.tokens(text)


@BOTH
def test_more_than_can_be_counted_is_refused_by_its_characters(tokenizer: SentenceTokenizer) -> None:
    with pytest.raises(TooLong, match=f"more than {CHARACTER_LIMIT:,} characters"):
        tokenizer.tokens("a" * (CHARACTER_LIMIT + 1))


@BOTH
@pytest.mark.parametrize("piece", ["😀", "日", ".", "a[MASK]", "[MASK]", "\0a", "a\u0301"])
def test_a_long_text_of_anything_is_answered_quickly(tokenizer: SentenceTokenizer, piece: str) -> None:
    begun = time.process_time()
    try:
        tokenizer.tokens(piece * (CHARACTER_LIMIT // len(piece)))
    except TooLong as refused:
        assert "tokens" in str(refused)  # noqa: PT017 - some of these are one unknown piece and fit
    # Processor time, so that a busy machine does not fail this; a tenth of it is usual.
    assert time.process_time() - begun < 1.5


@pytest.mark.parametrize(
    ("tokenizer", "added"), [(WORD_PIECES, 2), (BYTE_PAIRS, 2), (NEXT_WORD, 0)], ids=["BERT", "RoBERTa", "GPT-2"]
)
def test_exactly_as_many_pieces_as_positions_fit_and_one_more_does_not(
    tokenizer: SentenceTokenizer, added: int
) -> None:
    full = POSITIONS - added
    assert len(tokenizer.tokens(" ".join(["the"] * full))) == POSITIONS
    with pytest.raises(TooLong, match=r"has 65 tokens; .* 64"):
        tokenizer.tokens(" ".join(["the"] * (full + 1)))


def test_masks_count_as_pieces() -> None:
    assert len(WORD_PIECES.tokens("[MASK]" * 62).typed_masks) == 62
    with pytest.raises(TooLong, match="has 65 tokens"):
        WORD_PIECES.tokens("[MASK]" * 63)


@pytest.mark.parametrize("tokenizer", [WORD_PIECES, BYTE_PAIRS, NEXT_WORD])
def test_half_a_surrogate_pair_keeps_its_place(tokenizer: SentenceTokenizer) -> None:
    tokens = tokenizer.tokens("the \ud83d bank")
    assert len(tokens.sentence) == len("the \ud83d bank")
    tokens.sentence.encode()
    assert slices(tokens)[-1].strip() == "bank"


def test_a_model_without_a_mask_refuses_a_typed_one() -> None:
    with pytest.raises(UserError, match="next word"):
        NEXT_WORD.tokens("the [MASK]")


ANY_TEXT = st.one_of(
    st.text(),
    st.text(st.characters(codec=None, exclude_categories=()), max_size=80),
    st.lists(st.sampled_from([*SPECIALS, "[MASK]", "<mask>", " ", "\0", "the", "é", "\u0301", "😀"])).map("".join),
    st.text(string.printable, max_size=300),
)


@pytest.mark.parametrize("tokenizer", [WORD_PIECES, BYTE_PAIRS, NEXT_WORD], ids=[*PLAIN, "next word"])
@given(sentence=ANY_TEXT)
@example(sentence="[SEP] \ud800<script>\0")
@settings(max_examples=scaled(150))
def test_any_text_becomes_valid_tokens_or_a_refusal(tokenizer: SentenceTokenizer, sentence: str) -> None:
    try:
        tokens = tokenizer.tokens(sentence)
    except UserError as refused:
        assert 0 < len(str(refused)) < 200  # noqa: PT017 - either outcome is right
        return
    assert len(tokens.sentence) == len(sentence)
    assert 0 < len(tokens) <= POSITIONS
    assert all(0 <= token.id < 400 for token in tokens.items)
    assert all(token.text for token in tokens.items)
    inner = [token for token in tokens.items if not token.special]
    assert all(0 <= token.start <= token.end <= len(sentence) for token in inner)
    assert [token.start for token in inner] == sorted(token.start for token in inner)
    assert [token.end for token in inner] == sorted(token.end for token in inner)
    special = [position for position, token in enumerate(tokens.items) if token.special]
    assert sorted([*special, *tokens.typed_masks, *tokens.maskable]) == list(range(len(tokens)))
    assert all(tokens.items[position].id == tokenizer.mask_id for position in tokens.typed_masks)
