"""Sentences and their senses as a table to edit, and back."""

from collections.abc import Sequence

import pandas as pd

from components.model.tokens.occurrences import LabelledSentence


def sentence_editor_table(sentences: Sequence[LabelledSentence]) -> pd.DataFrame:
    """One row a sentence: ``sentence`` and ``sense``, empty where there is none."""
    rows = [(one.sentence, one.sense or "") for one in sentences]
    return pd.DataFrame(rows, columns=["sentence", "sense"], dtype="string")


def edited_sentences(table: pd.DataFrame) -> tuple[LabelledSentence, ...]:
    """The sentences of an edited table; rows without a sentence are left out."""
    rows = table.fillna("").astype(str)
    pairs = zip(rows["sentence"].str.strip(), rows["sense"].str.strip(), strict=True)
    return tuple(LabelledSentence(sentence, sense or None) for sentence, sense in pairs if sentence)
