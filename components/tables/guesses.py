"""Visitors' guesses, one a row."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import pandas as pd

from components.model.results import MaskPrediction
from components.tables.numbers import log_probability_text, probability_text

OTHER = "another word"
MIN_PROBABILITY = 1e-7  # probability: one word that is far less likely would leave no room for the others
OWN_WORDS = 8  # of the model's that nobody guessed
MIN_SIZE, MAX_SIZE = 18, 40  # pixels
LETTER, APART = 0.56, 24  # the mean letter's share of its size; pixels between two words
CLOUD_WIDTH = 800  # pixels, of those that words may stand in


def guess_table(
    counts: Sequence[tuple[str, int]],
    mask: MaskPrediction,
    *,
    visitor_guess: str,
    showable: Collection[str] = (),
    count: int = 8,
) -> pd.DataFrame:
    """The most frequent guesses, with the columns of a candidate table: a share takes the place of a probability.

    Guesses that are not among the model's candidates are counted together: what one visitor types is not put on the
    screen of all others.

    Args:
        counts: Guesses and how often each was made.
        mask: The model's answer.
        visitor_guess: This visitor's guess, marked in ``was_there``.
        showable: Guesses that may be shown though the model has not thought of them: those of one's own class.
        count: How many guesses to show; the visitor's own is one of them however rare it is.
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
    """The words among the model's candidates, in small letters, and their log-probabilities (natural)."""
    found: dict[str, float] = {}
    for one in mask.candidates:
        if not one.continues and one.probability > 0:
            found.setdefault(one.text.lower(), math.log(one.probability))
    return found


def guess_cloud(counts: Sequence[tuple[str, int]], chances: Mapping[str, float], mask: MaskPrediction) -> pd.DataFrame:
    """Guesses, and the model's own first words, where the model's probability puts them; none covers another.

    Columns: ``word``; ``said``, how many guessed it; ``probability`` by the model, what is less than a ten-millionth
    being put there, and ``chance``, as people read it; ``size`` of the letters in pixels, the larger the more guessed
    it; ``row`` from 0, upwards.

    Args:
        counts: Guesses and how often each was made, the most frequent first.
        chances: The model's log-probability (natural) of each guess that may be shown; others are left out.
        mask: The model's answer.
    """
    guessed = {guess: number for guess, number in counts if guess in chances}
    own = [word for word in candidate_log_probabilities(mask) if word not in guessed][:OWN_WORDS]
    said = [*guessed.items(), *((word, 0) for word in own)]
    known = {**candidate_log_probabilities(mask), **chances}
    most = max(guessed.values(), default=1)
    table = pd.DataFrame(
        {
            "word": [word for word, _ in said],
            "said": [number for _, number in said],
            "probability": [max(math.exp(known[word]), MIN_PROBABILITY) for word, _ in said],
            "chance": [log_probability_text(known[word]) for word, _ in said],
            "size": [MIN_SIZE + (MAX_SIZE - MIN_SIZE) * math.sqrt(number / most) for _, number in said],
        }
    )
    return table.assign(row=_rows(table))


def _rows(table: pd.DataFrame) -> list[int]:
    """The lowest row in which each word covers none that came before it."""
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
    """What an audience said most, what the model says first, and what each thinks of the other's."""
    everybody, guessed = sum(number for _, number in counts), dict(counts)
    most = table.nlargest(1, "said").iloc[0]
    of = f"{guessed[most['word']]} of {everybody}"
    first = next((one for one in mask.candidates if not one.continues), None)
    if first is None:  # it goes on with the word before
        return f"{of} guessed “{most['word']}”. The model gives it {most['chance']}."
    other = guessed.get(first.text.lower(), 0)
    if most["word"] == first.text.lower():
        return (
            f"You and the model agree on “{first.text}”: {of} of you guessed it, and the model gives it "
            f"{probability_text(first.probability)}."
        )
    return (
        f"{of} guessed “{most['word']}”. The model gives it {most['chance']}. Its top guess is "
        f"“{first.text}” ({probability_text(first.probability)}), which {f'{other} of you' if other else 'nobody'} guessed."
    )


def guess_finding(table: pd.DataFrame) -> str:
    """A guess table in a sentence, for those who do not see the bars."""
    rows = zip(table["word"], table["percent"], table["was_there"], strict=True)
    return "Guesses: " + ", ".join(f"{word} {share}" + (" (yours)" if own else "") for word, share, own in rows) + "."


def verdict(guess: str, mask: MaskPrediction) -> str:
    """What the model thinks of a guess."""
    for rank, candidate in enumerate(mask.candidates, 1):
        if candidate.text.lower() == guess and not candidate.continues:
            return f"You said “{guess}”: the model’s number {rank} ({probability_text(candidate.probability)})."
    return f"You said “{guess}”: not among the model’s top {len(mask.candidates)} words."
