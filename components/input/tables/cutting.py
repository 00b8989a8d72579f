"""Words and the steps that split them, for the widget and as tables."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import pandas as pd

from components.input.model.cutting import Rule, SplitStep, TokenizedWord
from components.tables.numbers import fixed
from components.tables.phrases import isolate_direction, join_tokens, quoted

STEP_LIMIT = 120  # of one word: longer searches are shown by their finds alone
WORD_LIMIT = 200
CONTINUES = "“##” marks a token that continues a word."


@dataclass(frozen=True)
class DisplayedStep:
    """One step as the widget draws it: the pieces, which of them it is about, whether that exists, and a caption."""

    pieces: tuple[str, ...]
    index: int
    in_vocabulary: bool
    caption: str


@dataclass(frozen=True)
class DisplayedWord:
    """One word as the widget draws it: the word, its pieces, and the steps that lead to them."""

    word: str
    pieces: tuple[str, ...]
    steps: tuple[DisplayedStep, ...]


def displayed_words(words: Sequence[TokenizedWord], rule: Rule) -> list[dict[str, object]]:
    """The words of a sentence, as the element takes them."""
    return [asdict(DisplayedWord(word.word, word.pieces, _displayed_steps(word, rule))) for word in words[:WORD_LIMIT]]


def _displayed_steps(word: TokenizedWord, rule: Rule) -> tuple[DisplayedStep, ...]:
    steps = word.steps
    if len(steps) > STEP_LIMIT:  # the tries that failed are told by their number
        steps = tuple(step for step in steps if step.in_vocabulary)[:STEP_LIMIT]
    shown = [DisplayedStep(step.pieces, step.index, step.in_vocabulary, _caption(step, rule)) for step in steps]
    if word.steps and not word.known:
        shown.append(_unknown_step(word, rule))
    elif rule is Rule.WORD_PIECE and len(word.pieces) > 1 and shown:
        shown[-1] = replace(shown[-1], caption=f"{shown[-1].caption} {CONTINUES}")
    return tuple(shown)


def _unknown_step(word: TokenizedWord, rule: Rule) -> DisplayedStep:
    """The last step of a word that the vocabulary cannot write."""
    match rule:
        case Rule.WORD_PIECE:
            sentence = f"Nothing in the vocabulary fits the rest: the whole word becomes {word.pieces[0]}."
        case Rule.WHOLE_WORDS:
            sentence = f"The word is not in the vocabulary: it becomes {word.pieces[0]}."
        case _:
            sentence = "What the vocabulary cannot write becomes the unknown token."
    return DisplayedStep(word.pieces, len(word.pieces) - 1, False, sentence)


def _caption(step: SplitStep, rule: Rule) -> str:
    match rule:
        case Rule.WORD_PIECE | Rule.WHOLE_WORDS:
            return (
                f"{quoted(isolate_direction(step.tried))} is {'' if step.in_vocabulary else 'not '}in the vocabulary."
            )
        case Rule.BYTE_PAIRS:
            return f"Merge number {fixed(step.score or 0, 0)} makes {quoted(isolate_direction(step.tried))}."
        case _:
            way = join_tokens(step.pieces[: step.index + 1])
            return f"The most likely split so far: {way} (score {fixed(step.score or 0, 1)})."


def step_table(words: Sequence[TokenizedWord]) -> pd.DataFrame:
    """Every step of every word: ``word``, ``step`` from 1, ``tried``, ``in_vocabulary``, ``score``, ``pieces``."""
    return pd.DataFrame(
        [
            (word.word, number, step.tried, step.in_vocabulary, step.score, " ".join(step.pieces))
            for word in words
            for number, step in enumerate(word.steps, 1)
        ],
        columns=["word", "step", "tried", "in_vocabulary", "score", "pieces"],
    )


def piece_table(names: Sequence[str], cuts: Sequence[Sequence[TokenizedWord]]) -> pd.DataFrame:
    """Every piece of a sentence under some vocabularies, as boxes over the letters of its word.

    Columns: ``vocabulary``; ``word``; ``piece``; ``start`` and ``end``, where in the sentence its box stands: a word's
    letters are shared out among its pieces by their lengths; ``pieces``, how many its word has; ``known``.
    """
    rows = []
    for name, words in zip(names, cuts, strict=True):
        for word in words:
            sizes = [max(1, len(piece.removeprefix("##"))) for piece in word.pieces]
            left, width = float(word.start), (word.end - word.start) / sum(sizes)
            for piece, size in zip(word.pieces, sizes, strict=True):
                rows.append((name, word.word, piece, left, left + size * width, len(word.pieces), word.known))
                left += size * width
    return pd.DataFrame(rows, columns=["vocabulary", "word", "piece", "start", "end", "pieces", "known"])


def aligned_words(sentence: str, cuts: Sequence[Sequence[TokenizedWord]]) -> list[dict[str, object]]:
    """What stands between spaces, and the pieces that every vocabulary makes of it: ``text``, ``cuts``."""
    spans: list[tuple[int, int]] = []
    start = None
    for place, letter in enumerate(sentence + " "):
        if letter.isspace() and start is not None:
            spans.append((start, place))
            start = None
        elif not letter.isspace() and start is None:
            start = place
    aligned: list[dict[str, object]] = []
    for low, high in spans[:WORD_LIMIT]:
        of_each = [
            [
                {"piece": piece, "known": word.known, "cut": len(word.pieces) > 1}
                for word in words
                if _within(word, low, high)
                for piece in word.pieces
            ]
            for words in cuts
        ]
        aligned.append({"text": sentence[low:high], "cuts": of_each})
    return aligned


def _within(word: TokenizedWord, low: int, high: int) -> bool:
    """Whether a word begins in a span, a leading space that it counts as its own left aside."""
    begins = word.start + len(word.word) - len(word.word.lstrip())
    return low <= begins < high
