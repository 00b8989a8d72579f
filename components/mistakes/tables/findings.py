"""What each mistake costs, as sentences computed from its numbers."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from components.mistakes.model.catalogue import mistake
from components.mistakes.model.mistake import PROBABILITY, Mistake
from components.mistakes.model.results import Comparison, Outcome
from components.model.statistics.paired import SIGNIFICANT, mcnemar_test
from components.tables.numbers import fixed, percentage, probability_text
from components.tables.phrases import by_count, capitalised, count_phrase, quoted

COPYING = 2  # below this perplexity, a word in sight is given more than half of the probability


def finding(key: str, comparison: Comparison) -> str:
    """The effect of a mistake on the model."""
    return _FINDINGS[key](comparison)


def _probability_finding(how: str, failure: str = "") -> Callable[[Comparison], str]:
    """Findings about the probability of one word; ``failure`` says more of an error, where there may be one."""

    def finding_text(comparison: Comparison) -> str:
        word = "" if comparison.followed is None else comparison.followed[1]
        if comparison.wrong.error:
            return f"{how} it fails at once. {comparison.wrong.error}. {failure}"
        right, wrong = probability_text(comparison.right.value), probability_text(comparison.wrong.value)
        first = comparison.wrong.rows[0].name
        rest = "It is still the top guess" if first == word else f"{capitalised(quoted(first))} becomes the top guess"
        if _shown_rows(comparison.right) == _shown_rows(comparison.wrong):
            rest += ": the mistake changes nothing here"
        verb = "stays at" if right == wrong else f"{_direction(comparison)} from {right} to"
        return f"{how}, {quoted(word)} {verb} {wrong}. {rest}."

    return finding_text


def _shown_rows(side: Outcome) -> list[tuple[str, str]]:
    return [(row.name, probability_text(row.value)) for row in side.rows]


def _direction(comparison: Comparison) -> str:
    return "falls" if comparison.wrong.value < comparison.right.value else "rises"


def measure_text(mistake_shown: Mistake, comparison: Comparison) -> str:
    """What the compared number is, with the word if it is a probability."""
    if mistake_shown.measure != PROBABILITY or comparison.followed is None:
        return mistake_shown.measure
    return f"Probability of {quoted(comparison.followed[1])}, the top guess of the right version"


def shows_mistake(key: str, comparison: Comparison) -> bool:
    """Whether the numbers show that the wrong version is worse; true of lines that are wrong whatever they cost."""
    if comparison.difference is not None:
        return comparison.difference.low > 0
    return _COSTS[key](comparison) if key in _COSTS else True


def _mask_string(comparison: Comparison) -> str:
    if comparison.wrong.value:
        return "No mistake here: this tokenizer reads the other model’s mask as a mask, too."
    masks = round(comparison.right.value)
    pieces = count_phrase(len(comparison.wrong.rows) - len(comparison.right.rows) + masks, "ordinary token")
    become = by_count(masks, "mask becomes", "masks become")
    return f"Another model’s {become} {pieces}. No masked position is left."


def _softmax(comparison: Comparison) -> str:
    return f"Over the wrong axis, the probabilities sum to {fixed(comparison.wrong.value, 0)}, not to 1."


def _half(comparison: Comparison) -> str:
    word = "" if comparison.followed is None else comparison.followed[1]
    if math.isnan(comparison.wrong.value):
        return (
            f"In half precision, the probability of {quoted(word)} is no longer a number. The sum overflows to "
            f"infinity. In single precision it is {probability_text(comparison.right.value)}."
        )
    right, wrong = probability_text(comparison.right.value), probability_text(comparison.wrong.value)
    if right != wrong:
        return f"In half precision, {quoted(word)} {_direction(comparison)} from {right} to {wrong}."
    return f"In half precision, {quoted(word)} stays at {wrong}. The scores are too small to overflow."


def _dropout(comparison: Comparison) -> str:
    low, high = _lowest_and_highest(comparison.wrong)
    word = "" if comparison.followed is None else comparison.followed[1]
    steady = probability_text(comparison.right.rows[0].value)
    return (
        f"With dropout on, {quoted(word)} is between {probability_text(low)} and {probability_text(high)}. "
        f"These are the ends of five calls; with dropout off, all five give {steady}."
    )


def _lowest_and_highest(side: Outcome) -> tuple[float, float]:
    values = [row.value for row in side.rows]
    return min(values), max(values)


def _sentence_vector(comparison: Comparison) -> str:
    """Which vector separates better, if the interval of the difference excludes 0."""
    nearest = [side.rows[-1].figure for side in (comparison.right, comparison.wrong)]
    figures = (
        f"The gap is {fixed(comparison.right.value, 2)} standard deviations with the mean and "
        f"{fixed(comparison.wrong.value, 2)} with [CLS]; the nearest sentence means the same for {nearest[0]} and "
        f"{nearest[1]}."
    )
    if shows_mistake("sentence_vector", comparison):
        return f"[CLS] separates these sentences worse than the mean vector. {figures}"
    if comparison.difference is not None and comparison.difference.high < 0:
        return f"No mistake here: [CLS] separates these sentences better than the mean vector. {figures}"
    return f"[CLS] and the mean vector cannot be told apart here. The sentences are too few: {figures}"


def _pieces_and_labels(comparison: Comparison) -> str:
    wrong, right = (percentage(side.value) for side in (comparison.wrong, comparison.right))
    return f"Assigned in order, {wrong} of the words get the right label. With word_ids(), it is {right}."


def _surprise(comparison: Comparison) -> str:
    first, second = (row.name for row in comparison.right.rows)
    right, wrong = fixed(comparison.right.value, 2), fixed(comparison.wrong.value, 2)
    if right == wrong:
        return f"No mistake here: in either unit, {first} needs {right} times the bits of {second}."
    reversed_order = (comparison.right.value - 1) * (comparison.wrong.value - 1) < 0
    figures = f"{first} needs {right} times as many bits as {second} per character, {wrong} times per token."
    verdict = (
        "The unit decides which model looks better." if reversed_order else "The unit changes how far they are apart."
    )
    return f"{verdict} {figures}"


def _unmasked(comparison: Comparison) -> str:
    right, wrong = fixed(comparison.right.value, 1), fixed(comparison.wrong.value, 2)
    if comparison.wrong.value >= comparison.right.value:
        return f"This model is no better at copying: a perplexity of {wrong} with the words in sight, {right} without."
    copies = "copies what it reads" if comparison.wrong.value < COPYING else "sees what it is to guess"
    return f"With the words in sight, the perplexity falls from {right} to {wrong}. The model {copies}."


def _next_sentence(comparison: Comparison) -> str:
    """How many pairs are judged correctly in the hard and in the easy test, and whether that is a clear difference."""
    count = 2 * len(comparison.right.rows)
    hard, easy = (round(side.value * count) for side in (comparison.right, comparison.wrong))
    figures = (
        f"Against sentences from elsewhere, next-sentence prediction is right for {easy} of {count} pairs; against the "
        f"same pairs swapped, for {hard} of {count}."
    )
    if easy <= hard:
        return f"For this model, the easy test is no easier. {figures}"
    if not _is_easier(comparison):
        return f"With so few pairs, the difference of the tests may be chance. {figures}"
    return f"The easy test is clearly easier. {figures}"


def _is_easier(comparison: Comparison) -> bool:
    """Whether more pairs from elsewhere than swapped pairs are rejected, by McNemar's test: both begin alike."""
    rejected = [[row.value <= 0.5 for row in side.rows] for side in (comparison.right, comparison.wrong)]
    hard_only, easy_only = (
        sum(a and not b for a, b in zip(*sides, strict=True)) for sides in (rejected, rejected[::-1])
    )
    return easy_only > hard_only and mcnemar_test(hard_only, easy_only) < SIGNIFICANT


def _learning_rate(comparison: Comparison) -> str:
    right, wrong = (f"{_correct_count(side)} of {len(side.rows)}" for side in (comparison.right, comparison.wrong))
    low, high = (np.format_float_positional(float(str(rate))) for rate in mistake("learning_rate").settings)
    figures = f"After ten steps at {high}, {wrong} other blanks are unchanged. At {low}, it is {right}."
    return figures if _loses_blanks(comparison) else f"{figures} The high rate cost nothing here."


def _warmup(comparison: Comparison) -> str:
    with_warmup, without = (
        f"{_correct_count(side)} of {len(side.rows)}" for side in (comparison.right, comparison.wrong)
    )
    figures = f"Without warm-up, {without} other blanks are unchanged. With it, {with_warmup}, after ten steps."
    return figures if _loses_blanks(comparison) else f"{figures} The missing warm-up cost nothing here."


def _loses_blanks(comparison: Comparison) -> bool:
    return _correct_count(comparison.wrong) < _correct_count(comparison.right)


def _tested_on_itself(comparison: Comparison) -> str:
    """How training changed the score on training sentences and on held-out sentences."""
    trained, others = (_before_and_after(side) for side in (comparison.wrong, comparison.right))
    figures = (
        f"Training sentences: {trained[0]} of {len(comparison.wrong.rows)} correct before and {trained[1]} after. "
    )
    figures += f"Held-out sentences: {others[0]} of {len(comparison.right.rows)} before and {others[1]} after."
    gain, carried = trained[1] - trained[0], others[1] - others[0]
    if gain <= 0:
        return f"Training did not help on any of the six. {figures}"
    if carried <= 0:
        return f"The model learned the six by heart; other sentences gain nothing. {figures}"
    if carried < gain:
        return f"The test on training sentences promises too much. {figures}"
    return f"What it learned works on new sentences, too. {figures}"


def _before_and_after(side: Outcome) -> tuple[int, int]:
    """The number of correct blanks before and after training."""
    assert side.before_training is not None  # experiments with training set it
    return round(side.before_training * len(side.rows)), _correct_count(side)


def _correct_count(side: Outcome) -> int:
    return sum(row.value == 1 for row in side.rows)


_COSTS: Mapping[str, Callable[[Comparison], bool]] = MappingProxyType(
    {"next_sentence": _is_easier, "learning_rate": _loses_blanks, "warmup": _loses_blanks}
)
_FINDINGS: Mapping[str, Callable[[Comparison], str]] = MappingProxyType(
    {
        "attention_mask": _probability_finding("Without the attention mask"),
        "padding_side": _probability_finding("With padding on the left"),
        "vocabulary": _probability_finding(
            "With another vocabulary’s ids", "With ids that exist, there would be no error."
        ),
        "case": _probability_finding("With capital letters"),
        "mask_string": _mask_string,
        "drop_in": _probability_finding("With RoBERTa’s special tokens"),
        "next_sentence": _next_sentence,
        "truncation": _probability_finding("With the end cut off", "The blank itself is cut off."),
        "segments": _probability_finding("Without segment ids"),
        "softmax": _softmax,
        "half": _half,
        "dropout": _dropout,
        "sentence_vector": _sentence_vector,
        "pieces_and_labels": _pieces_and_labels,
        "surprise": _surprise,
        "unmasked": _unmasked,
        "learning_rate": _learning_rate,
        "warmup": _warmup,
        "tested_on_itself": _tested_on_itself,
    }
)
