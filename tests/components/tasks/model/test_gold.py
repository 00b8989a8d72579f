"""The texts that heads are judged by: complete, and in nothing that was trained on."""

from pathlib import Path

import pytest

from components.tasks.model.gold import labels_of, named, on_subjects, passages, related, spoken
from components.tasks.model.specs import NAME_TAGS, PARTS_OF_SPEECH, SPECS, SUBJECT

CORPUS = Path(__file__).parents[5] / "shared/corpus"


def test_every_answer_stands_in_its_passage() -> None:
    assert len(passages()) == 16
    for passage in passages():
        assert sum(bool(asked.answer) for asked in passage.questions) == 5
        for asked in passage.questions:
            assert asked.answer in passage.text
            assert asked.question.endswith("?")


def test_every_sentence_has_one_that_follows_one_that_contradicts_and_one_that_does_neither() -> None:
    by_first: dict[str, list[str]] = {}
    for one in related():
        by_first.setdefault(one.first, []).append(one.label)
    assert all(sorted(labels) == ["contradicts", "follows", "neither"] for labels in by_first.values())


def test_labels_are_those_that_heads_know() -> None:
    for one in spoken():
        starts = [begin for begin, _, _ in one.spans]
        assert set(labels_of(one, starts, names=False)) <= set(PARTS_OF_SPEECH)
    for one in named():
        assert "[" not in one.text
        starts = [place for place, letter in enumerate(one.text) if place == 0 or one.text[place - 1] == " "]
        assert set(labels_of(one, starts, names=True)) <= set(NAME_TAGS)
    assert {subject for _, subject in on_subjects()} == set(SPECS[SUBJECT].labels)


def test_a_name_begins_with_b_and_goes_on_with_i() -> None:
    one = named()[0]
    assert one.text.startswith("Maria Lopez flew")
    assert labels_of(one, [0, 6, 12], names=True) == ["B-PER", "I-PER", "O"]


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_none_of_them_stands_in_the_text_that_was_trained_on() -> None:
    texts = [
        *(one.text for one in spoken() if len(one.text) > 30),
        *(one.text for one in named()),
        *(text for one in related() for text in (one.first, one.second)),
        *(asked.question for passage in passages() for asked in passage.questions),
        *(text for text, _ in on_subjects() if len(text) > 30),
    ]
    for file in CORPUS.glob("*.txt"):
        whole = file.read_text(encoding="utf-8").casefold()
        assert [text for text in texts if text.casefold() in whole] == [], file.name
