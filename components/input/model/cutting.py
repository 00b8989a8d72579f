"""How a vocabulary splits a text into word pieces, step by step, for each kind of tokenizer.

- *WordPiece* (BERT; Wu et al. 2016, https://arxiv.org/abs/1609.08144): the longest prefix of a word that
  is a piece is split off, then the longest prefix of the rest, which is written with "##". If no piece is a prefix of
  the rest, the whole word is unknown.
- *Byte-pair encoding* (GPT-2, RoBERTa, ModernBERT; Sennrich et al. 2016, https://arxiv.org/abs/1508.07909): a word
  begins as its bytes or letters, and of all neighbours the pair that was learned first is joined, until no pair is
  known. In some vocabularies the last letter of a word carries a mark, "</w>".
- *Unigram* (ALBERT, T5, XLM-RoBERTa; Kudo 2018, https://arxiv.org/abs/1804.10959): every piece has a log-probability,
  and of all ways to cut a word the one with the largest sum is taken, found from left to right (Viterbi).
- *Whole words*: a word is in the vocabulary, or unknown.

The pieces are those that the tokenizer itself gives. The steps are worked out here, and shown only where they end with
the same pieces: a tokenizer may do more than its kind's rule says.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # pages know these results, and are not to wait for what reads text
    from tokenizers import Tokenizer

    from components.model.results import Token
    from components.model.tokens.tokenization import SentenceTokenizer

LONGEST_WORD = 100  # letters: past this WordPiece calls a word unknown, and others are not shown step by step
SEARCH_LIMIT = 1_000_000  # squared letters of all words: the steps of what is left then are not worked out
VOCABULARIES_CACHED = 8  # vocabularies
MASK = "[MASK]"
_BYTE = re.compile("<0x[0-9A-F]{2}>")


class Rule(StrEnum):
    """The kinds of tokenizer models."""

    WORD_PIECE = "WordPiece"
    BYTE_PAIRS = "byte-pair encoding"
    UNIGRAM = "unigram"
    WHOLE_WORDS = "whole words"


@dataclass(frozen=True)
class SplitStep:
    """One step of splitting a word.

    Attributes:
        pieces: The pieces of the word after the step.
        index: Which of ``pieces`` the step is about.
        tried: The piece that was looked up.
        in_vocabulary: Whether the vocabulary has it.
        score: The number of the merge, or the log-probability so far; None for other rules.
    """

    pieces: tuple[str, ...]
    index: int
    tried: str
    in_vocabulary: bool
    score: float | None = None


@dataclass(frozen=True)
class TokenizedWord:
    """How one word was split.

    Attributes:
        word: The word in the text.
        normalized: The word after normalisation, for example without accents or capitals, or as bytes.
        steps: The steps in order; empty if nothing was tried, or if the rule does not lead to ``pieces``.
        pieces: The word pieces.
        start: The index of its first character in the text.
        end: The index after its last character.
        known: Whether the vocabulary can write all of it.
    """

    word: str
    normalized: str
    steps: tuple[SplitStep, ...]
    pieces: tuple[str, ...]
    start: int
    end: int
    known: bool = True


@dataclass(frozen=True)
class Vocabulary:
    """A tokenizer's model, with the field names of the tokenizers library where there are any.

    Attributes:
        rule: The kind of model.
        pieces: The id of every piece.
        continuation_prefix: The prefix of pieces inside a word.
        end_of_word_suffix: The suffix of pieces that end a word.
        unknown: The unknown token; empty if there is none.
        max_word_length: Longer words, in letters, are unknown.
        merges: The number of each merge, by pair.
        scores: Log-probabilities of pieces.
        byte_fallback: Whether what no piece writes becomes its bytes.
        fuse_unk: Whether unknown letters in a row become one unknown token.
        ignore_merges: Whether a word that is a piece is taken before any merge.
    """

    rule: Rule
    pieces: dict[str, int]
    continuation_prefix: str = "##"
    end_of_word_suffix: str = ""
    unknown: str = "[UNK]"
    max_word_length: int = LONGEST_WORD
    merges: dict[tuple[str, str], int] | None = None
    scores: dict[str, float] | None = None
    byte_fallback: bool = False
    fuse_unk: bool = True
    ignore_merges: bool = False


def tokenize_words(tokenizer: "SentenceTokenizer", sentence: str) -> tuple[TokenizedWord, ...]:
    """Every word of a sentence, and how it is split; a mask is a word of its own.

    Raises:
        UserError: The sentence cannot be read.
    """
    tokens = tokenizer.tokens_of_any_length(sentence)
    vocabulary, letters_left = read_vocabulary(tokenizer.backend), SEARCH_LIMIT
    words: list[TokenizedWord] = []
    for group in _words([token for token in tokens.items if not token.special]):
        start, end = min(token.start for token in group), max(token.end for token in group)
        word, pieces = tokens.sentence[start:end], tuple(tokenizer.raw_token(token.id) for token in group)
        if group[0].typed_mask:
            words.append(TokenizedWord(word, MASK, (), (MASK,), start, end))
            continue
        known = tokenizer.unknown_id not in [token.id for token in group]
        if group[0].id in tokenizer.added_tokens and (known or group[0].typed_special):
            words.append(TokenizedWord(word, pieces[0], (), pieces, start, end, known))
            continue
        read = _normalized_text(tokenizer, tokens.sentence, group, vocabulary)
        letters_left -= min(len(read), LONGEST_WORD) ** 2
        steps = _steps(vocabulary, read, pieces) if letters_left >= 0 else ()
        words.append(TokenizedWord(word, read, steps, pieces, start, end, known))
    return tuple(words)


@lru_cache(VOCABULARIES_CACHED)
def read_vocabulary(backend: "Tokenizer") -> Vocabulary:
    """Read a tokenizer's model from its serialised form; cached."""
    model: dict[str, Any] = json.loads(backend.to_str())["model"]
    unknown = model.get("unk_token") or ""
    match model.get("type"):
        case "WordPiece":
            joint, longest = model["continuing_subword_prefix"], model["max_input_chars_per_word"]
            return Vocabulary(
                Rule.WORD_PIECE, model["vocab"], continuation_prefix=joint, unknown=unknown, max_word_length=longest
            )
        case "BPE":
            pairs = (pair.split(" ") if isinstance(pair, str) else pair for pair in model["merges"])
            return Vocabulary(
                Rule.BYTE_PAIRS,
                model["vocab"],
                continuation_prefix=model.get("continuing_subword_prefix") or "",
                end_of_word_suffix=model.get("end_of_word_suffix") or "",
                unknown=unknown,
                merges={(left, right): number for number, (left, right) in enumerate(pairs)},
                byte_fallback=bool(model.get("byte_fallback")),
                fuse_unk=bool(model.get("fuse_unk")),
                ignore_merges=bool(model.get("ignore_merges")),
            )
        case "WordLevel":
            return Vocabulary(Rule.WHOLE_WORDS, model["vocab"], continuation_prefix="", unknown=unknown)
        case _:
            return Vocabulary(
                Rule.UNIGRAM,
                {piece: number for number, (piece, _) in enumerate(model["vocab"])},
                continuation_prefix="",
                unknown=model["vocab"][model["unk_id"]][0] if model.get("unk_id") is not None else "",
                scores=dict(model["vocab"]),
                byte_fallback=bool(model.get("byte_fallback")),
            )


def _words(items: list["Token"]) -> Iterator[list["Token"]]:
    """The tokens of each word."""
    group: list[Token] = []
    for token in items:
        if group and not token.continues:
            yield group
            group = []
        group.append(token)
    if group:
        yield group


def _normalized_text(
    tokenizer: "SentenceTokenizer", sentence: str, group: list["Token"], vocabulary: Vocabulary
) -> str:
    """A word after normalisation: its pieces without prefixes and suffixes, and unknown parts as normalised."""
    parts: list[str] = []
    unwritten_end = 0  # several unknown pieces may stand for one letter
    for is_byte, tokens in groupby(group, lambda token: _is_byte(tokenizer.raw_token(token.id), vocabulary)):
        pieces = list(tokens)
        if is_byte:
            parts.append(
                bytes(int(tokenizer.raw_token(token.id)[3:5], 16) for token in pieces).decode("utf-8", "replace")
            )
            continue
        for token in pieces:
            if token.id == tokenizer.unknown_id:
                surface, normalizer = (
                    sentence[max(token.start, unwritten_end) : token.end],
                    tokenizer.backend.normalizer,
                )
                parts.append((normalizer.normalize_str(surface) if normalizer and surface else surface).strip(" "))
                unwritten_end = token.end
            else:
                bare = tokenizer.raw_token(token.id).removesuffix(vocabulary.end_of_word_suffix)
                parts.append(bare.removeprefix(vocabulary.continuation_prefix) if token is not group[0] else bare)
    return "".join(parts)


def _is_byte(piece: str, vocabulary: Vocabulary) -> bool:
    return vocabulary.byte_fallback and _BYTE.fullmatch(piece) is not None


def _steps(vocabulary: Vocabulary, read: str, pieces: tuple[str, ...]) -> tuple[SplitStep, ...]:
    """The steps that lead to ``pieces``; empty if the rule leads elsewhere or the word is too long."""
    if len(read) > LONGEST_WORD and not (vocabulary.rule is Rule.WORD_PIECE and len(read) > vocabulary.max_word_length):
        return ()
    match vocabulary.rule:
        case Rule.WORD_PIECE:
            steps, by_rule = apply_word_piece(vocabulary, read)
        case Rule.BYTE_PAIRS:
            steps, by_rule = apply_byte_pairs(vocabulary, read)
        case Rule.WHOLE_WORDS:
            steps, by_rule = apply_whole_word(vocabulary, read)
        case _:
            steps, by_rule = apply_unigram(vocabulary, read)
    return tuple(steps) if by_rule == pieces else ()


def apply_word_piece(vocabulary: Vocabulary, word: str) -> tuple[list[SplitStep], tuple[str, ...]]:
    """Split by longest match first; return the steps and the pieces."""
    if len(word) > vocabulary.max_word_length:
        return [SplitStep((word,), 0, word, in_vocabulary=False)], (vocabulary.unknown,)
    steps: list[SplitStep] = []
    done: list[str] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            tried = (vocabulary.continuation_prefix if start else "") + word[start:end]
            in_vocabulary = tried in vocabulary.pieces
            steps.append(
                SplitStep((*done, *filter(None, (tried, word[end:]))), len(done), tried, in_vocabulary=in_vocabulary)
            )
            if in_vocabulary:
                break
        else:
            return steps, (vocabulary.unknown,)
        done.append(tried)
        start = end
    return steps, tuple(done)


def apply_whole_word(vocabulary: Vocabulary, word: str) -> tuple[list[SplitStep], tuple[str, ...]]:
    """Look the whole word up; return the one step and the piece."""
    is_piece = word in vocabulary.pieces
    return [SplitStep((word,), 0, word, in_vocabulary=is_piece)], (word if is_piece else vocabulary.unknown,)


def apply_byte_pairs(vocabulary: Vocabulary, word: str) -> tuple[list[SplitStep], tuple[str, ...]]:
    """Merge the pair that was learned first, repeatedly; return the steps and the pieces."""
    if vocabulary.ignore_merges and word in vocabulary.pieces:
        return [], (word,)
    merges = vocabulary.merges or {}
    pieces = _letters(vocabulary, word)
    steps: list[SplitStep] = []
    while len(pieces) > 1:
        ranked = [(merges[pair], place) for place, pair in enumerate(pairwise(pieces)) if pair in merges]
        if not ranked:
            break
        rank, place = min(ranked)
        pieces[place : place + 2] = [pieces[place] + pieces[place + 1].removeprefix(vocabulary.continuation_prefix)]
        steps.append(SplitStep(tuple(pieces), place, pieces[place], in_vocabulary=True, score=rank + 1))
    return steps, tuple(pieces)


def _letters(vocabulary: Vocabulary, word: str) -> list[str]:
    """A word before any merge: its letters with prefixes and suffixes, unknown ones replaced."""
    pieces: list[str] = []
    for number, letter in enumerate(word):
        marked = (
            (vocabulary.continuation_prefix if number else "")
            + letter
            + (vocabulary.end_of_word_suffix if number == len(word) - 1 else "")
        )
        if marked in vocabulary.pieces:
            pieces.append(marked)
        else:
            pieces += _unwritten(vocabulary, marked, fused=vocabulary.fuse_unk and pieces[-1:] == [vocabulary.unknown])
    return pieces


def _unwritten(vocabulary: Vocabulary, text: str, *, fused: bool) -> list[str]:
    """What replaces letters that no piece writes: their bytes, or the unknown token, unless ``fused`` with one."""
    if vocabulary.byte_fallback:
        as_bytes = [f"<0x{byte:02X}>" for byte in text.encode("utf-8")]
        if all(piece in vocabulary.pieces for piece in as_bytes):
            return as_bytes
    return [vocabulary.unknown] if vocabulary.unknown and not fused else []


def apply_unigram(vocabulary: Vocabulary, word: str) -> tuple[list[SplitStep], tuple[str, ...]]:
    """Find the split with the largest sum of log-probabilities; return the steps and the pieces."""
    scores = vocabulary.scores or {}
    unknown = min(scores.values(), default=0.0) - 10.0  # as sentencepiece: a letter that no piece has
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    steps: list[SplitStep] = []
    for end in range(1, len(word) + 1):
        ways = []
        for start in range(end):
            piece = word[start:end]
            if piece in scores or end - start == 1:
                score, before = best[start]
                ways.append((score + scores.get(piece, unknown), (*before, piece)))
        best.append(max(ways, key=lambda way: way[0]))
        score, pieces = best[-1]
        rest = (word[end:],) if end < len(word) else ()
        steps.append(
            SplitStep((*pieces, *rest), len(pieces) - 1, pieces[-1], in_vocabulary=pieces[-1] in scores, score=score)
        )
    written: list[str] = []
    for is_piece, run in groupby(best[-1][1], scores.__contains__):
        run_pieces = list(run)
        written += run_pieces if is_piece else _unwritten(vocabulary, "".join(run_pieces), fused=False)
    return steps, tuple(written)
