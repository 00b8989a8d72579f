"""Tables and findings on a teacher's softened distribution at one blank."""

import math

import pandas as pd

from components.distillation.model.results import SoftTargets
from components.tables.numbers import likelier_phrase, nats_to_bits, probability_text
from components.tables.phrases import quoted, word_label

LABEL_ENTROPY, UNIFORM_MARGIN = 0.01, 0.01  # bits above 0 and below the maximum: as good as a label, as good as uniform
NAMED_COUNT = 3  # words named after the first


def target_table(targets: SoftTargets, temperature: float) -> pd.DataFrame:
    """The most probable tokens at one temperature, followed by the masked word if it is not among them.

    Columns: ``row`` from 1; ``rank``; ``word``; ``logit``; ``first``, its probability at temperature 1, and ``second``,
    that at the chosen one; ``first_chance`` and ``second_chance``, the same as text; ``hidden``, whether it is the
    masked word.
    """
    first, second = (
        [candidate.probabilities[_index(targets, each)] for candidate in targets.candidates]
        for each in (1.0, temperature)
    )
    return pd.DataFrame(
        {
            "row": range(1, len(targets.candidates) + 1),
            "rank": [candidate.rank for candidate in targets.candidates],
            "word": [word_label(candidate) for candidate in targets.candidates],
            "logit": [candidate.logit for candidate in targets.candidates],
            "first": first,
            "second": second,
            "first_chance": [probability_text(probability) for probability in first],
            "second_chance": [probability_text(probability) for probability in second],
            "hidden": [candidate.hidden for candidate in targets.candidates],
        }
    )


def among_shown(shown: pd.DataFrame) -> pd.DataFrame:
    """Some rows of :func:`target_table`, with their shares among each other instead of probabilities of all tokens.

    A temperature changes these shares; what it gives to all other tokens would hide that.
    """
    table = shown.assign(row=range(1, len(shown) + 1))
    for side in ("first", "second"):
        table[side] = table[side] / table[side].sum()
        table[f"{side}_chance"] = [probability_text(share) for share in table[side]]
    return table


def target_finding(targets: SoftTargets, temperature: float) -> str:
    """What a temperature does to the first word among all tokens, and how much the others tell."""
    index = _index(targets, temperature)
    first, *others = targets.candidates
    entropy = nats_to_bits(targets.entropies[index])
    before = probability_text(first.probabilities[_index(targets, 1.0)])
    word, now = quoted(word_label(first)), probability_text(first.probabilities[index])
    if temperature == 1:
        answer = f"Temperature 1 leaves the teacher’s answer as it is: {now} for {word}."
    else:
        how, does, verb = ("Softening", "spreads", "falls") if temperature > 1 else ("Sharpening", "gathers", "rises")
        answer = (
            f"{how} the teacher’s answer leaves {word} at {now}."
            if now == before
            else f"{how} {does} the probability: {word} {verb} from {before} to {now}."
        )
    rest = _rest_text(first.probabilities[index])
    finding = f"{answer} At temperature {temperature:g} the other {targets.vocabulary - 1:,} tokens share {rest}."
    if entropy < LABEL_ENTROPY:
        return f"{finding} That is no better than a label: it says nothing about the other words."
    if math.log2(targets.vocabulary) - entropy < UNIFORM_MARGIN:
        return f"{finding} The words are almost equally probable, so this says next to nothing."
    second = others[0]
    log_odds = (first.logit - second.logit) / temperature
    named = ", ".join(quoted(word_label(candidate)) for candidate in others[:NAMED_COUNT])
    compared = likelier_phrase(log_odds, word_label(first), word_label(second))
    return f"{finding} The next words are {named}; {compared}."


def shown_finding(shown: pd.DataFrame, temperature: float) -> str:
    """What a temperature takes from the first word, or gives it, among the words shown; empty if that is nothing.

    Args:
        shown: As :func:`among_shown` makes it.
        temperature: Of its second shares.
    """
    first = shown.iloc[0]
    if first["first_chance"] == first["second_chance"]:
        return ""
    how, verb, rest = ("Softened", "falls", "rises") if temperature > 1 else ("Sharpened", "rises", "falls")
    word = quoted(str(first["word"]))
    return f"{how}, {word} {verb} from {first['first_chance']} to {first['second_chance']}; the rest {rest}."


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


def _rest_text(probability: float) -> str:
    """What a probability leaves to all others: not all, however small it is."""
    rest = 1 - probability
    return probability_text(min(rest, math.nextafter(1, 0)) if probability > 0 else rest)


def _index(targets: SoftTargets, temperature: float) -> int:
    try:
        return targets.temperatures.index(temperature)
    except ValueError:
        raise ValueError(f"nothing was computed at T = {temperature}") from None
