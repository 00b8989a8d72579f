"""One direction on many sentences: how often the answer turns, with an interval."""

import math

import pandas as pd

from components.model.statistics.proportions import proportion_interval
from components.patching.model.steering_results import STRENGTHS, SteeredSentences
from components.patching.tables.steering import strength_text
from components.tables.numbers import nats_to_bits, percent_number, percentage, signed
from components.tables.phrases import by_count, count_phrase


def turned_table(steered: SteeredSentences) -> pd.DataFrame:
    """In how many sentences the word that is steered to is the likelier one, at every strength.

    Columns: ``strength``; ``turned``, the number of sentences; ``share``, with its 95% interval ``low`` and ``high``.
    """
    count = len(steered.sentences)
    rows = []
    for row, strength in enumerate(STRENGTHS):
        turned = _turned(steered, row)
        interval = proportion_interval(turned, count)
        rows.append((strength, turned, interval.value, interval.low, interval.high))
    return pd.DataFrame(rows, columns=["strength", "turned", "share", "low", "high"])


def steered_sentences_table(steered: SteeredSentences, strength: float) -> pd.DataFrame:
    """One row per sentence, as it is shown: the words, their log-odds in bits without steering and at one strength."""
    zero, chosen = STRENGTHS.index(0.0), STRENGTHS.index(strength)
    return pd.DataFrame(
        [
            {
                "Sentence": sentence.sentence,
                "Words": " / ".join(sentence.words),
                "Not steered (bits)": round(nats_to_bits(sentence.log_odds[zero]), 2),
                f"Strength {strength_text(strength)} (bits)": round(nats_to_bits(sentence.log_odds[chosen]), 2),
            }
            for sentence in steered.sentences
        ]
    )


def steered_sentences_finding(steered: SteeredSentences, strength: float) -> str:
    """In how many sentences the answer turns at one strength, and without steering."""
    if not steered.sentences:
        return "This model has no single tokens for the words of these sentences. Choose another model."
    count = len(steered.sentences)
    turned, without = (_turned(steered, STRENGTHS.index(each)) for each in (strength, 0.0))
    ends = proportion_interval(turned, count)
    interval = f"95% interval: {percent_number(ends.low)}–{percentage(ends.high)}"
    left_out = f" {steered.left_out} {by_count(steered.left_out, 'was', 'were')} left out." if steered.left_out else ""
    return (
        f"At strength {strength_text(strength)}, the target word is the likelier of the two in {turned} of "
        f"{count_phrase(count, 'sentence')} ({interval}). Without steering: {without}. "
        f"On average its odds move by {_mean_moved(steered, strength)}.{left_out}"
    )


def _turned(steered: SteeredSentences, row: int) -> int:
    """The number of sentences whose answer has turned at one strength."""
    return sum(sentence.log_odds[row] > 0 for sentence in steered.sentences)


def _mean_moved(steered: SteeredSentences, strength: float) -> str:
    zero, chosen = STRENGTHS.index(0.0), STRENGTHS.index(strength)
    moved = math.fsum(sentence.log_odds[chosen] - sentence.log_odds[zero] for sentence in steered.sentences)
    bits = signed(nats_to_bits(moved / len(steered.sentences)), 1)
    return f"{bits} bits"
