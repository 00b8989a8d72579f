"""Ids are those of transformers, whatever is typed, and every piece knows where it stands."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken
from transformers import BertTokenizer, PreTrainedTokenizerBase

from components.model.results import Tokens
from components.model.tokens.tokenization import SentenceTokenizer
from components.model.user_errors import UserError
from tests.components import small_models
from tests.components import tokenizer_kinds as kinds
from tests.components.conftest import Opener
from tests.components.panics import PanicException
from tests.components.small_models import TEXT, WORDS, byte_pairs, word_piece
from tests.components.small_tokenizers import (
    BOTH,
    BOTH_AND_PLAIN,
    BYTE_PAIRS,
    NEXT_WORD,
    PLAIN,
    POSITIONS,
    WORD_PIECES,
    slices,
)
from tests.components.tokenizer_kinds import NASTY, READ
from tests.examples import scaled


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The BANK", ["The", "BANK"]),
        ("  paris ,  here", ["paris", ",", "here"]),
        ("unbelievables!", ["unbelievable", "s", "!"]),
        ("é CAFÉ the", ["é", "CAFÉ", "the"]),
        ("😀 the 👩‍👧 bank", ["😀", "the", "👩‍👧", "bank"]),
        ("שלום the", ["שלום", "the"]),
        ("日本 the", ["日", "本", "the"]),
        ("the ẹ́ bank", ["the", "ẹ́", "bank"]),
        ("x\0 the\tbank\n", ["x", "the", "bank"]),
    ],
)
def test_word_pieces_are_where_their_offsets_say(sentence: str, expected: list[str]) -> None:
    actual = slices(WORD_PIECES.tokens(sentence))
    # A zero-width joiner or a combining mark at the edge of a word may be dropped by the tokenizer's clean-up.
    assert [part.rstrip("\u0301\u0323") for part in actual] == [part.rstrip("\u0301\u0323") for part in expected]


@pytest.mark.parametrize(
    "sentence", ["The BANK", "é CAFÉ", "😀 the 👩‍👧", "שלום the", "日本", "e\u0301", "a\0b", "a  b"]
)
def test_byte_pairs_cover_every_character_that_is_no_space(sentence: str) -> None:
    tokens = BYTE_PAIRS.tokens(sentence)
    covered = {place for token in tokens.items for place in range(token.start, token.end)}
    assert {place for place, character in enumerate(sentence) if not character.isspace()} <= covered


@BOTH
@pytest.mark.parametrize("typed", ["[MASK]", "<mask>", "[mask]", "<MASK>"])
def test_a_mask_may_be_typed_in_either_way(tokenizer: SentenceTokenizer, typed: str) -> None:
    tokens = tokenizer.tokens(f"the {typed} of france")
    (position,) = tokens.typed_masks
    mask = tokens.items[position]
    assert (mask.id, mask.text, mask.special) == (tokenizer.mask_id, "[MASK]", False)
    assert tokens.sentence[mask.start : mask.end] == typed
    assert position not in tokens.maskable


@pytest.mark.parametrize("sides", [{"lstrip": True}, {"rstrip": True}, {"lstrip": True, "rstrip": True}], ids=str)
def test_tokens_that_take_spaces_along_stand_where_they_were_typed(sides: dict[str, bool]) -> None:
    plain = word_piece()
    plain.add_special_tokens({"mask_token": AddedToken("[MASK]", special=True, **sides)})
    plain.add_tokens([AddedToken("<url>", special=True, **sides)], special_tokens=True)
    tokens = SentenceTokenizer(plain, positions=POSITIONS).tokens("the  [MASK]  of  <url>  and")
    assert {"[MASK]", "<url>"} <= {tokens.sentence[token.start : token.end] for token in tokens.items}


@BOTH_AND_PLAIN
@pytest.mark.parametrize("sentence", [*TEXT, "She isn't here, is she?", "a  b   c", "the bank of paris"])
def test_ids_of_ordinary_text_are_those_of_transformers(
    tokenizer: SentenceTokenizer, plain: PreTrainedTokenizerBase, sentence: str
) -> None:
    assert list(tokenizer.tokens(sentence).ids) == plain(sentence)["input_ids"]


@BOTH_AND_PLAIN
@pytest.mark.parametrize(
    "sentence",
    [
        "the {} of france",
        "{} of france",
        "the capital of {}.",
        "the {} {} of",
        "the{}of",
        "the  {}  of",
        "{}",
        "{}{}",
        "un{}s",
    ],
)
def test_ids_of_text_with_masks_are_those_of_transformers(
    tokenizer: SentenceTokenizer, plain: PreTrainedTokenizerBase, sentence: str
) -> None:
    theirs = plain(sentence.replace("{}", plain.mask_token))["input_ids"]
    assert list(tokenizer.tokens(sentence.replace("{}", "[MASK]")).ids) == theirs


@BOTH
@given(words=st.lists(st.sampled_from([*TEXT[1].split(), "[MASK]", "xyz"]), min_size=1, max_size=12))
@settings(max_examples=scaled(60))
def test_any_sentence_of_words_and_masks_reads_as_transformers_reads_it(
    tokenizer: SentenceTokenizer, words: list[str]
) -> None:
    plain = PLAIN["word pieces" if tokenizer is WORD_PIECES else "byte pairs"]
    theirs = plain(" ".join(words).replace("[MASK]", plain.mask_token))["input_ids"]
    assert list(tokenizer.tokens(" ".join(words)).ids) == theirs


@pytest.mark.parametrize("kind", READ)
@pytest.mark.parametrize("sentence", NASTY)
def test_every_kind_of_tokenizer_reads_a_text_as_transformers_does(kind: str, sentence: str) -> None:
    tokens, plain = READ[kind].tokens(sentence), kinds.PLAIN[kind]
    written = re.sub(r"(?i)\[mask\]|<mask>", plain.mask_token, sentence.replace("\ud83d", "?"))
    assert list(tokens.ids) == plain(written)["input_ids"]
    inner = [token for token in tokens.items if not token.special]
    assert all(0 <= token.start <= token.end <= len(sentence) for token in inner)
    for token in inner:
        assert token.text
        assert not (token.typed_mask and tokens.sentence[token.start : token.end].lower() not in ("[mask]", "<mask>"))
    assert len(tokens.typed_masks) == len(re.findall(r"(?i)\[mask\]|<mask>", sentence))
    covered = {place for token in inner for place in range(token.start, token.end)}
    letters = {place for place, letter in enumerate(tokens.sentence) if letter.isascii() and letter.isalnum()}
    assert letters <= covered


@pytest.mark.parametrize("kind", READ)
def test_every_kind_of_tokenizer_reads_a_pair_as_transformers_does(kind: str) -> None:
    for first, second in zip(NASTY, reversed(NASTY), strict=True):
        plain = kinds.PLAIN[kind]
        written = [
            re.sub(r"(?i)\[mask\]|<mask>", plain.mask_token, text.replace("\ud83d", "?")) for text in (first, second)
        ]
        tokens = READ[kind].pair(first, second)
        assert list(tokens.ids) == plain(*written)["input_ids"]
        assert tokens.second is not None
        for token in tokens.items:
            text = (tokens.sentence, tokens.second)[token.segment]
            assert not token.typed_mask or text[token.start : token.end].lower() in ("[mask]", "<mask>")


@given(parts=st.lists(st.sampled_from([*NASTY, " ", "  ", "é", "\u0301", "日", "[SEP]", "</s>"]), max_size=4))
@pytest.mark.parametrize("kind", READ)
@settings(max_examples=scaled(40))
def test_any_text_reads_as_transformers_reads_it(kind: str, parts: list[str]) -> None:
    sentence, plain = "the " + "".join(parts).replace("\ud83d", "?"), kinds.PLAIN[kind]
    written = re.sub(r"(?i)\[mask\]|<mask>", plain.mask_token, sentence)
    assert list(READ[kind].tokens_of_any_length(sentence).ids) == plain(written, verbose=False)["input_ids"]


@pytest.mark.parametrize(
    ("tokenizer", "typed"),
    [
        (WORD_PIECES, "[SEP]"),
        (WORD_PIECES, "[CLS]"),
        (WORD_PIECES, "[UNK]"),
        (BYTE_PAIRS, "</s>"),
        (NEXT_WORD, "<|endoftext|>"),
    ],
)
def test_a_typed_special_token_is_that_token_and_says_so(tokenizer: SentenceTokenizer, typed: str) -> None:
    tokens = tokenizer.tokens(f"the {typed} bank {typed}")
    positions = [position for position, token in enumerate(tokens.items) if token.typed_special]
    assert len(positions) == 2
    assert {tokenizer.raw_token(tokens.ids[position]) for position in positions} == {typed}
    assert [tokens.sentence[tokens.items[p].start : tokens.items[p].end] for p in positions] == [typed, typed]
    assert set(positions) <= set(tokens.maskable)
    assert tokens.typed_specials == (typed,)


@pytest.mark.parametrize("kind", READ)
def test_a_tile_holds_its_word_and_no_space_beside_it(kind: str) -> None:
    """Typing over a tile, or hiding it, leaves the spaces around it."""
    tokens = READ[kind].tokens("the  bank of [MASK] and <mask> here ")
    for token in tokens.items:
        covered = tokens.sentence[token.start : token.end]
        assert covered == covered.strip() or not covered.strip()
    assert {"the", "of", "[MASK]", "<mask>"} <= {tokens.sentence[start:end] for start, end in whole_word_spans(tokens)}


def whole_word_spans(tokens: Tokens) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for token in tokens.items:
        if token.continues and not tokens.sentence[spans[-1][0] : spans[-1][1]].isspace():
            spans[-1] = (spans[-1][0], token.end)
        elif token.continues:
            spans[-1] = (token.start, token.end)
        elif not token.special:
            spans.append((token.start, token.end))
    return spans


@pytest.mark.parametrize("kind", READ)
def test_words_that_no_piece_writes_are_not_typed_marks(kind: str) -> None:
    assert READ[kind].tokens("the zebra 日本 [MASK] [SEP ] CLS").typed_specials == ()


def test_marks_of_words_are_shown_in_no_kind() -> None:
    for kind, tokenizer in READ.items():
        shown = [
            token.text for token in tokenizer.tokens("the bank  of unbelievable rivers").items if not token.special
        ]
        assert not [text for text in shown if "</w>" in text or "▁" in text or "Ġ" in text], kind
        assert {"the", "bank"} <= tokenizer.whole_words.keys() or kind.startswith("Unigram"), kind


def test_a_run_of_unknown_letters_is_one_unknown_piece() -> None:
    tokens = READ["Unigram, a space always"].tokens("the 日本語")
    (unknown,) = [token for token in tokens.items if token.text == "<unk>"]
    assert tokens.sentence[unknown.start : unknown.end].strip() == "日本語"


def test_a_tokenizer_that_breaks_down_is_an_error_for_its_visitor_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: BaseException = PanicException("index out of bounds")

    def encode(*texts: str, verbose: bool) -> object:
        raise raised

    tokenizer = SentenceTokenizer(word_piece(), positions=POSITIONS)
    monkeypatch.setattr(tokenizer, "_tokenizer", encode)
    tokenizer.mask_id = None
    with pytest.raises(UserError, match="cannot read"):
        tokenizer.tokens("the bank")
    raised = Exception("WordPiece error: Missing [UNK] token from the vocabulary")
    with pytest.raises(UserError, match="cannot read"):
        tokenizer.tokens("the bank")
    raised = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        tokenizer.tokens("the bank")


def test_pieces_that_go_on_with_a_word_say_so() -> None:
    tokens = WORD_PIECES.tokens("the banks, uns")
    assert [(t.text, t.continues) for t in tokens.items if not t.special] == [
        ("the", False),
        ("bank", False),
        ("s", True),
        (",", False),
        ("un", False),
        ("s", True),
    ]
    (s,) = {token.id for token in tokens.items if token.text == "s"}
    assert WORD_PIECES.continues(s)
    assert WORD_PIECES.text(s) == "s"
    assert not WORD_PIECES.continues(tokens.items[1].id)


def test_a_typed_number_sign_is_no_mark_of_byte_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_models, "TEXT", ["## heading"] * 9)
    plain = byte_pairs(None)
    (sign,) = plain("##")["input_ids"]
    tokenizer = SentenceTokenizer(plain, positions=POSITIONS)
    assert tokenizer.text(sign) == "##"
    assert not tokenizer.continues(sign)
    assert [token.text for token in tokenizer.tokens("##").items] == ["##"]


def test_a_piece_with_an_accent_loses_the_mark_of_word_pieces_too() -> None:
    vocabulary = {word: number for number, word in enumerate([*WORDS[:5], "a", "caf", "##é"])}
    tokenizer = SentenceTokenizer(BertTokenizer(vocab=vocabulary, do_lower_case=False), positions=POSITIONS)
    assert tokenizer.text(vocabulary["##é"]) == "é"
    assert tokenizer.continues(vocabulary["##é"])
    assert [token.text for token in tokenizer.tokens("café").items[1:-1]] == ["caf", "é"]


def test_letters_of_more_than_one_byte_are_shown_as_themselves() -> None:
    inner = [token for token in BYTE_PAIRS.tokens("é").items if not token.special]
    assert {token.text for token in inner} == {"é"}
    assert all((token.start, token.end) == (0, 1) for token in inner)


def test_no_piece_is_shown_with_the_marks_of_its_vocabulary() -> None:
    shown = [token.text for token in BYTE_PAIRS.tokens("the  bank é zzz").items]
    assert not [text for text in shown if "Ġ" in text or "Ã" in text]
    assert "␣" in shown
    assert all(NEXT_WORD.text(i).strip() for i in range(PLAIN["byte pairs"].vocab_size - 5))


def test_a_sentence_is_tokenized_once_for_everything_on_a_page(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = opened().tokenizer
    request: list[list[str]] = []
    plain = SentenceTokenizer._encode
    monkeypatch.setattr(
        SentenceTokenizer, "_encode", lambda itself, texts: request.append(texts) or plain(itself, texts)
    )
    first = tokenizer.tokens("a sentence of nobody else")
    assert tokenizer.tokens("a sentence of nobody else") is first
    assert request == [["a sentence of nobody else"]]
    assert tokenizer.pair("a sentence of nobody else", "and another") != first


@pytest.mark.parametrize("kind", READ)
def test_every_unknown_token_names_the_text_in_its_place(kind: str) -> None:
    sentence = "the 🍕 zebra [UNK] <unk> 日本 bank ⡇⠎⠁."
    tokens, unknown_id = READ[kind].tokens(sentence), READ[kind].unknown_id
    named = tokens.unknown_texts
    typed = {token.text for token in tokens.items if token.typed_special}
    unknown = [token for token in tokens.items if unknown_id is not None and token.id == unknown_id]
    assert {token.text for token in unknown} == {*named.values(), *(typed & {token.text for token in unknown})}
    assert all(text.strip() and text in sentence for text in named)
    assert not {"[UNK]", "<unk>"} & set(named) or "[UNK]" not in typed | {"<unk>"}


def test_word_pieces_lack_emoji_and_bytes_lack_nothing() -> None:
    sentence = "the 🍕 bank 🍕 of the 🐈 here"
    assert WORD_PIECES.tokens(sentence).unknown_texts == {"🍕": "[UNK]", "🐈": "[UNK]"}
    assert WORD_PIECES.tokens("the [UNK] bank").unknown_texts == {}
    assert WORD_PIECES.pair("the bank", "a 🍕").unknown_texts == {"🍕": "[UNK]"}
    assert BYTE_PAIRS.tokens(sentence).unknown_texts == NEXT_WORD.tokens(sentence).unknown_texts == {}
