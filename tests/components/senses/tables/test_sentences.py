"""The table in which sentences and senses are typed."""

import pandas as pd

from components.senses.tables.sentences import edited_sentences


def test_spellings_of_a_sense_are_one_sense() -> None:
    rows = [("A bank.", "schön"), ("The bank.", "scho\u0308n"), ("No bank.", None), ("", "left out")]
    edited = edited_sentences(pd.DataFrame(rows, columns=["sentence", "sense"]))
    assert [each.sense for each in edited] == ["schön", "schön", None]
