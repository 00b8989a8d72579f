"""Tables and findings of next-sentence prediction: what the head says of a pair, two pairs, and 1,000 of each kind."""

from collections.abc import Sequence

import pandas as pd

from components.model.statistics.paired import SIGNIFICANT, mcnemar_test
from components.pretraining.model.results import NextSentencePredictions, PairKind
from components.tables.numbers import compared_percentages, fixed, probability_text, whole_percentage

KINDS = {"next": "next", "exchanged": "swapped", "same text": "same text", "another text": "another text"}
UNDECIDED = 0.05  # of probability, to either side of a half


def pair_finding(given: float, random: float) -> str:
    """How sure a head is that the second sentence follows, of a pair and of the first one with a random second.

    Args:
        given: The probability of "follows" for the pair.
        random: The same for the random pair.
    """
    figures = compared_percentages(given, random)
    return f"Probability that it follows: {figures[0]} here, {figures[1]} for a random sentence."


def displayed_pairs(
    given: tuple[str, str, float], random: tuple[str, str, float], kinds: Sequence[PairKind]
) -> list[dict[str, object]]:
    """Two pairs for the widget, each with the share of 1,000 pairs of its kind.

    Args:
        given: Both sentences, and the probability that the second follows.
        random: The same with a random second sentence.
        kinds: The measured kinds of pairs.
    """
    shares = {kind.name: kind.share.value for kind in kinds}
    rows = (
        ("This pair", "True", "", given, shares["next"]),
        ("A random pair", "Random", "other", random, shares["another text"]),
    )
    return [
        {
            "name": name,
            "kind": kind,
            "tone": tone,
            "first": first,
            "second": second,
            "verdict": f"Does it follow? {'Yes' if probability >= 0.5 else 'No'}",
            "probability": probability,
            "figure": _percent(probability),
            "share": share,
            "shareFigure": f"{fixed(1000 * share, 0)} of 1,000",
        }
        for name, kind, tone, (first, second, probability), share in rows
    ]


def _percent(share: float) -> str:
    return whole_percentage(share) if share >= 0.01 else probability_text(share)


def pairs_table(pairs: Sequence[dict[str, object]]) -> pd.DataFrame:
    """The pairs of :func:`displayed_pairs`: ``first``, ``second``, ``kind``, ``probability``, ``share``."""
    return pd.DataFrame(pairs)[["first", "second", "kind", "probability", "share"]]


def kinds_finding(kinds: Sequence[PairKind]) -> str:
    """Whether the head tells pairs from swapped and from mixed ones, by McNemar's test: the places are the same."""
    by_name = {kind.name: kind for kind in kinds}
    swapped, elsewhere = by_name["exchanged"], by_name["another text"]
    shares = probability_text(by_name["next"].share.value), probability_text(swapped.share.value)
    accepts = f"It accepts {shares[0]} of true pairs"
    if mcnemar_test(swapped.lost, swapped.gained) >= SIGNIFICANT:
        order = f"{accepts} and {shares[1]} of the same pairs swapped: this does not show that it knows their order."
    elif swapped.gained > swapped.lost:
        order = f"{accepts} and even {shares[1]} of the same pairs swapped: it has not learned their order."
    elif swapped.share.value > 0.5:
        order = f"{accepts} and {shares[1]} of the same pairs swapped: it knows little of their order."
    else:
        order = f"{accepts}, but only {shares[1]} of the same pairs swapped: it has learned some order."
    share = probability_text(elsewhere.share.value)
    is_fewer = elsewhere.lost > elsewhere.gained and mcnemar_test(elsewhere.lost, elsewhere.gained) < SIGNIFICANT
    if is_fewer and elsewhere.share.high < 0.5:
        return f"{order} Of pairs from two different texts it accepts only {share}: topic or style gives them away."
    return f"{order} Of pairs from two different texts it still accepts {share}."


def kinds_table(kinds: Sequence[PairKind]) -> pd.DataFrame:
    """One row per kind of pair.

    Columns: ``row`` from 1; ``name``; ``value``, the share called next, with ``low`` and ``high``; ``figure``.
    """
    return pd.DataFrame(
        [
            (
                row,
                KINDS[kind.name],
                kind.share.value,
                kind.share.low,
                kind.share.high,
                probability_text(kind.share.value),
            )
            for row, kind in enumerate(kinds, 1)
        ],
        columns=["row", "name", "value", "low", "high", "figure"],
    )


def next_sentence_table(predictions: NextSentencePredictions) -> pd.DataFrame:
    """The predictions of the next-sentence head.

    Columns: ``row`` from 1; ``segments``, the segment ids given to the model; ``follows`` and ``elsewhere``, logits;
    ``probability`` that the second follows; ``figure``.
    """
    return pd.DataFrame(
        [
            (number, reading.name, *reading.logits, reading.probability, probability_text(reading.probability))
            for number, reading in enumerate(predictions.readings, 1)
        ],
        columns=["row", "segments", "follows", "elsewhere", "probability", "figure"],
    )


def next_sentence_finding(predictions: NextSentencePredictions) -> str:
    """What the next-sentence head says, and what segments and order are to it."""
    right, none, _, swapped = predictions.readings
    if abs(right.probability - 0.5) < UNDECIDED:
        verdict = "It is undecided whether your second sentence follows the first"
    elif right.probability >= 0.5:
        verdict = "Your second sentence follows the first, says the model"
    else:
        verdict = "Your second sentence does not follow the first, says the model"
    return (
        f"{verdict} (probability of “next”: {probability_text(right.probability)}). With segment A for all tokens it "
        f"would be "
        f"{probability_text(none.probability)}, with the sentences swapped {probability_text(swapped.probability)}."
    )
