"""Tables and findings of independent and joint fills."""

import math
import sys
from collections.abc import Sequence

import pandas as pd

from components.fill.model.results import Fill, JointFill
from components.model.results import Candidate, Tokens
from components.tables.numbers import (
    factor_text,
    log_probability_text,
    probability_product_text,
    probability_text,
    times_as_likely,
)
from components.tables.phrases import by_count, list_phrase, quoted
from components.tables.predictions import candidate_label

FIRST, TOGETHER = "first choice", "together"
NAMED_WORDS = 4  # of a fill, in its sentence
LEAST = sys.float_info.min  # a probability that is too small for a number still has a logarithm


def filled_sentence(tokens: Tokens, blanks: Sequence[int], candidates: Sequence[Candidate]) -> str:
    """The sentence with its blanks filled."""
    text = tokens.sentence
    for position, piece in sorted(zip(blanks, candidates, strict=True), key=lambda pair: pair[0], reverse=True):
        token = tokens.items[position]
        covered = text[token.start : token.end]
        before = text[: token.start] + covered[: len(covered) - len(covered.lstrip())]
        text = (before.rstrip() if piece.continues else before) + piece.text + text[token.end :]
    return text


def fill_table(fills: JointFill) -> pd.DataFrame:
    """The best joint fills, one per row: rank, one column per blank, and the probability of all."""
    rows = [
        {"Place": place, **_by_blank(fill.candidates), "Probability of all": log_probability_text(fill.log_probability)}
        for place, fill in enumerate(fills.joint, 1)
    ]
    return pd.DataFrame(rows)


def step_table(fills: JointFill) -> pd.DataFrame:
    """The probability of each token of both fills, given the blanks before it filled.

    Columns: ``row`` from 1; ``blank`` from 1; ``filled``; ``word``; ``label``; ``probability``; ``figure``,
    the probability and ``filled`` as text, with the digits of :func:`product_text`.
    """
    rows = [
        (blank, filled, candidate_label(piece), piece.probability, f"{factor_text(piece.probability)} {filled}")
        for blank, pair in enumerate(zip(fills.independent.candidates, fills.joint[0].candidates, strict=True), 1)
        for filled, piece in zip((FIRST, TOGETHER), pair, strict=True)
    ]
    table = pd.DataFrame(rows, columns=["blank", "filled", "word", "probability", "figure"])
    table.insert(0, "row", range(1, len(table) + 1))
    table["label"] = [f"{blank}. {word}" for blank, word in zip(table["blank"], table["word"], strict=True)]
    return table


def product_text(fill: Fill) -> str:
    """The probability of a fill as the product of those of its words: "11.1% × 0.17% = 0.019%"."""
    return probability_product_text([candidate.probability for candidate in fill.candidates], fill.log_probability)


def factors_note(fill: Fill) -> str:
    """Which word each factor of :func:`product_text` is of, and what was filled when it was predicted."""
    first, second, *others = fill.candidates
    words = [quoted(candidate_label(candidate)) for candidate in (first, second)]
    rest = " Each further word is predicted with the blanks before it filled." if others else ""
    return (
        f"{factor_text(first.probability)} is {words[0]} while all blanks are empty; "
        f"{factor_text(second.probability)} is {words[1]} with {words[0]} in blank 1.{rest}"
    )


def chain_finding(fills: JointFill) -> str:
    """What filling the blanks before it does to a first choice: the one whose probability it changes most."""
    pairs = [
        (max(before.probability, LEAST), max(after.probability, LEAST))
        for before, after in zip(fills.first_choices, fills.independent.candidates, strict=True)
    ]
    changed = max(range(len(pairs)), key=lambda blank: abs(math.log(pairs[blank][1] / pairs[blank][0])))
    before, after = map(probability_text, pairs[changed])
    word = (
        f"{quoted(candidate_label(fills.independent.candidates[changed]))}, the first choice for blank {changed + 1},"
    )
    if before == after:
        return f"{word} has {after}, as it does while all blanks are empty."
    return f"{word} has {before} while all blanks are empty, and {after} once the blanks before it are filled."


def joint_fill_finding(fills: JointFill) -> str:
    """Why the two fills agree or differ."""
    best, alone = fills.joint[0], fills.independent
    if _same(best, alone):
        return (
            "Both ways give the same words: each blank’s first choice still fits once the other blanks are filled. "
            f"Together the words have a probability of {log_probability_text(best.log_probability)}."
        )
    ratio = times_as_likely(best.log_probability - alone.log_probability)
    changed = _first_difference(best, alone)
    gained = _largest_gain(fills)
    lead = f"Filled in together, the blanks read {_words(best)}: {ratio} {_words(alone)}, each blank’s first choice. "
    other, first = best.candidates[changed], alone.candidates[changed]
    if changed == gained:
        return lead + (
            f"While the other blanks are empty, {quoted(candidate_label(first))} leads blank {changed + 1} "
            f"({probability_text(fills.first_choices[changed].probability)}). Once the blanks before it are filled in, "
            f"it has {probability_text(first.probability)} and {quoted(candidate_label(other))} "
            f"{probability_text(other.probability)}."
        )
    later, instead = best.candidates[gained], alone.candidates[gained]
    before = "" if changed == 0 else " once the blanks before it are filled in"
    return lead + (
        f"At blank {changed + 1}, filling in together takes {quoted(candidate_label(other))} "
        f"({probability_text(other.probability)}) instead of the first choice, {quoted(candidate_label(first))} "
        f"({probability_text(first.probability)}{before}). That pays off at blank {gained + 1}: after it, "
        f"{quoted(candidate_label(later))} has {probability_text(later.probability)}. After the first "
        f"{by_count(gained, 'choice', 'choices')}, {quoted(candidate_label(instead))} had "
        f"{probability_text(instead.probability)}."
    )


def _words(fill: Fill) -> str:
    """The words of a fill in quotes, the first few if there are many."""
    words = [quoted(candidate_label(candidate)) for candidate in fill.candidates]
    return list_phrase(words) if len(words) <= NAMED_WORDS else f"{', '.join(words[:NAMED_WORDS])} …"


def _first_difference(first: Fill, second: Fill) -> int:
    pairs = zip(first.candidates, second.candidates, strict=True)
    return next(number for number, (a, b) in enumerate(pairs) if (a.text, a.continues) != (b.text, b.continues))


def _largest_gain(fills: JointFill) -> int:
    """The index of the blank where the joint fill gains most over the independent one."""
    gains = [
        together.probability / max(alone.probability, 1e-30)
        for together, alone in zip(fills.joint[0].candidates, fills.independent.candidates, strict=True)
    ]
    return gains.index(max(gains))


def _same(first: Fill, second: Fill) -> bool:
    return [(p.text, p.continues) for p in first.candidates] == [(p.text, p.continues) for p in second.candidates]


def _by_blank(pieces: Sequence[Candidate]) -> dict[str, str]:
    return {f"Blank {number}": candidate_label(piece) for number, piece in enumerate(pieces, 1)}
