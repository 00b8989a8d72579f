"""SST-2 from a folder: nothing of a held-out sentence is learned from."""

from pathlib import Path

import pytest

from components.teaching.model.dataset_lookup import load_film_reviews
from components.teaching.model.datasets import LabelledSentence
from components.teaching.model.sst2 import HELD_OUT, load_sst2, without_overlap

SHARED = Path(__file__).parents[5] / "shared" / "data" / "sst2"


def test_phrases_of_a_held_out_sentence_are_left_out() -> None:
    test = (LabelledSentence("the plot is a mess but the acting is wonderful", 1),)
    train = tuple(
        LabelledSentence(text, 0)
        for text in ("a mess", "the plot is a mess", "acting is wonderful", "the acting was fine", "mess hall", "dull")
    )
    assert [each.text for each in without_overlap(train, test)] == ["the acting was fine", "mess hall", "dull"]


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
