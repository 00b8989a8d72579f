"""The test set of the heads: complete, and not in the training corpus."""

from pathlib import Path

import pytest

from components.model.heads.specs import NAME_TAGS, PARTS_OF_SPEECH, SPECS, SUBJECT
from components.tasks.model.gold import (
    passages,
    texts_on_subjects,
    texts_with_names,
    texts_with_speech_tags,
    word_labels,
)

CORPUS = Path(__file__).parents[5] / "shared/corpus"


def test_every_answer_is_in_its_passage() -> None:
    assert len(passages()) == 16
    for passage in passages():
        assert sum(bool(question.answer) for question in passage.questions) == 5
        for question in passage.questions:
            assert question.answer in passage.text
            assert question.question.endswith("?")


def test_labels_are_those_that_heads_know() -> None:
    for text in texts_with_speech_tags():
        starts = [begin for begin, _, _ in text.spans]
        assert set(word_labels(text, starts, names=False)) <= set(PARTS_OF_SPEECH)
    for text in texts_with_names():
        assert "[" not in text.text
        starts = [place for place, letter in enumerate(text.text) if place == 0 or text.text[place - 1] == " "]
        assert set(word_labels(text, starts, names=True)) <= set(NAME_TAGS)
    assert {subject for _, subject in texts_on_subjects()} == set(SPECS[SUBJECT].labels)


def test_a_name_begins_with_b_and_goes_on_with_i() -> None:
    text = texts_with_names()[0]
    assert text.text.startswith("Maria Lopez flew")
    assert word_labels(text, [0, 6, 12], names=True) == ["B-PER", "I-PER", "O"]


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_no_test_text_is_in_the_training_corpus() -> None:
    texts = [
        *(example.text for example in texts_with_speech_tags() if len(example.text) > 30),
        *(example.text for example in texts_with_names()),
        *(question.question for passage in passages() for question in passage.questions),
        *(text for text, _ in texts_on_subjects() if len(text) > 30),
    ]
    for file in CORPUS.glob("*.txt"):
        whole = file.read_text(encoding="utf-8").casefold()
        assert [text for text in texts if text.casefold() in whole] == [], file.name
