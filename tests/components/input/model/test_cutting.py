"""Cutting by hand ends with the tokenizer's own pieces, and no longer piece would have matched."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers
from transformers import AutoTokenizer, PreTrainedTokenizerBase, PreTrainedTokenizerFast

from components.input.model.cutting import (
    MASK,
    Rule,
    TokenizedWord,
    apply_byte_pairs,
    apply_unigram,
    apply_whole_word,
    apply_word_piece,
    read_vocabulary,
    tokenize_words,
)
from components.input.model.presets import INPUT_PRESETS
from components.model.blanks.blank_probes import blank_probes
from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.inference.engine import Engine
from components.model.tokens.text_limits import is_visually_empty
from components.model.tokens.tokenization import SentenceTokenizer
from components.model.user_errors import UserError
from tests.components.small_models import TEXT
from tests.components.small_tokenizers import BOTH, BYTE_PAIRS, WORD_PIECES
from tests.components.tokenizer_kinds import NASTY, READ
from tests.examples import scaled

REAL_VOCABULARY = Path(__file__).parents[5] / "shared" / "data" / "bert-base-uncased" / "vocab.txt"
ALPHABET = st.characters(codec="utf-8", exclude_characters="\r\x85\u2028\u2029")
ODD = (
    "unbelievably",
    "can't",
    "Zürich — crème brûlée",
    "日本語 and 한국어",
    "🍕🐈 👩‍👩‍👧",
    "\u0000a\u0007b",
    "a\u200bb\u00adc",
    "[SEP] [PAD] [CLS]",
    "x" * 101,
    "##ing ## #",
    "İstanbul ǅ ﬁ",
)


def _unigram_tokenizer() -> SentenceTokenizer:
    raw = Tokenizer(models.Unigram())
    raw.normalizer = normalizers.NFKC()
    raw.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=90, special_tokens=["<unk>", "<mask>"], unk_token="<unk>")
    raw.train_from_iterator(TEXT * 20, trainer)
    return SentenceTokenizer(
        PreTrainedTokenizerFast(tokenizer_object=raw, unk_token="<unk>", mask_token="<mask>"), positions=500
    )


UNIGRAM = _unigram_tokenizer()


def pieces_of(words: tuple[TokenizedWord, ...]) -> list[str]:
    return [piece for word in words for piece in word.pieces]


def own_pieces(tokenizer: SentenceTokenizer, sentence: str) -> list[str]:
    """What the tokenizer itself makes of a text, with masks as they are written here."""
    items = tokenizer.tokens_of_any_length(sentence).items
    return [MASK if token.typed_mask else tokenizer.raw_token(token.id) for token in items if not token.special]


@BOTH
@pytest.mark.parametrize("sentence", [*TEXT, "She [MASK] unbelievable banks!"])
def test_it_ends_with_the_tokenizers_own_pieces(tokenizer: SentenceTokenizer, sentence: str) -> None:
    assert pieces_of(tokenize_words(tokenizer, sentence)) == own_pieces(tokenizer, sentence)


@pytest.mark.parametrize("sentence", TEXT)
def test_the_likeliest_way_is_the_tokenizers(sentence: str) -> None:
    assert read_vocabulary(UNIGRAM.backend).rule is Rule.UNIGRAM
    assert pieces_of(tokenize_words(UNIGRAM, sentence)) == own_pieces(UNIGRAM, sentence)


@pytest.mark.parametrize("model_id", ["minilm", "pocket-bert"])
def test_real_sentences_are_cut_as_their_models_cut_them(engine: Engine, model_id: str) -> None:
    tokenizer = engine.open_model(model_id).tokenizer
    for sentence in (*(preset.sentence for preset in INPUT_PRESETS), *(p.sentence for p in blank_probes()), *ODD):
        assert pieces_of(tokenize_words(tokenizer, sentence)) == own_pieces(tokenizer, sentence), sentence


@pytest.fixture(scope="module")
def published() -> PreTrainedTokenizerBase:
    """The tokenizer as transformers opens it, with nothing of the app around it."""
    return AutoTokenizer.from_pretrained(POCKET_FOLDER / "minilm")


@settings(max_examples=scaled(2000))
@given(text=st.text(ALPHABET, min_size=1, max_size=60))
def test_any_text_gets_the_ids_that_transformers_gives_it(
    engine: Engine, published: PreTrainedTokenizerBase, text: str
) -> None:
    tokenizer = engine.open_model("minilm").tokenizer
    try:
        words = tokenize_words(tokenizer, text)
    except UserError:
        assert not published(text, add_special_tokens=False)["input_ids"] or is_visually_empty(text)
        return
    assert [MASK for word in words if word.normalized == MASK] == [MASK] * len(re.findall(r"(?i)\[mask\]|<mask>", text))
    if MASK in pieces_of(words):
        return  # a mask that is written as another vocabulary writes it
    ids = [read_vocabulary(tokenizer.backend).pieces[piece] for piece in pieces_of(words)]
    assert ids == published(text, add_special_tokens=False)["input_ids"]
    for word in words:
        assert 0 <= word.start < word.end <= len(text)


@pytest.mark.parametrize("kind", READ)
@pytest.mark.parametrize("sentence", NASTY)
def test_every_kind_of_vocabulary_cuts_as_its_tokenizer_does(kind: str, sentence: str) -> None:
    words = tokenize_words(READ[kind], sentence)
    assert pieces_of(words) == own_pieces(READ[kind], sentence)
    for word in words:
        if word.steps:
            assert word.steps[-1].in_vocabulary or not word.known or "<0x" in "".join(word.pieces)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("WordPiece", Rule.WORD_PIECE),
        ("BPE with ends of words", Rule.BYTE_PAIRS),
        ("BPE with bytes for the rest", Rule.BYTE_PAIRS),
        ("Unigram with bytes for the rest", Rule.UNIGRAM),
        ("WordLevel", Rule.WHOLE_WORDS),
    ],
)
def test_the_steps_of_every_kind_end_with_its_pieces(kind: str, rule: Rule) -> None:
    """One by one: the rule worked out here gives what the tokenizer gives, so that steps can be shown."""
    vocabulary = read_vocabulary(READ[kind].backend)
    assert vocabulary.rule is rule
    by_hand = {Rule.WORD_PIECE: apply_word_piece, Rule.BYTE_PAIRS: apply_byte_pairs, Rule.UNIGRAM: apply_unigram}.get(
        rule, apply_whole_word
    )
    for word in tokenize_words(READ[kind], "the unbelievable bank, é zebra quoits 日本 of attention!"):
        assert by_hand(vocabulary, word.normalized)[1] == word.pieces, word


def test_a_vocabulary_of_whole_words_cuts_nothing() -> None:
    words = tokenize_words(READ["WordLevel"], "The bank of zebra.")
    assert [word.pieces for word in words] == [("the",), ("bank",), ("of",), ("[UNK]",), (".",)]
    assert [word.known for word in words] == [True, True, True, False, True]


def test_the_end_of_a_word_is_a_mark_of_its_last_letter() -> None:
    words = tokenize_words(READ["BPE with ends of words"], "the bank")
    assert pieces_of(words) == ["the</w>", "bank</w>"]
    assert [word.normalized for word in words] == ["the", "bank"]
    assert words[1].steps[-1].pieces == ("bank</w>",)


def test_unknown_letters_in_a_row_are_one_unknown_piece() -> None:
    (word,) = tokenize_words(READ["Unigram, a space always"], "😀👍")
    assert word.pieces == ("▁", "<unk>")
    assert not word.known
    assert word.steps


@pytest.mark.parametrize("length", [1_000, pytest.param(90_000, marks=pytest.mark.thorough)])
def test_a_word_of_any_length_is_cut_without_its_steps(length: int) -> None:
    for kind in READ:
        words = tokenize_words(READ[kind], "a" * length)
        assert sum(len(word.steps) for word in words) < 10


def test_many_long_words_have_steps_up_to_a_limit() -> None:
    words = tokenize_words(WORD_PIECES, " ".join(["a" * 100] * 900))
    assert len(words) == 900
    assert words[0].steps
    assert not words[-1].steps


def test_unbelievably_is_cut_as_bert_cuts_it(engine: Engine) -> None:
    (word,) = tokenize_words(engine.open_model("minilm").tokenizer, "unbelievably")
    assert word.pieces == ("un", "##bel", "##ie", "##va", "##bly")
    (whole,) = tokenize_words(engine.open_model("minilm").tokenizer, "rainforest")
    assert whole.pieces == ("rainforest",)


@given(word=st.text(st.sampled_from("abeilnuvysz"), min_size=1, max_size=20))
def test_no_longer_piece_would_have_matched(engine: Engine, word: str) -> None:
    vocabulary = read_vocabulary(engine.open_model("minilm").tokenizer.backend)
    steps, pieces = apply_word_piece(vocabulary, word)
    index = 0
    for number, piece in enumerate(pieces):
        bare = piece.removeprefix("##")
        for end in range(index + len(bare) + 1, len(word) + 1):
            assert ("##" if number else "") + word[index:end] not in vocabulary.pieces
        index += len(bare)
    assert index == len(word)
    assert [step.tried for step in steps if step.in_vocabulary] == list(pieces)


def test_each_step_keeps_the_letters_of_the_word() -> None:
    (word,) = tokenize_words(WORD_PIECES, "unbelievables")
    assert word.known
    for step in word.steps:
        assert "".join(piece.removeprefix("##") for piece in step.pieces) == "unbelievables"
    words = tokenize_words(BYTE_PAIRS, "the bank")
    assert all("".join(step.pieces) == word.normalized for word in words for step in word.steps)


def test_a_word_that_no_piece_begins_is_unknown() -> None:
    (word,) = tokenize_words(WORD_PIECES, "zebra")
    assert word.pieces == ("[UNK]",)
    assert not word.known


@pytest.mark.skipif(not REAL_VOCABULARY.exists(), reason="the published vocabulary is not on this machine")
def test_the_vocabulary_that_ships_is_the_published_one(engine: Engine) -> None:
    published = REAL_VOCABULARY.read_text(encoding="utf-8").split("\n")[:-1]
    pieces = read_vocabulary(engine.open_model("minilm").tokenizer.backend).pieces
    assert [piece for piece, _ in sorted(pieces.items(), key=lambda entry: entry[1])] == published
