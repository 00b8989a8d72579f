"""Visitors' guesses as tables and findings."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import pandas as pd

from components.model.results import MaskPrediction
from components.tables.numbers import log_probability_text, probability_text
from components.tables.phrases import quoted

OTHER = "another word"
MIN_PROBABILITY = 1e-7  # a much less likely word would leave no room for the others
OWN_WORDS = 8  # number of the model's words that nobody guessed
MIN_SIZE, MAX_SIZE = 18, 40  # pixels
LETTER, APART = 0.56, 24  # mean letter width as a share of the type size; pixels between two words
CLOUD_WIDTH = 800  # pixels


def guess_table(
    counts: Sequence[tuple[str, int]],
    mask: MaskPrediction,
    *,
    visitor_guess: str,
    showable: Collection[str] = (),
    count: int = 8,
) -> pd.DataFrame:
    """The most frequent guesses, with the columns of a candidate table, and shares in place of probabilities.

    Guesses that are not among the model's candidates are counted together, so that the text of one visitor is not shown
    to the others.

    Args:
        counts: Guesses and how often each was made.
        mask: The model's prediction.
        visitor_guess: This visitor's guess, marked in ``was_there``.
        showable: Guesses that may be shown though they are not among the candidates: those of the visitor's class.
        count: Number of guesses to show; the visitor's own is always among them.
    """
    everybody = sum(number for _, number in counts)
    known = {*candidate_log_probabilities(mask), *showable, visitor_guess}
    together: Counter[str] = Counter()
    for guess, number in counts:
        together[guess if guess in known else OTHER] += number
    shown = together.most_common(count)
    if visitor_guess in together and visitor_guess not in dict(shown):
        shown[-1] = (visitor_guess, together[visitor_guess])
    return pd.DataFrame(
        {
            "rank": range(1, len(shown) + 1),
            "word": [guess for guess, _ in shown],
            "probability": [number / everybody for _, number in shown],
            "percent": [f"{number} of {everybody}" for _, number in shown],
            "was_there": [guess == visitor_guess for guess, _ in shown],
        }
    )


def candidate_log_probabilities(mask: MaskPrediction) -> dict[str, float]:
    """Log-probabilities (natural) of the model's candidate words, by lower-case word."""
    log_probabilities: dict[str, float] = {}
    for candidate in mask.candidates:
        if not candidate.continues and candidate.probability > 0:
            log_probabilities.setdefault(candidate.text.lower(), math.log(candidate.probability))
    return log_probabilities


def guess_cloud(counts: Sequence[tuple[str, int]], chances: Mapping[str, float], mask: MaskPrediction) -> pd.DataFrame:
    """Guesses and the model's top words, placed by the model's probability without overlaps.

    Columns: ``word``; ``said``, number of guesses; ``probability`` of the model, at least 1e-7; ``chance``, the same as
    text; ``size`` of the type in pixels, larger for more guesses; ``row`` from 0, upwards.

    Args:
        counts: Guesses and how often each was made, the most frequent first.
        chances: The model's log-probability (natural) of each guess that may be shown; others are omitted.
        mask: The model's prediction.
    """
    guessed = {guess: number for guess, number in counts if guess in chances}
    model_words = [word for word in candidate_log_probabilities(mask) if word not in guessed][:OWN_WORDS]
    counted_words = [*guessed.items(), *((word, 0) for word in model_words)]
    known = {**candidate_log_probabilities(mask), **chances}
    largest_count = max(guessed.values(), default=1)
    table = pd.DataFrame(
        {
            "word": [word for word, _ in counted_words],
            "said": [number for _, number in counted_words],
            "probability": [max(math.exp(known[word]), MIN_PROBABILITY) for word, _ in counted_words],
            "chance": [log_probability_text(known[word]) for word, _ in counted_words],
            "size": [
                MIN_SIZE + (MAX_SIZE - MIN_SIZE) * math.sqrt(number / largest_count) for _, number in counted_words
            ],
        }
    )
    return table.assign(row=_rows(table))


def _rows(table: pd.DataFrame) -> list[int]:
    """The lowest row for each word in which it overlaps no earlier word."""
    places = table["probability"].map(math.log)
    span = max(places.max() - places.min(), 1.0)
    taken: list[tuple[int, float, float]] = []  # row, from, to
    for place, size, word in zip(places, table["size"], table["word"], strict=True):
        half = 0.5 * (LETTER * size * len(word) + APART) / CLOUD_WIDTH * span
        row = 0
        while any(row == other and place - half < to and since < place + half for other, since, to in taken):
            row += 1
        taken.append((row, place - half, place + half))
    return [row for row, _, _ in taken]


def cloud_finding(table: pd.DataFrame, counts: Sequence[tuple[str, int]], mask: MaskPrediction) -> str:
    """The most frequent guess and the model's top word: the probability of one, the count of the other."""
    everybody, guessed = sum(number for _, number in counts), dict(counts)
    top_guess = table.nlargest(1, "said").iloc[0]
    of = f"{guessed[top_guess['word']]} of {everybody}"
    first = next((candidate for candidate in mask.candidates if not candidate.continues), None)
    if first is None:  # every candidate continues the word before
        return f"{of} guessed {quoted(top_guess['word'])}. The model gives it {top_guess['chance']}."
    other = guessed.get(first.text.lower(), 0)
    if top_guess["word"] == first.text.lower():
        return (
            f"You and the model agree on {quoted(first.text)}: {of} of you guessed it, and the model gives it "
            f"{probability_text(first.probability)}."
        )
    return (
        f"{of} guessed {quoted(top_guess['word'])}. The model gives it {top_guess['chance']}. Its top guess is "
        f"{quoted(first.text)} ({probability_text(first.probability)}), which "
        f"{f'{other} of you' if other else 'nobody'} guessed."
    )


def top_guess_sentence(mask: MaskPrediction) -> str:
    """The model's top word with its probability, as a sentence; "" if every candidate continues the word before."""
    first = next((candidate for candidate in mask.candidates if not candidate.continues), None)
    return (
        ""
        if first is None
        else f"The model’s top guess is {quoted(first.text)} ({probability_text(first.probability)})."
    )


def guess_finding(table: pd.DataFrame) -> str:
    """A guess table as a sentence, for screen readers."""
    rows = zip(table["word"], table["percent"], table["was_there"], strict=True)
    return (
        "Guesses: " + ", ".join(f"{word} {share}" + (" (yours)" if yours else "") for word, share, yours in rows) + "."
    )


def verdict(guess: str, mask: MaskPrediction) -> str:
    """The rank and probability of a guess among the model's candidates."""
    for rank, candidate in enumerate(mask.candidates, 1):
        if candidate.text.lower() == guess and not candidate.continues:
            return f"You said {quoted(guess)}: the model’s number {rank} ({probability_text(candidate.probability)})."
    return f"You said {quoted(guess)}: not among the model’s top {len(mask.candidates)} words."
