"""SST-2 from a folder: nothing of a held-out sentence is learned from."""

from pathlib import Path

import pytest

from components.model.lists.datasets import LabelledSentence
from components.teaching.model.dataset_lookup import load_film_reviews
from components.teaching.model.sst2 import (
    HELD_OUT,
    WHOLE_SENTENCES,
    load_all_of_sst2,
    load_sst2,
    whole_sentences,
    without_overlap,
)

SHARED = Path(__file__).parents[5] / "shared" / "data" / "sst2"


def test_phrases_of_a_held_out_sentence_are_left_out() -> None:
    test = (LabelledSentence("the plot is a mess but the acting is wonderful", 1),)
    train = tuple(
        LabelledSentence(text, 0)
        for text in ("a mess", "the plot is a mess", "acting is wonderful", "the acting was fine", "mess hall", "dull")
    )
    assert [each.text for each in without_overlap(train, test)] == ["the acting was fine", "mess hall", "dull"]


def test_whole_sentences_end_as_one_and_are_part_of_none() -> None:
    rows = tuple(
        LabelledSentence(text, 1)
        for text in (
            "it is a charming and funny film .",
            "a charming and funny film .",  # its end
            "it is a charming and funny film",  # its beginning, with other punctuation
            "is it a charming film ?",
            "a film with a charming beginning",  # ends as no sentence does
            "charming .",  # too short to look for its parts
        )
    )
    assert [each.text for each in whole_sentences(rows)] == [
        "it is a charming and funny film .",
        "is it a charming film ?",
    ]


def word_rows(text: str, length: int) -> set[tuple[str, ...]]:
    words = [word for word in text.lower().split() if any(character.isalnum() for character in word)]
    return {tuple(words[start : start + length]) for start in range(len(words) - length + 1)}


def overlapping(train: tuple[LabelledSentence, ...], test: tuple[LabelledSentence, ...]) -> list[str]:
    """The training phrases that are part of a held-out sentence, or share five words in a row with one."""
    in_test = {length: set[tuple[str, ...]]() for length in range(1, 6)}
    for each in test:
        for length, rows in in_test.items():
            rows |= word_rows(each.text, length)
    return [
        each.text
        for each in train
        for length in [min(5, max((n for n in range(1, 6) if word_rows(each.text, n)), default=1))]
        if word_rows(each.text, length) & in_test[length]
    ]


def test_nothing_of_a_whole_sentence_that_is_held_out_is_learned_from(tmp_path: Path) -> None:
    opinions = ("a dull and joyless bore", "a warm and lively joy", "a slow but tender tale", "a loud and empty mess")
    sentences = [f"film {number} is {opinion} ." for number in range(10) for opinion in opinions]
    phrases = [*opinions, *(f"film {number}" for number in range(10)), "lively joy", "no part of any"]
    lines = [f"{text} \t{number % 2}" for number, text in enumerate((*sentences, *phrases))]
    (tmp_path / "train.tsv").write_text("\n".join(("sentence\tlabel", *lines)) + "\n")
    dataset = load_all_of_sst2(tmp_path, held_out=2)
    assert {each.text for each in dataset.test} <= set(sentences)
    assert len(dataset.test) == 2
    assert dataset.train
    assert not overlapping(dataset.train, dataset.test)
    assert overlapping(tuple(LabelledSentence(text, 0) for text in (*sentences, *phrases)), dataset.test)


def test_where_there_is_a_part_to_hold_out_that_one_is(tmp_path: Path) -> None:
    folder = tmp_path / "sst2"
    folder.mkdir()
    (folder / "train.tsv").write_text("sentence\tlabel\nhide new secretions \t0\ncontains no wit \t0\n")
    assert load_film_reviews({"RIVERBANK_LISTS": str(tmp_path)}) is not None
    (folder / "dev.tsv").write_text("sentence\tlabel\nit 's a charming journey . \t1\n")
    load_sst2.cache_clear()
    dataset = load_sst2(folder)
    assert dataset is not None
    assert [each.text for each in dataset.test] == ["it 's a charming journey ."]


def test_a_file_of_another_kind_is_as_none(tmp_path: Path) -> None:
    folder = tmp_path / "sst2"
    folder.mkdir()
    (folder / "train.tsv").write_bytes(b"\xff\xfe\x00nothing")
    assert load_film_reviews({"RIVERBANK_LISTS": str(tmp_path)}) is None


@pytest.mark.thorough
@pytest.mark.skipif(not SHARED.is_dir(), reason="the sentences of SST-2 are not here")
def test_the_real_one_is_read_and_parted() -> None:
    dataset = load_sst2(SHARED)
    assert dataset is not None
    assert len(dataset.test) == HELD_OUT
    assert len(dataset.train) == 20_000
    assert not {each.text for each in dataset.train} & {each.text for each in dataset.test}
    assert 0.4 < 1 - dataset.majority_share < 0.6


@pytest.mark.thorough
@pytest.mark.skipif(not SHARED.is_dir(), reason="the sentences of SST-2 are not here")
def test_all_of_the_real_one_is_parted_without_overlap() -> None:
    dataset = load_all_of_sst2(SHARED)
    assert len(dataset.test) == WHOLE_SENTENCES
    assert len(dataset.train) > 50_000
    assert not overlapping(dataset.train, dataset.test)
    assert 0.4 < 1 - dataset.majority_share < 0.6
