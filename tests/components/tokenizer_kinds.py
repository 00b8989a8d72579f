"""A small tokenizer of every kind that models have, as transformers opens it: the same ones every time."""

import json
from collections.abc import Callable
from pathlib import Path

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertForMaskedLM, BertTokenizer, PreTrainedTokenizerBase, PreTrainedTokenizerFast

from components.model.tokens.tokenization import SentenceTokenizer
from tests.components.small_models import SIZES, TEXT, WORDS, byte_pairs, word_piece

ADDED = ("[E1]", "[/E1]", "<url>")  # as a checkpoint for relations adds them
_LETTERS = "abcdefghijklmnopqrstuvwxyz.,'!?"
_MARKS = ["<s>", "<pad>", "</s>", "<unk>"]


def _fast(raw: Tokenizer, *, mask: str = "<mask>", mask_takes_space: bool = True) -> PreTrainedTokenizerFast:
    raw.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[(mark, raw.token_to_id(mark)) for mark in ("<s>", "</s>")],
    )
    fast = PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token="<pad>",
        cls_token="<s>",
        sep_token="</s>",
        unk_token="<unk>" if raw.token_to_id("<unk>") is not None else None,
    )
    fast.add_special_tokens({"mask_token": AddedToken(mask, lstrip=mask_takes_space, special=True)})
    return fast


def _unigram(scheme: str, *, byte_fallback: bool = False) -> PreTrainedTokenizerFast:
    raw = Tokenizer(models.Unigram())
    raw.normalizer = normalizers.NFKC()
    raw.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme)
    raw.decoder = decoders.Metaspace(prepend_scheme=scheme)
    bytes_ = [f"<0x{number:02X}>" for number in range(256)] if byte_fallback else []
    trainer = trainers.UnigramTrainer(
        vocab_size=120 + len(bytes_),
        special_tokens=[*_MARKS, *bytes_],
        unk_token="<unk>",
        initial_alphabet=[*_LETTERS, "▁"],
        show_progress=False,
    )
    raw.train_from_iterator(TEXT * 20, trainer)
    if byte_fallback:
        raw = _with_byte_fallback(raw)
    return _fast(raw)


def _with_byte_fallback(raw: Tokenizer) -> Tokenizer:
    file = json.loads(raw.to_str())
    file["model"]["byte_fallback"] = True
    # Bytes are pieces like others, and no marks: a "<0xE6>" that somebody types is text.
    file["added_tokens"] = [token for token in file["added_tokens"] if not token["content"].startswith("<0x")]
    return Tokenizer.from_str(json.dumps(file))


def _end_of_word() -> PreTrainedTokenizerFast:
    raw = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"))
    raw.normalizer = normalizers.BertNormalizer(lowercase=True)
    raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    raw.decoder = decoders.BPEDecoder(suffix="</w>")
    alphabet = list(_LETTERS)
    trainer = trainers.BpeTrainer(
        vocab_size=260, special_tokens=_MARKS, end_of_word_suffix="</w>", initial_alphabet=alphabet, show_progress=False
    )
    raw.train_from_iterator(TEXT * 5, trainer)
    return _fast(raw)


def _byte_fallback_pairs() -> PreTrainedTokenizerFast:
    """As Llama's and Gemma's: no words beforehand, a mark for every space, bytes for what no piece has."""
    raw = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    raw.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    raw.pre_tokenizer = pre_tokenizers.Split("▁", behavior="merged_with_next")
    bytes_ = [f"<0x{number:02X}>" for number in range(256)]
    trainer = trainers.BpeTrainer(
        vocab_size=420, special_tokens=[*_MARKS, *bytes_], initial_alphabet=[*_LETTERS, "▁"], show_progress=False
    )
    raw.train_from_iterator(TEXT * 5, trainer)
    raw = _with_byte_fallback(raw)
    raw.pre_tokenizer = None
    return _fast(raw)


def _word_level() -> PreTrainedTokenizerFast:
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    raw = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    raw.normalizer = normalizers.BertNormalizer(lowercase=True)
    raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    raw.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
    )


def _with_added_tokens() -> BertTokenizer:
    tokenizer = word_piece()
    tokenizer.add_special_tokens({"additional_special_tokens": list(ADDED)})
    tokenizer.add_tokens(["covid", "new york"])
    return tokenizer


_KINDS: dict[str, Callable[[], PreTrainedTokenizerBase]] = {
    "WordPiece": word_piece,
    "WordPiece with added tokens": _with_added_tokens,
    "WordLevel": _word_level,
    "byte-level BPE": lambda: byte_pairs("<mask>"),
    "BPE with ends of words": _end_of_word,
    "BPE with bytes for the rest": _byte_fallback_pairs,
    "Unigram, a space first": lambda: _unigram("first"),
    "Unigram, a space always": lambda: _unigram("always"),
    "Unigram with bytes for the rest": lambda: _unigram("always", byte_fallback=True),
}
PLAIN: dict[str, PreTrainedTokenizerBase] = {name: make() for name, make in _KINDS.items()}
READ: dict[str, SentenceTokenizer] = {name: SentenceTokenizer(PLAIN[name], positions=512) for name in PLAIN}

NASTY = (
    "The bank of the river.",
    "the [MASK] of france",
    "[CLS] the man went to the [MASK] . [SEP]",
    "<s> the bank </s>",
    "I have [UNK] and a [MASK].",
    "I have <unk> and a <mask>.",
    "The bank [PAD] [MASK].",
    "[E1] tom [/E1] lives in [MASK].",
    "see <url> for [MASK].",
    "covid in new york, [MASK]",
    "the bank of [MASK] ",
    " the bank",
    "the  bank   of [MASK]",
    "the\tbank\n of",
    "the[MASK]of",
    "[MASK][MASK] [mask] <MASK>",
    "I love it 😀👍 ẞ",
    "日本語 and 한국어",
    "Zürich — crème brûlée",
    "e\u0301 \u200d \u202ebank",
    "##ing </w> ▁the Ġbank <0xE6>",
    "unbelievables",
    "\ud83d the bank",
    "x" * 120,
)


def save_model(kind: str, folder: Path) -> None:
    """A small BERT with weights drawn at random, and a tokenizer of one kind, as an operator's folder has them."""
    torch.manual_seed(0)
    config = BertConfig(**SIZES, vocab_size=len(PLAIN[kind]), pad_token_id=0, max_position_embeddings=200)
    BertForMaskedLM(config).save_pretrained(folder)
    PLAIN[kind].save_pretrained(folder)
