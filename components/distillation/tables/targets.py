"""Tables and findings on a teacher's softened distribution at one blank."""

import math

import pandas as pd

from components.distillation.model.results import SoftTargets
from components.tables.numbers import fixed, likelier_phrase, nats_to_bits, probability_text
from components.tables.phrases import quoted, word_label

LABEL_ENTROPY, UNIFORM_MARGIN = 0.01, 0.01  # bits above 0 and below the maximum: as good as a label, as good as uniform
NAMED_COUNT = 3  # words named after the first


def target_table(targets: SoftTargets, temperature: float) -> pd.DataFrame:
    """The most probable tokens at one temperature, followed by the masked word if it is not among them.

    Columns: ``row`` from 1; ``rank``; ``word``; ``logit``; ``probability``; ``figure``, it as text; ``hidden``,
    whether it is the masked word.
    """
    index = _index(targets, temperature)
    return pd.DataFrame(
        {
            "row": range(1, len(targets.candidates) + 1),
            "rank": [candidate.rank for candidate in targets.candidates],
            "word": [word_label(candidate) for candidate in targets.candidates],
            "logit": [candidate.logit for candidate in targets.candidates],
            "probability": [candidate.probabilities[index] for candidate in targets.candidates],
            "figure": [probability_text(candidate.probabilities[index]) for candidate in targets.candidates],
            "hidden": [candidate.hidden for candidate in targets.candidates],
        }
    )


def entropy_table(targets: SoftTargets) -> pd.DataFrame:
    """One row per temperature, in rising order.

    Columns: ``temperature``; ``bits``, the entropy over the whole vocabulary; ``choices``, the perplexity, which is the
    number of equally probable tokens with that entropy; ``maximum``, the entropy of the uniform distribution.
    """
    entropies = [nats_to_bits(entropy) for entropy in targets.entropies]
    table = pd.DataFrame(
        {
            "temperature": targets.temperatures,
            "bits": entropies,
            "choices": [2**entropy for entropy in entropies],
            "maximum": math.log2(targets.vocabulary),
        }
    )
    return table.sort_values("temperature", ignore_index=True)


def target_finding(targets: SoftTargets, temperature: float) -> str:
    """How much probability the tokens after the first have, and how much they tell."""
    index = _index(targets, temperature)
    first, *others = targets.candidates
    entropy = nats_to_bits(targets.entropies[index])
    finding = (
        f"At T = {temperature:g} {quoted(word_label(first))} gets "
        f"{probability_text(first.probabilities[index])}; "
        f"the other {targets.vocabulary - 1:,} tokens share "
        f"{_rest_text(first.probabilities[index])} "
        f"(entropy {fixed(entropy, 1)} of {fixed(math.log2(targets.vocabulary), 1)} bits)."
    )
    if entropy < LABEL_ENTROPY:
        return f"{finding} That is no better than a label: it says nothing about the other words."
    if math.log2(targets.vocabulary) - entropy < UNIFORM_MARGIN:
        return f"{finding} The words are almost equally probable, so this says next to nothing."
    second = others[0]
    log_odds = (first.logit - second.logit) / temperature
    named = ", ".join(quoted(word_label(candidate)) for candidate in others[:NAMED_COUNT])
    compared = likelier_phrase(log_odds, word_label(first), word_label(second))
    return f"{finding} The next words are {named}; {compared}."


def hidden_finding(targets: SoftTargets, temperature: float) -> str | None:
    """The probability of the "wrong" words, which a label would set to 0; None without a masked word."""
    hidden = next((candidate for candidate in targets.candidates if candidate.hidden), None)
    if hidden is None:
        return None
    index = _index(targets, temperature)
    wrong = next(candidate for candidate in targets.candidates if not candidate.hidden)
    return (
        f"A label would only say {quoted(word_label(hidden))}. At T = {temperature:g} the "
        f"teacher gives it "
        f"{probability_text(hidden.probabilities[index])} (rank {hidden.rank:,}) and the “wrong” words "
        f"{_rest_text(hidden.probabilities[index])}, {quoted(word_label(wrong))} "
        f"most of all "
        f"({probability_text(wrong.probabilities[index])}). Their order is what a student learns beyond the label."
    )


def entropy_finding(targets: SoftTargets) -> str:
    """The entropy curve in words, also its alternative text."""
    table = entropy_table(targets)
    first, last = table.iloc[0], table.iloc[-1]
    return (
        f"The entropy rises with the temperature, from {fixed(first['bits'], 2)} bits at T = "
        f"{first['temperature']:g} to {fixed(last['bits'], 2)} at T = {last['temperature']:g}. If all "
        f"{targets.vocabulary:,} tokens were equally likely, it would be {fixed(last['maximum'], 2)} bits."
    )


def _rest_text(probability: float) -> str:
    """What a probability leaves to all others: not all, however small it is."""
    rest = 1 - probability
    return probability_text(min(rest, math.nextafter(1, 0)) if probability > 0 else rest)


def _index(targets: SoftTargets, temperature: float) -> int:
    try:
        return targets.temperatures.index(temperature)
    except ValueError:
        raise ValueError(f"nothing was computed at T = {temperature}") from None
