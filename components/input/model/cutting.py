"""How a vocabulary cuts a text into pieces, step by step, as each kind of tokenizer does it.

- *WordPiece* (BERT; Wu et al. 2016, https://arxiv.org/abs/1609.08144): in every word the longest beginning that is a
  piece is cut off, then the longest beginning of the rest, which is written with "##". A rest that no piece begins
  makes the whole word unknown.
- *Byte-pair encoding* (GPT-2, RoBERTa, ModernBERT; Sennrich et al. 2016, https://arxiv.org/abs/1508.07909): a word
  begins as its bytes, and of all neighbours the pair that was learned first is joined, until no pair is known.
- *Unigram* (ALBERT, T5, XLM-RoBERTa; Kudo 2018, https://arxiv.org/abs/1804.10959): every piece has a log-probability,
  and of all ways to cut a word the one with the largest sum is taken, found from left to right (Viterbi).

The steps end with the pieces that the tokenizer itself gives; tests hold them to it.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # pages know these results, and are not to wait for what reads text
    from tokenizers import Tokenizer

    from components.model.tokens.tokenization import SentenceTokenizer

LONGEST_WORD = 100  # letters: past this WordPiece calls a word unknown, and others are not shown step by step
MOST_KEPT = 8  # vocabularies
MASK = "[MASK]"


class Rule(StrEnum):
    """What kind of vocabulary it is."""

    WORD_PIECE = "WordPiece"
    BYTE_PAIRS = "byte-pair encoding"
    UNIGRAM = "unigram"


@dataclass(frozen=True)
class Step:
    """One step of cutting a word.

    Attributes:
        pieces: The word as it is cut now, in order.
        at: Which of ``pieces`` the step is about.
        tried: The piece that was looked for.
        found: Whether the vocabulary has it.
        score: The number of the merge, or the log-probability so far; None where the rule has none.
    """

    pieces: tuple[str, ...]
    at: int
    tried: str
    found: bool
    score: float | None = None


@dataclass(frozen=True)
class CutWord:
    """How one word was cut.

    Attributes:
        word: As it stands in the text.
        read: As the vocabulary reads it: without accents or capitals, say, or in bytes.
        steps: In order; none where the word is one special piece.
        pieces: What it becomes.
        start: Where the word begins in the text.
        end: Where it ends.
    """

    word: str
    read: str
    steps: tuple[Step, ...]
    pieces: tuple[str, ...]
    start: int
    end: int

    @property
    def known(self) -> bool:
        """Whether the vocabulary can write it."""
        return not self.steps or self.steps[-1].found


@dataclass(frozen=True)
class Vocabulary:
    """What a tokenizer's file says of its rule."""

    rule: Rule
    pieces: dict[str, int]
    joint: str = "##"
    unknown: str = "[UNK]"
    longest: int = LONGEST_WORD
    merges: dict[tuple[str, str], int] | None = None
    scores: dict[str, float] | None = None


def cut_words(tokenizer: "SentenceTokenizer", sentence: str) -> tuple[CutWord, ...]:
    """Every word of a sentence, and how it is cut; a mask is a word that nothing cuts."""
    vocabulary = vocabulary_of(tokenizer.backend)
    found: list[CutWord] = []
    for start, end, is_mask in tokenizer.spans(sentence):
        if is_mask:
            found.append(CutWord(sentence[start:end], MASK, (), (MASK,), start, end))
            continue
        for word, read, low, high in _words(tokenizer.backend, sentence[start:end]):
            found.append(_cut(vocabulary, word, read, start + low, start + high))
    return tuple(found)


@lru_cache(MOST_KEPT)
def vocabulary_of(backend: "Tokenizer") -> Vocabulary:
    """What the tokenizer knows, read once."""
    model: dict[str, Any] = json.loads(backend.to_str())["model"]
    match model.get("type"):
        case "WordPiece":
            joint, unknown = model["continuing_subword_prefix"], model["unk_token"]
            longest = model["max_input_chars_per_word"]
            return Vocabulary(Rule.WORD_PIECE, model["vocab"], joint=joint, unknown=unknown, longest=longest)
        case "BPE":
            pairs = (pair.split(" ") if isinstance(pair, str) else pair for pair in model["merges"])
            merges = {(left, right): number for number, (left, right) in enumerate(pairs)}
            return Vocabulary(Rule.BYTE_PAIRS, model["vocab"], unknown=model.get("unk_token") or "", merges=merges)
        case _:
            scores = dict(model["vocab"])
            unknown = model["vocab"][model["unk_id"]][0] if model.get("unk_id") is not None else ""
            ids = {piece: number for number, (piece, _) in enumerate(model["vocab"])}
            return Vocabulary(Rule.UNIGRAM, ids, unknown=unknown, scores=scores)


def _words(backend: "Tokenizer", text: str) -> list[tuple[str, str, int, int]]:
    """Words as they stand, as they are read, and where: cut at spaces and signs, before any vocabulary is asked."""
    if backend.pre_tokenizer is None:
        read = backend.normalizer.normalize_str(text) if backend.normalizer else text
        return [(text, read, 0, len(text))] if read else []
    # The normalizer moves letters, so the places in the text are those of the pieces, which know them.
    found: list[tuple[str, str, int, int]] = []
    encoding = backend.encode(text, add_special_tokens=False)
    read_words = backend.pre_tokenizer.pre_tokenize_str(
        backend.normalizer.normalize_str(text) if backend.normalizer else text
    )
    spans: dict[int, tuple[int, int]] = {}
    for word, (start, end) in zip(encoding.word_ids, encoding.offsets, strict=True):
        if word is not None:
            low, high = spans.get(word, (start, end))
            spans[word] = min(low, start), max(high, end)
    for number, (read, _) in enumerate(read_words):
        if number in spans:
            start, end = spans[number]
            found.append((text[start:end], read, start, end))
    return found


def _cut(vocabulary: Vocabulary, word: str, read: str, start: int, end: int) -> CutWord:
    match vocabulary.rule:
        case Rule.WORD_PIECE:
            steps, pieces = word_piece(vocabulary, read)
        case Rule.BYTE_PAIRS:
            steps, pieces = byte_pairs(vocabulary, read)
        case _:
            steps, pieces = unigram(vocabulary, read)
    return CutWord(word, read, tuple(steps), pieces, start, end)


def word_piece(vocabulary: Vocabulary, word: str) -> tuple[list[Step], tuple[str, ...]]:
    """Greedy longest match first: the steps, and the pieces."""
    if len(word) > vocabulary.longest:
        return [Step((word,), 0, word, found=False)], (vocabulary.unknown,)
    steps: list[Step] = []
    done: list[str] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            tried = (vocabulary.joint if start else "") + word[start:end]
            found = tried in vocabulary.pieces
            steps.append(Step((*done, *filter(None, (tried, word[end:]))), len(done), tried, found=found))
            if found:
                break
        else:
            return steps, (vocabulary.unknown,)
        done.append(tried)
        start = end
    return steps, tuple(done)


def byte_pairs(vocabulary: Vocabulary, word: str) -> tuple[list[Step], tuple[str, ...]]:
    """Of all neighbours the pair learned first is joined, again and again: the steps, and the pieces."""
    merges = vocabulary.merges or {}
    pieces = list(word)
    steps: list[Step] = []
    while len(pieces) > 1:
        ranked = [(merges[pair], at) for at, pair in enumerate(pairwise(pieces)) if pair in merges]
        if not ranked:
            break
        rank, at = min(ranked)
        pieces[at : at + 2] = ["".join(pieces[at : at + 2])]
        steps.append(Step(tuple(pieces), at, pieces[at], found=True, score=rank + 1))
    return steps, tuple(pieces)


def unigram(vocabulary: Vocabulary, word: str) -> tuple[list[Step], tuple[str, ...]]:
    """The cut with the largest sum of log-probabilities, found from left to right: the steps, and the pieces."""
    scores = vocabulary.scores or {}
    unknown = min(scores.values(), default=0.0) - 10.0  # as sentencepiece: a letter that no piece has
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    steps: list[Step] = []
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
        steps.append(Step((*pieces, *rest), len(pieces) - 1, pieces[-1], found=pieces[-1] in scores, score=score))
    return steps, best[-1][1]
