"""A treebank's words are where they stand in the text, and have the labels that their annotation says."""

from pathlib import Path

import pytest

from components.probing.model.items import TRAINING, ItemSet
from components.probing.model.treebank import (
    TreebankSentence,
    read_treebank,
    sample_sentences,
    treebank_items,
)

ROWS = (
    "1 The the DET DT _ 2 det _ _",
    "2 dogs dog NOUN NNS Number=Plur 5 nsubj _ _",
    "3-4 don’t _ _ _ _ _ _ _ _",
    "3 do do AUX VBP Tense=Pres|VerbForm=Fin 5 aux _ _",
    "4 n’t not PART RB _ 5 advmod _ _",
    "5 see see VERB VB VerbForm=Inf 0 root _ _",
    "5.1 see see VERB VB _ _ _ _ _",
    "6 cats cat NOUN NNS Number=Plur 5 obj _ SpaceAfter=No",
    "7 . . PUNCT . _ 5 punct _ _",
)


@pytest.fixture
def sentence(tmp_path: Path) -> TreebankSentence:
    file = tmp_path / "small.conllu"
    lines = ["# text = The dogs don’t see cats.", *("\t".join(row.split()) for row in ROWS)]
    file.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    (read,) = read_treebank(file)
    return read


def labels(items: ItemSet) -> dict[str, str]:
    return {items.spans[item.span].form: item.label for item in items.items}


def test_words_stand_where_they_stand_in_the_text(sentence: TreebankSentence) -> None:
    assert sentence.text == "The dogs don’t see cats."
    words = [sentence.text[word.start : word.end] for word in sentence.words if word.start is not None]
    assert words == ["The", "dogs", "see", "cats", "."]
    assert [sentence.depth(index) for index in range(7)] == [2, 1, 1, 1, 0, 1, 1]


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("part", {"the": "DET", "dogs": "NOUN", "see": "VERB", "cats": "NOUN"}),
        ("number", {"dogs": "Plur", "cats": "Plur"}),
        ("role", {"dogs": "subject", "cats": "object"}),
        ("depth", {"the": "2", "dogs": "1", "see": "0", "cats": "1"}),
        ("letter", {"the": "t", "dogs": "d", "see": "s", "cats": "c"}),
        ("position", {"the": "1", "dogs": "1", "see": "2", "cats": "2"}),
        ("length", {"the": "1", "dogs": "1", "see": "1", "cats": "1"}),
        ("tense", {}),  # the only finite verb is a part of a contraction
    ],
)
def test_labels_are_those_of_the_annotation(sentence: TreebankSentence, task: str, expected: dict[str, str]) -> None:
    assert labels(treebank_items(task, [(sentence, TRAINING)], 100, 100)) == expected


def test_a_task_about_meaning_has_no_labels(sentence: TreebankSentence) -> None:
    with pytest.raises(ValueError, match="sense"):
        treebank_items("sense", [(sentence, TRAINING)], 100, 100)


def test_sentences_are_drawn_once_and_the_same_every_time(sentence: TreebankSentence) -> None:
    sentences = [TreebankSentence(f"{sentence.text} {index}", sentence.words) for index in range(20)]
    drawn = sample_sentences([*sentences, sentences[0]], 12, 8)
    assert [fold for _, fold in drawn] == [TRAINING] * 12 + [0] * 8
    assert len({each.text for each, _ in drawn}) == 20
    assert drawn == sample_sentences([*sentences, sentences[0]], 12, 8)
