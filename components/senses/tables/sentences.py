"""Labelled sentences as an editable table, and back."""

from collections.abc import Sequence

import pandas as pd

from components.model.lists.spellings import merged_spellings
from components.model.tokens.occurrences import SentenceWithSense


def sentence_editor_table(sentences: Sequence[SentenceWithSense]) -> pd.DataFrame:
    """One row per sentence: ``sentence`` and ``sense``, which is empty if there is none."""
    rows = [(sentence.sentence, sentence.sense or "") for sentence in sentences]
    return pd.DataFrame(rows, columns=["sentence", "sense"], dtype="string")


def edited_sentences(table: pd.DataFrame) -> tuple[SentenceWithSense, ...]:
    """The labelled sentences of an edited table; rows without a sentence are left out."""
    rows = table.fillna("").astype(str)
    senses = merged_spellings(rows["sense"].str.strip(), ignores_case=False)
    pairs = zip(rows["sentence"].str.strip(), rows["sense"].str.strip().map(senses), strict=True)
    return tuple(SentenceWithSense(sentence, sense or None) for sentence, sense in pairs if sentence)
