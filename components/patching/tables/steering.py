"""Tables and findings of steering: the words at the blank, their odds, and what is lost elsewhere."""

import math

import numpy as np
import pandas as pd

from components.model.blanks.results import PairWord
from components.patching.model.steering_results import (
    RANDOM_COUNT,
    SteeredWord,
    Steering,
    SteeringPlace,
)
from components.tables.numbers import (
    bits_text,
    different_texts,
    fixed,
    likelier_phrase,
    log_probability_text,
    nats_to_bits,
    percentage,
)
from components.tables.pairs import most_likely_words, pair_table
from components.tables.phrases import by_count, capitalised, list_phrase, quoted, word_label

NO_LENGTH = 1e-5  # a vector as short as rounding errors
BREAKDOWN_BITS = 1.0  # of mean loss: a word keeps half of its probability
SLIGHT = 0.05  # bits: reads as 0.0
UNLIKELY = 0.01  # of probability: where both words have less, their ratio alone would make one look like an answer
ALMOST_ALL = 0.995  # of probability: reads as 100%


def strength_text(strength: float) -> str:
    """A strength as people read it: "2", "−0.5"."""
    return fixed(strength, 0 if float(strength).is_integer() else 1)


def steered_words_table(steering: Steering, strength: float, *, count: int) -> pd.DataFrame:
    """The likeliest words without steering and at one strength, and the two words that are compared.

    Columns: as of :func:`components.tables.pairs.pair_table`, ``first`` being without steering.
    """
    unsteered, steered = steering.unsteered, steering.strengths.index(strength)
    words = [
        PairWord(
            word.text,
            word.continues,
            _finite(word.log_probabilities[unsteered]),
            _finite(word.log_probabilities[steered]),
        )
        for word in steering.words
    ]
    table = pair_table(words)
    likely = most_likely_words(table, count=count)
    targets = [word_label(target) for target in steering.targets]
    missing = table[table["word"].isin(targets) & ~table["word"].isin(likely["word"])]
    shown = pd.concat([likely, missing])
    return shown.assign(row=range(1, len(shown) + 1))


def share_table(steering: Steering) -> pd.DataFrame:
    """How the two words share their probability at every strength.

    Columns: ``strength``; ``share`` of the first word, of the probability of both; ``bits``, the binary logarithm of
    its odds against the second; ``odds``, as text; ``word``, the likeliest of all words.
    """
    first, second = (word_label(target) for target in steering.targets)
    return pd.DataFrame(
        {
            "strength": steering.strengths,
            "share": _share(np.array(steering.log_odds)),
            "bits": [nats_to_bits(value) for value in steering.log_odds],
            "odds": [likelier_phrase(value, first, second) for value in steering.log_odds],
            "word": [word_label(_likeliest(steering, row)) for row in range(len(steering.strengths))],
        }
    )


def random_band_table(steering: Steering) -> pd.DataFrame:
    """The range of the first word's share over the random directions, at every strength.

    Columns: ``strength``; ``low`` and ``high``, from 0 to 1.
    """
    shares = _share(np.array(steering.random_log_odds))  # (direction, strength)
    return pd.DataFrame({"strength": steering.strengths, "low": shares.min(axis=0), "high": shares.max(axis=0)})


def _share(log_odds: np.ndarray) -> np.ndarray:
    shares: np.ndarray = 0.5 * (1 + np.tanh(log_odds / 2))
    return shares


def other_losses_table(steering: Steering) -> pd.DataFrame:
    """The mean loss of the other words at every strength; no rows if there are none.

    Columns: ``strength``; ``bits``, the mean loss; ``kept``, the share of its probability that a word keeps, as a
    geometric mean; ``broken``, whether that is half or less.
    """
    losses = steering.other_losses or ()
    rises = _rises(steering)
    return pd.DataFrame(
        {
            "strength": steering.strengths[: len(losses)],
            "bits": [nats_to_bits(loss) for loss in losses],
            "kept": [2.0**-rise for rise in rises],
            "broken": [rise >= BREAKDOWN_BITS for rise in rises],
        }
    )


def steering_finding(steering: Steering, strength: float, way: str) -> str:
    """What the vector does to the odds of the two words at one strength, and whether a random vector does as much.

    Args:
        steering: The odds at all strengths.
        strength: The one that is chosen.
        way: Where it leads: "towards singular".
    """
    if steering.length < NO_LENGTH:
        return _no_difference(steering)
    row = steering.strengths.index(strength)
    unsteered = _likelier_text(steering, steering.unsteered)
    if strength == 0:
        return f"At strength 0 nothing is added. {capitalised(unsteered)}. Move the slider."
    effect = nats_to_bits(steering.log_odds[row] - steering.log_odds[steering.unsteered])
    if abs(effect) < SLIGHT:
        still = f"{capitalised(_likelier_text(steering, row))}.{_unlikely_note(steering, row)}"
        return f"The answer does not change when it is pushed {way}. {still}"
    steered, prefix = _likelier_text(steering, row), f"Pushed {way}"
    before = "about as without steering" if steered == unsteered else f"without steering, {unsteered}"
    moved = f"{capitalised(steered)}; {before}.{_unlikely_note(steering, row)}"
    rises = _rises(steering)
    if _as_far(steering, strength, effect):
        moved = f"Some random directions move the answer as far as this one. {moved}"
    elif rises and rises[row] >= BREAKDOWN_BITS:
        moved = f"{prefix}, the other words lose half of their probability or more. {moved}"
    else:
        moved = f"{prefix}, the model {_preference(steering, row)}. {moved}"
    return f"{moved} {_chance_finding(steering, strength, effect)}"


def _preference(steering: Steering, row: int) -> str:
    """Which of the two words the model prefers at one strength."""
    first, second = (quoted(word_label(target)) for target in steering.targets)
    if abs(nats_to_bits(steering.log_odds[row])) < SLIGHT:
        return f"likes {first} and {second} alike"
    is_first = steering.log_odds[row] > 0
    still = "still " if is_first == (steering.log_odds[steering.unsteered] > 0) else ""
    return f"{still}prefers {first if is_first else second} to {second if is_first else first}"


def _likelier_text(steering: Steering, row: int) -> str:
    """Which of the two words is likelier at one strength."""
    first, second = (word_label(target) for target in steering.targets)
    return likelier_phrase(steering.log_odds[row], first, second)


def _unlikely_note(steering: Steering, row: int) -> str:
    """That both words are unlikely at one strength, with their probabilities; empty if one is not."""
    higher, lower = sorted((target.log_probabilities[row] for target in steering.targets), reverse=True)
    if math.exp(higher) >= UNLIKELY:
        return ""
    return f" Both are unlikely: {log_probability_text(higher)} and {log_probability_text(lower)}."


def _chance_finding(steering: Steering, strength: float, effect: float) -> str:
    """The effect compared with that of random vectors at the same strength."""
    farther = _as_far(steering, strength, effect)
    if not farther:
        largest_change = max(abs(change) for change in _random_effects(steering, strength))
        moved, largest = different_texts(abs(effect), largest_change, decimals=1)
        return (
            f"The log-odds change by {moved} bits. {RANDOM_COUNT} random directions of the same length change them by "
            f"at most {largest} bits."
        )
    return (
        f"The log-odds change by {bits_text(abs(effect))}. {farther} of {RANDOM_COUNT} random directions of the same "
        f"length {by_count(farther, 'changes', 'change')} them as much or more."
    )


def _as_far(steering: Steering, strength: float, effect: float) -> int:
    """How many of the random vectors change the odds as much or more."""
    return sum(abs(change) >= abs(effect) for change in _random_effects(steering, strength))


def _random_effects(steering: Steering, strength: float) -> list[float]:
    """The change of the log-odds in bits by each random vector."""
    row, before = steering.strengths.index(strength), steering.log_odds[steering.unsteered]
    return [nats_to_bits(values[row] - before) for values in steering.random_log_odds]


def _no_difference(steering: Steering) -> str:
    where = "the embeddings" if steering.layer == 0 else f"layer {steering.layer}"
    what = "blanks" if steering.reads_blank else "sentences"
    return (
        f"After {where} the {what} of both sets have the same vector, so there is nothing to add. "
        "Choose a later layer, or other sentences."
    )


def breakdown_finding(steering: Steering) -> str:
    """From which strengths on the other words of the sentence are lost, too."""
    rises = _rises(steering)
    if not rises:
        return "The sentence has no other words that steering could destroy."
    if steering.place is SteeringPlace.BLANK and steering.layer == steering.layer_count:
        return "After the last layer only the blank’s own vector changes, so the other words cannot be lost."
    broken = [rise >= BREAKDOWN_BITS for rise in rises]
    above = _edge(steering.strengths, broken, sign=1)
    below = _edge(steering.strengths, broken, sign=-1)
    if above is None and below is None:
        left = 2.0 ** -max(rises)
        share = "almost all" if left >= ALMOST_ALL else f"at least {percentage(left)}"
        return f"Over the whole slider, the other words of the sentence keep {share} of their probability on average."
    edges = [f"from {strength_text(above)} up" if above is not None else ""]
    edges += [f"from {strength_text(below)} down" if below is not None else ""]
    where = list_phrase([edge for edge in edges if edge])
    keep = "the other words of the sentence keep half of their probability or less, on average."
    return f"{capitalised(where)} {keep}"


def _edge(strengths: tuple[float, ...], broken: list[bool], *, sign: int) -> float | None:
    """The strength nearest to 0 from which on all strengths of that sign are broken; None if the last one is not."""
    outwards = sorted(
        ((strength, is_broken) for strength, is_broken in zip(strengths, broken, strict=True) if sign * strength > 0),
        key=lambda item: -abs(item[0]),
    )
    edge = None
    for strength, is_broken in outwards:
        if not is_broken:
            break
        edge = strength
    return edge


def vector_note(steering: Steering) -> str:
    """What the vector is, and how long it is beside the vectors that it is added to."""
    read = "the blanks of both sets"
    if not steering.reads_blank:
        read = "all tokens of both sets but those that the tokenizer adds"
    target = "the blank’s vector" if steering.place is SteeringPlace.BLANK else "a token’s vector"
    ratio = steering.length / steering.typical_length if steering.typical_length else math.nan
    return (
        f"The vector is the difference of the means over {read}. "
        f"At strength 1 it is {fixed(ratio, 2)} times as long as {target}."
    )


def _rises(steering: Steering) -> list[float]:
    """By how many bits the mean loss of the other words rises, at every strength."""
    losses = steering.other_losses or ()
    return [nats_to_bits(loss - losses[steering.unsteered]) for loss in losses]


def _likeliest(steering: Steering, row: int) -> SteeredWord:
    return max(steering.words, key=lambda word: word.log_probabilities[row])


def _finite(log_probability: float) -> float:
    """A log-probability that text and charts can show: minus infinity is below every number."""
    return max(log_probability, -1e4)
