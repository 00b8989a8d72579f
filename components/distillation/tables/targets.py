"""A teacher's answer at one blank, softened."""

import math

import pandas as pd

from components.distillation.model.results import SoftCandidate, SoftTargets
from components.tables.numbers import log_probability_text, nats_to_bits, ratio_text

HARD, EVEN = 0.01, 0.01  # bits from none, and from as many as there can be: as good as a label, as good as no answer
NAMED = 3  # words after the first


def target_table(found: SoftTargets, temperature: float) -> pd.DataFrame:
    """The likeliest pieces at one of the temperatures, and the hidden word after them where it is not among them.

    Columns: ``row`` from 1; ``rank``; ``word``; ``logit``; ``probability``; ``figure``, as people read it; ``hidden``,
    whether it is the word that was hidden.
    """
    at = _index(found, temperature)
    return pd.DataFrame(
        {
            "row": range(1, len(found.candidates) + 1),
            "rank": [one.rank for one in found.candidates],
            "word": [_written(one) for one in found.candidates],
            "logit": [one.logit for one in found.candidates],
            "probability": [one.probabilities[at] for one in found.candidates],
            "figure": [_chance(one.probabilities[at]) for one in found.candidates],
            "hidden": [one.hidden for one in found.candidates],
        }
    )


def entropy_table(found: SoftTargets) -> pd.DataFrame:
    """One row a temperature, in rising order.

    Columns: ``temperature``; ``bits``, the entropy over the whole vocabulary; ``choices``, as many equally likely
    pieces have that entropy; ``most``, the entropy of all pieces equally likely.
    """
    entropies = [nats_to_bits(entropy) for entropy in found.entropies]
    table = pd.DataFrame(
        {
            "temperature": found.temperatures,
            "bits": entropies,
            "choices": [2**entropy for entropy in entropies],
            "most": math.log2(found.vocabulary),
        }
    )
    return table.sort_values("temperature", ignore_index=True)


def target_finding(found: SoftTargets, temperature: float) -> str:
    """What the answer tells beyond its first word, in words."""
    at = _index(found, temperature)
    first, *others = found.candidates
    entropy = nats_to_bits(found.entropies[at])
    said = (
        f"At T = {temperature:g} “{_written(first)}” gets {_chance(first.probabilities[at])}; the other "
        f"{found.vocabulary - 1:,} tokens share {_chance(max(0.0, 1 - first.probabilities[at]))} "
        f"(entropy {entropy:.1f} of {math.log2(found.vocabulary):.1f} bits)."
    )
    if entropy < HARD:
        return f"{said} That is no better than a label: it says nothing about the other words."
    if math.log2(found.vocabulary) - entropy < EVEN:
        return f"{said} The words are almost equally probable, so this says next to nothing."
    second = others[0]
    ratio = (first.logit - second.logit) / temperature
    named = ", ".join(f"“{_written(one)}”" for one in others[:NAMED])
    return (
        f"{said} The next words are {named}; “{_written(first)}” is {ratio_text(ratio)} as likely as "
        f"“{_written(second)}”."
    )


def hidden_finding(found: SoftTargets, temperature: float) -> str | None:
    """What the "wrong" answers tell where a word was hidden: their share, which a label would set to nothing."""
    hidden = next((one for one in found.candidates if one.hidden), None)
    if hidden is None:
        return None
    at = _index(found, temperature)
    wrong = next(one for one in found.candidates if not one.hidden)
    return (
        f"A label would only say “{_written(hidden)}”. At T = {temperature:g} the teacher gives it "
        f"{_chance(hidden.probabilities[at])} (rank {hidden.rank:,}) and the “wrong” words "
        f"{_chance(1 - hidden.probabilities[at])}, “{_written(wrong)}” most of all "
        f"({_chance(wrong.probabilities[at])}). Their order is what a student learns beyond the label."
    )


def entropy_finding(found: SoftTargets) -> str:
    """The entropy curve for those who do not see it."""
    table = entropy_table(found)
    first, last = table.iloc[0], table.iloc[-1]
    return (
        f"The entropy rises with the temperature, from {first['bits']:.2f} bits at T = {first['temperature']:g} to "
        f"{last['bits']:.2f} at T = {last['temperature']:g}. If all {found.vocabulary:,} tokens were equally likely, "
        f"it would be {last['most']:.2f} bits."
    )


def _index(found: SoftTargets, temperature: float) -> int:
    try:
        return found.temperatures.index(temperature)
    except ValueError:
        raise ValueError(f"nothing was computed at T = {temperature}") from None


def _written(candidate: SoftCandidate) -> str:
    return f"…{candidate.text}" if candidate.continues else candidate.text


def _chance(probability: float) -> str:
    return log_probability_text(math.log(probability)) if probability > 0 else "0%"
