"""Predictions of a fine-tuned model as tables and sentences."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from components.tables.numbers import fixed, probability_text, signed
from components.tables.phrases import list_phrase, quoted
from components.teaching.model.results import FineTuningResult

if TYPE_CHECKING:
    from components.teaching.model.explanations import Classification

FAILURE_LIMIT, SHOWN_WORDS = 6, 8
DECIMALS = 2  # of the effect of a word
OPINION_LABELS = frozenset(("negative", "positive"))
PAIRS = (
    ("The food was good.", "The food was not good."),
    ("I was not disappointed.", "I was disappointed."),
    ("Good actors, but a dull film.", "A dull film, but good actors."),
    ("Although the room was small, we loved it.", "Although we loved it, the room was small."),
    ("It could not have been better.", "It could have been better."),
)

MOSTLY = 0.5  # of all words' effects: more than this is most of it


def answer_table(classification: "Classification", labels: Sequence[str]) -> pd.DataFrame:
    """``row`` from 1, the likeliest first; ``label``, ``share``, ``figure``."""
    ranked = sorted(
        zip(labels, classification.probabilities, strict=True), key=lambda labelled_share: -labelled_share[1]
    )
    return pd.DataFrame(
        [(row, label, share, probability_text(share)) for row, (label, share) in enumerate(ranked, start=1)],
        columns=["row", "label", "share", "figure"],
    )


def answer_finding(classification: "Classification", labels: Sequence[str]) -> str:
    """The predicted label and its probability, and the word that pushes most to it if no others do as much together."""
    place = int(np.argmax(classification.probabilities))
    answer = f"The classifier says {quoted(labels[place])} ({probability_text(classification.probabilities[place])})"
    effects = classification.word_effects
    strongest = max(effects, key=lambda each: each.effect, default=None)
    if strongest is None or not round(strongest.effect, DECIMALS):
        return f"{answer}."
    if strongest.effect <= MOSTLY * sum(abs(each.effect) for each in effects):
        return f"{answer}."
    return f"{answer}, mostly because of {quoted(strongest.word)}."


def effect_table(classification: "Classification") -> pd.DataFrame:
    """The words with the largest effects, in the order of the sentence.

    Columns: ``row`` from 1, ``word``, ``effect`` on the logit, ``figure`` and ``bar``.

    ``bar`` is the effect as ``figure`` shows it, so that an effect shown as zero has no bar. A word that the sentence
    has more than once is followed by its place in the sentence, counted from 1; ``text`` and ``place`` are its parts,
    and ``place`` is empty for other words.
    """
    counts = Counter(each.word for each in classification.word_effects)
    places = [
        f"word {number}" if counts[each.word] > 1 else ""
        for number, each in enumerate(classification.word_effects, start=1)
    ]
    numbered = zip(range(len(places)), classification.word_effects, places, strict=True)
    ranked = sorted(numbered, key=lambda numbered_effect: -abs(numbered_effect[1].effect))
    rows = [
        (
            row,
            f"{each.word} ({place})" if place else each.word,
            each.effect,
            _effect_text(each.effect),
            round(each.effect, DECIMALS),
            each.word,
            place,
        )
        for row, (_, each, place) in enumerate(sorted(ranked[:SHOWN_WORDS]), start=1)
    ]
    return pd.DataFrame(rows, columns=["row", "word", "effect", "figure", "bar", "text", "place"])


def effects_finding(effects: pd.DataFrame) -> str:
    """The word with the largest effect."""
    first = effects.iloc[int(effects["effect"].abs().argmax())]
    effect = float(first["effect"])
    if not effects["bar"].any():
        return "No word counts: whichever is masked, the score changes by less than 0.01."
    word = f"{quoted(first['text'])} ({first['place']})" if first["place"] else quoted(first["text"])
    way, change = ("for", "falls") if effect > 0 else ("against", "rises")
    counts = "counts" if len(effects) == 1 else "counts most"
    return f"{word} {counts} {way} this label: without it the score {change} by {fixed(abs(effect), 2)}."


def fitting_sentence(result: FineTuningResult) -> str:
    """A sentence of the kind that the classifier was trained for: the first held-out one that it classifies correctly.

    If there is none, the first held-out sentence.
    """
    right = result.correct(result.history)
    return next((text for (text, _), is_right in zip(result.test, right, strict=True) if is_right), result.test[0][0])


def other_labels_note(labels: Sequence[str]) -> str:
    """What a classifier does with a sentence of another kind, if its labels are not those of opinions; else empty."""
    if set(labels) == OPINION_LABELS:
        return ""
    return (
        f"This classifier gives every sentence one of its labels: {list_phrase([quoted(label) for label in labels])}. "
        "Type a sentence that fits one of them."
    )


def _effect_text(effect: float) -> str:
    return signed(effect, DECIMALS) if round(effect, DECIMALS) else f"{0:.{DECIMALS}f}"


def pairs_table(classifications: "Sequence[Classification]", labels: Sequence[str]) -> pd.DataFrame:
    """Pairs of sentences side by side, with the prediction for each."""
    predictions = [
        f"{labels[int(np.argmax(each.probabilities))]}, {probability_text(max(each.probabilities))}"
        for each in classifications
    ]
    rows = [
        (
            classifications[place].sentence,
            predictions[place],
            classifications[place + 1].sentence,
            predictions[place + 1],
        )
        for place in range(0, len(classifications), 2)
    ]
    return pd.DataFrame(rows, columns=["Sentence", "Prediction", "Variant", "Prediction for the variant"])


def failure_table(result: FineTuningResult) -> pd.DataFrame:
    """Misclassified held-out sentences, the most confident first: ``sentence``, ``label``, ``predicted``, ``sure``."""
    rows = [
        (text, result.labels[label], result.labels[int(np.argmax(row))], float(max(row)))
        for row, (text, label), right in zip(
            result.history.probabilities, result.test, result.correct(result.history), strict=True
        )
        if not right
    ]
    rows.sort(key=lambda failure: -failure[-1])
    return pd.DataFrame(rows[:FAILURE_LIMIT], columns=["sentence", "label", "predicted", "sure"])


def failure_finding(result: FineTuningResult) -> str:
    """The most confident mistake."""
    table = failure_table(result)
    if table.empty:
        return f"All {len(result.test)} new sentences get the right label."
    worst = table.iloc[0]
    sure = probability_text(worst["sure"])
    predicted, sentence = quoted(worst["predicted"]), quoted(worst["sentence"])
    return f"Its surest mistake: {sure} sure of {predicted}, and wrong. The sentence is {sentence}."
