"""Tables and findings of text classification."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.model.heads.results import PooledReading, TextReading
from components.model.heads.specs import TextPooling
from components.tables.numbers import fixed, probability_text, sum_as_shown
from components.tables.phrases import capitalised, list_phrase, quoted
from components.tasks.model.results import TextSimilarity
from components.tasks.tables.encoder import size_text

POOLING_NAMES = {
    TextPooling.CLS: "[CLS]",
    TextPooling.MEAN: "mean",
    TextPooling.WEIGHTED: "weighted mean",
    TextPooling.POOLER: "pooler",
}
_POOLING_PHRASES = {
    pooling: name if pooling is TextPooling.CLS else f"the {name}" for pooling, name in POOLING_NAMES.items()
}

JOINED = {TextPooling.MEAN: "average", TextPooling.WEIGHTED: "weighted average"}  # what becomes of all vectors


def label_table(reading: TextReading, pooling: TextPooling) -> pd.DataFrame:
    """One row per label, the most likely first: ``row``, ``label``, ``score``, ``probability``, ``figure``."""
    pooled = reading.with_pooling(pooling)
    order = np.argsort(-pooled.scores)
    return pd.DataFrame(
        {
            "row": range(1, len(order) + 1),
            "label": [reading.spec.labels[place] for place in order],
            "score": pooled.scores[order].astype(float),
            "probability": pooled.probabilities[order].astype(float),
            "figure": [probability_text(float(pooled.probabilities[place])) for place in order],
        }
    )


def product_table(pooled: PooledReading, label: int) -> pd.DataFrame:
    """One row per dimension of the vector: ``number`` from 1, and its ``product`` with the label's row of W."""
    return pd.DataFrame({"number": range(1, pooled.vector.size + 1), "product": pooled.products[label].astype(float)})


def product_text(pooled: PooledReading, label: int) -> str:
    """The score as a sum: the products, and the bias."""
    total, bias, score = sum_as_shown(float(pooled.products[label].sum()), float(pooled.bias[label]))
    return f"{pooled.vector.size} products add up to {total}. Adding the bias, {bias}, gives the score {score}"


def probability_note(reading: TextReading, pooling: TextPooling) -> str:
    """How the score of the first label becomes its probability, with the score of the next one; empty for one label."""
    pooled, labels = reading.with_pooling(pooling), reading.spec.labels
    probability = probability_text(float(pooled.probabilities[pooled.best]))
    if reading.spec.multi_label:
        return f"Each label is decided by itself: 1 ÷ (1 + e^−score) = {probability}."
    if len(labels) < 2:
        return ""
    first, second = np.argsort(-pooled.scores, kind="stable")[:2].tolist()
    if len(labels) > 2:
        return (
            f"The next label, {quoted(labels[second])}, has {fixed(float(pooled.scores[second]), 3)}. A score counts "
            f"only beside the others: e^score ÷ the sum of e^score over all {len(labels)} labels = {probability}."
        )
    best, other, difference = _difference_texts(float(pooled.scores[first]), float(pooled.scores[second]), probability)
    subtracted = f"({other})" if other.startswith("−") else other
    return (
        f"{quoted(labels[second])} has {other}. Only the difference counts: {best} − {subtracted} = "
        f"{difference}, and 1 ÷ (1 + e^−{difference}) = {probability}."
    )


def _difference_texts(best: float, other: float, probability: str) -> tuple[str, str, str]:
    """Two scores and their difference, with the fewest decimals, from three to six, that lead to the probability."""
    for decimals in range(3, 7):
        difference = round(best - other, decimals)
        is_exact = math.isclose(round(best, decimals) - round(other, decimals), difference, abs_tol=10**-9)
        if is_exact and probability_text(1 / (1 + math.exp(-difference))) == probability:
            break
    return fixed(best, decimals), fixed(other, decimals), fixed(difference, decimals)


def reading_note(reading: TextReading, pooling: TextPooling) -> str:
    """Which vector the classifier reads, and what makes it stand for the text."""
    first = reading.tokens.items[0].text
    match pooling:
        case TextPooling.CLS:
            return (
                f"The classifier reads only the vector at {first}, a token added in front of the text. Nothing but "
                "training for a task makes that vector stand for the whole text."
            )
        case TextPooling.POOLER:
            return (
                f"The classifier reads the pooler: the vector at {first}, a token added in front of the text, sent "
                "through one more layer (a matrix and a tanh)."
            )
        case TextPooling.MEAN:
            return "The classifier reads the mean of all tokens’ vectors."
        case TextPooling.WEIGHTED:
            return "The classifier reads a weighted mean of all tokens’ vectors; it has learned the weights."


def similarity_table(similarities: Sequence[TextSimilarity]) -> pd.DataFrame:
    """One row per pooling: ``row``, ``pooling``, ``cosine``, ``figure``."""
    return pd.DataFrame(
        {
            "row": range(1, len(similarities) + 1),
            "pooling": [POOLING_NAMES[similarity.pooling] for similarity in similarities],
            "cosine": [similarity.cosine for similarity in similarities],
            "figure": [fixed(similarity.cosine, 2) for similarity in similarities],
        }
    )


def text_finding(reading: TextReading, pooling: TextPooling) -> str:
    """The predicted label, and whether the other poolings agree."""
    pooled = reading.with_pooling(pooling)
    held = _labels_held(reading, pooled)
    if reading.spec.multi_label:
        best = (
            f"{quoted(reading.spec.labels[pooled.best])} comes closest "
            f"({probability_text(float(pooled.probabilities[pooled.best]))})"
        )
        total = len(reading.spec.labels)
        count = {0: f"No label gets more than 50%; {best}.", 1: f"One of {total} labels gets more than 50%"}
        counted = count.get(len(held), f"{len(held)} of {total} labels get more than 50%")
        first = counted if not held else f"{counted}: {', '.join(quoted(each) for each in held)}."
    else:
        probability = probability_text(float(pooled.probabilities[pooled.best]))
        size = size_text(reading.spec, pooled.vector.size)
        first = f"A classifier of {size} says {quoted(reading.spec.labels[pooled.best])} ({probability})."
    others: dict[str, list[str]] = {}
    for each in reading.poolings:
        if (labels := _labels_held(reading, each)) != held:
            answer = list_phrase([quoted(label) for label in labels]) or "that no label holds"
            others.setdefault(answer, []).append(_explained(each.pooling))
    if not others:
        return f"{first} {'All four ways of pooling agree.' if len(reading.poolings) == 4 else ''}".strip()
    differing = "; ".join(
        f"reading {list_phrase(ways, 'or')} instead, it says {answer}" for answer, ways in others.items()
    )
    return f"{first} {capitalised(differing)}."


def _labels_held(reading: TextReading, pooled: PooledReading) -> list[str]:
    """The labels that a prediction gives the text: with a sigmoid those above 50%, else the most likely."""
    if not reading.spec.multi_label:
        return [reading.spec.labels[pooled.best]]
    return [label for label, p in zip(reading.spec.labels, pooled.probabilities, strict=True) if p > 0.5]


def _explained(pooling: TextPooling) -> str:
    """The phrase for a pooling; what the pooler is stands in brackets."""
    phrase = _POOLING_PHRASES[pooling]
    return f"{phrase} (one more layer on top of [CLS])" if pooling is TextPooling.POOLER else phrase


def similarity_finding(similarities: Sequence[TextSimilarity]) -> str:
    """The highest and the lowest cosine of two texts, with their poolings."""
    highest, lowest = (
        max(similarities, key=lambda similarity: similarity.cosine),
        min(similarities, key=lambda similarity: similarity.cosine),
    )
    return (
        f"Cosine similarity: {fixed(highest.cosine, 2)} with {_POOLING_PHRASES[highest.pooling]}, "
        f"{fixed(lowest.cosine, 2)} with {_POOLING_PHRASES[lowest.pooling]}."
    )
