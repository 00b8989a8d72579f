"""Candidates for a mask as a table, and findings about them."""

import math
import unicodedata

import pandas as pd

from components.model.results import Candidate, MaskPrediction, Predictions
from components.tables.numbers import fixed, probability_text, times_as_likely
from components.tables.phrases import capitalised, quoted, word_label


def candidate_table(mask: MaskPrediction, *, count: int) -> pd.DataFrame:
    """The first ``count`` candidates.

    Columns: ``rank`` from 1; ``word``; ``probability``, over the whole vocabulary; ``percent``, the same as text;
    ``was_there``, whether this is the word that the visitor masked.
    """
    shown = mask.candidates[:count]
    return pd.DataFrame(
        {
            "rank": range(1, len(shown) + 1),
            "word": [candidate_label(candidate) for candidate in shown],
            "probability": [candidate.probability for candidate in shown],
            "percent": [probability_text(candidate.probability) for candidate in shown],
            "was_there": [(c.text, c.continues) == (mask.hidden, mask.hidden_continues) for c in shown],
        }
    )


def candidate_label(candidate: Candidate) -> str:
    """The text of a candidate; an ellipsis marks a continuation of the word before."""
    return word_label(candidate)


def candidates_finding(table: pd.DataFrame) -> str:
    """A candidate table as a sentence, for screen readers."""
    rows = list(zip(table["word"].to_list(), table["percent"].to_list(), strict=True))[:5]
    return "Most likely words: " + ", ".join(f"{word} {share}" for word, share in rows) + "."


def top_finding(table: pd.DataFrame, hidden: str | None) -> str:
    """The top candidate, and the rank of the hidden word or the ratio to the second candidate.

    Args:
        table: The candidates shown.
        hidden: The word that the visitor masked; None if the mask was typed.
    """
    first = f"{capitalised(quoted(table['word'].iloc[0]))} is the top guess ({table['percent'].iloc[0]})"
    if hidden is not None:
        rank = table.loc[table["was_there"], "rank"]
        if len(rank) and rank.iloc[0] == 1:
            return f"{first}, and it is the hidden word."
        place = f"is number {rank.iloc[0]}" if len(rank) else f"is not in the top {len(table)}"
        return f"{first}. The hidden word, {quoted(hidden)}, {place}."
    if len(table) > 1 and table["probability"].iloc[1] > 0:
        ratio = table["probability"].iloc[0] / table["probability"].iloc[1]
        return f"{first}, {_times_as_likely(ratio)} {quoted(table['word'].iloc[1])}."
    return f"{first}."


def end_mark_hint(predictions: Predictions) -> str:
    """What to type if the model fills the last blank with the sentence's missing end mark; empty if it does not."""
    last = predictions.masks[-1] if predictions.masks else None
    if last is None or not all(token.special for token in predictions.tokens.items[last.position + 1 :]):
        return ""
    hides_word = last.hidden is None or not _is_punctuation(last.hidden)
    if not hides_word or not last.candidates or not _is_punctuation(last.candidates[0].text):
        return ""
    return "The sentence has no end mark yet, so the model expects one here. Add a full stop after the blank."


def _is_punctuation(text: str) -> bool:
    return bool(text) and all(unicodedata.category(character).startswith("P") for character in text)


def _times_as_likely(ratio: float) -> str:
    return "more than a million times as likely as" if ratio >= 1e6 else times_as_likely(math.log(max(ratio, 1.0)))


def entropy_text(mask: MaskPrediction) -> str:
    """The entropy of the prediction over the whole vocabulary, in words."""
    bits = fixed(mask.entropy / math.log(2), 1)
    words = fixed(math.exp(mask.entropy), 0)
    if words == "1":
        return f"Uncertainty: {bits} bits of entropy, almost as certain as if only one word were possible."
    return f"Uncertainty: {bits} bits of entropy, as uncertain as a choice among about {words} equally likely words."
