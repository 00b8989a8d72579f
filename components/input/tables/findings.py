"""What the figures of the room say, in sentences made from their numbers."""

from collections.abc import Sequence

import numpy as np

from components.input.model.cutting import LONGEST_WORD, CutWord, Rule
from components.input.model.merges import Merge, NextMerges, RankedPair
from components.input.model.results import (
    CutText,
    InputVectors,
    Padded,
    PaddingCurve,
    Pair,
    Part,
    WithoutParts,
)
from components.input.tables.answers import gain_text
from components.tables.numbers import fixed
from components.tables.predictions import percent

LEAST_SAID = 1e-5
UNDECIDED = 0.05  # of probability, to either side of a half
NAME_LIMIT, PIECES_LIMIT = 60, 240  # characters of a word and of its pieces in a sentence


def sum_finding(found: InputVectors) -> str:
    """What the strips show: how many pieces, what is added up, and which part is largest."""
    count, width = found.total.shape
    parts = [Part(strip.name) for strip in found.parts]
    said = f"{count} pieces, {width} numbers each: {' + '.join(part.value for part in parts)}"
    for step in found.steps:
        said += ", then LayerNorm" if step.name == "LayerNorm" else f", then a projection to {step.values.shape[1]}"
    lengths = {strip.name: float(np.linalg.norm(strip.values, axis=1).mean()) for strip in found.parts}
    said += "."
    if len(parts) > 1:
        largest = max(lengths, key=lengths.__getitem__)
        others = _listed([f"{name} {fixed(length, 2)}" for name, length in lengths.items() if name != largest])
        said += f" The {largest} vectors are the longest here, {fixed(lengths[largest], 2)} on average ({others})."
    missing = [part for part in Part if part not in parts]
    if missing:
        said += f" This model adds nothing for {_listed([f'the {part.value}' for part in missing])}."
    return said


def cut_finding(words: Sequence[CutWord], chosen: CutWord, rule: Rule) -> str:
    """How the chosen word was cut."""
    tries, total = len(chosen.steps), sum(len(word.pieces) for word in words)
    name, becomes = f"“{_shortened(chosen.word, NAME_LIMIT)}”", f"becomes {_counted(len(chosen.pieces), 'piece')}"
    cut_so = _shortened(" ".join(chosen.pieces), PIECES_LIMIT)
    if not chosen.known and rule is Rule.WORD_PIECE and tries:
        said = f"{name} becomes {cut_so} after {_tries(tries)}: the vocabulary cannot write it."
    elif not chosen.known:
        said = f"{name} becomes {cut_so}: the vocabulary cannot write all of it."
    elif len(chosen.read) > LONGEST_WORD:
        said = f"{name} {becomes}. Words of more than {LONGEST_WORD} letters are not shown step by step."
    elif len(chosen.pieces) == 1 and (not tries or rule is Rule.WHOLE_WORDS):
        said = f"{name} is one piece, and nothing had to be tried."
    elif not tries:
        said = f"{name} {becomes}: {cut_so}."
    elif rule is Rule.WORD_PIECE:
        said = f"{name} {becomes} after {_tries(tries)}: {cut_so}."
    elif rule is Rule.BYTE_PAIRS:
        said = f"{name} {becomes} after {_counted(tries, 'merge')}: {cut_so}."
    else:
        said = f"{name} {becomes}, the likeliest way to write it (score {chosen.steps[-1].score or 0.0:.1f}): {cut_so}."
    cut = sum(len(word.pieces) > 1 for word in words)
    return (
        f"{said} The sentence has {len(words)} words and signs, {cut} of them {'is' if cut == 1 else 'are'} cut, "
        f"and makes {_counted(total, 'piece')}."
    )


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"


def vocabularies_finding(names: Sequence[str], cuts: Sequence[Sequence[CutWord]], sizes: Sequence[int]) -> str:
    """How many pieces either vocabulary needs, and what it does not know."""
    first, second = (sum(len(word.pieces) for word in words) for words in cuts)
    said = f"{names[0]} ({sizes[0]:,} pieces) makes {first}, {names[1]} ({sizes[1]:,}) makes {second}."
    for name, words in zip(names, cuts, strict=True):
        lost = [word.word for word in words if not word.known]
        if lost:
            shown = ", ".join(f"“{_shortened(word, NAME_LIMIT)}”" for word in lost[:3])
            said += f" {name} has no piece for {shown}{' and others' if len(lost) > 3 else ''}."
    return said


def merges_finding(word: str, steps: Sequence[Merge], found: NextMerges) -> str:
    """What a word goes through, and what comes next."""
    said = f"“{word}” goes through {_counted(len(steps), 'merge')}"
    if steps:
        pieces = steps[-1].pieces
        said += f", the last of them number {steps[-1].number:,}, and ends as {_counted(len(pieces), 'piece')}: "
        said += " ".join(pieces)
    said += "."
    if found.by_count and found.by_gain:
        by_count, by_gain = found.by_count[0], found.by_gain[0]
        both = " too" if by_gain.pair == by_count.pair else ""
        said += (
            f" After {found.done:,} merges, counting would join {_both(by_count)} next (together "
            f"{by_count.count:,} times), likelihood {_both(by_gain)}{both} ({gain_text(by_gain)} likelier)."
        )
        if found.made is not None:
            said += f" The vocabulary itself, made from an earlier text, went on with “{found.made}”."
    return said


def parts_finding(found: WithoutParts) -> str:
    """What each part is worth to the answer."""
    whole, *others = found.rows
    # Without any token nothing is left to answer from, and nobody needs to be told.
    worst = min(
        (row for row in others if Part.TOKEN not in row.name), key=lambda row: row.probability, default=others[0]
    )
    answer = f"“{found.answer.text}”"
    said = f"{answer} has {percent(whole.probability)}; with {worst.name} it has {percent(worst.probability)}"
    if worst.rank != 1:
        return f"{said}, and “{worst.candidates[0].text}” comes first."
    return f"{said}, and {'still ' if whole.rank == 1 else ''}comes first."


def padding_finding(found: PaddingCurve, at: Padded) -> str:
    """What pads do at one number of them."""
    answer = f"“{found.answer.text}”"
    right, wrong = at.probabilities
    before = found.answer.probability
    first = "" if at.first[1] == found.answer.text else f", and “{at.first[1]}” comes first"
    moved = at.apart[0]
    most = f"more than {LEAST_SAID:.5f}" if moved <= LEAST_SAID else f"more than {moved:.1g}"
    return (
        f"{at.pads} pads without the mask: {answer} {'falls' if wrong < before else 'goes'} from {percent(before)} to "
        f"{percent(wrong)}{first}. With the mask it has {percent(right)}, and no score of the vocabulary moves by "
        f"{most}."
    )


def pair_finding(found: Pair) -> str:
    """What the next-sentence head says, and what the segments are to it."""
    right, none, *_ = found.readings
    verdict = "follows the first" if right.probability >= 0.5 else "was taken from elsewhere"
    said = f"The second sentence {verdict}, says the model"
    if abs(right.probability - 0.5) < UNDECIDED:
        said = "The model cannot tell whether the second sentence follows the first"
    return (
        f"{said}: {percent(right.probability)} that it follows. "
        f"With all segments the same it would say {percent(none.probability)}."
    )


def long_finding(found: CutText) -> str:
    """Where the telling word went, and what that costs."""
    kept = [piece for piece in found.pieces if piece.probability is not None]
    if found.blank is None:
        return f"The text makes {found.count:,} pieces, {found.limit} at once. Type [MASK] to ask what cutting costs."
    best = max(kept, key=lambda piece: piece.probability or 0.0)
    worst = min(kept, key=lambda piece: piece.probability or 0.0)
    lost = len(found.pieces) - len(kept)
    said = (
        f"{found.count:,} pieces, {found.limit} at once: “{found.followed}” has {percent(best.probability or 0.0)} in "
    )
    said += best.name
    if worst.probability != best.probability:
        said += f" and {percent(worst.probability or 0.0)} in {worst.name}"
    said += "."
    others = [piece.name for piece in kept if piece.rank != 1]
    if others:
        said += f" Another word comes first in {_listed(others)}."
    if lost:
        said += f" {lost} of {len(found.pieces)} cuts lose the blank itself."
    if found.telling:
        holds = [piece.name for piece in kept if any(piece.start <= at < piece.end for at in found.telling)]
        said += (
            f" The telling word stands beside the blank in {_listed(holds)}."
            if holds
            else " No cut has the telling word and the blank together."
        )
    return said


def _both(ranked: RankedPair) -> str:
    return " and ".join(f"“{piece}”" for piece in ranked.pair)


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _tries(count: int) -> str:
    return "1 try" if count == 1 else f"{count:,} tries"


def _listed(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
