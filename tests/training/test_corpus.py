"""Held-out text is held out, today and after files are added."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.training.small_text import write_corpus
from training import corpus
from training.corpus import DOCUMENT_CHARACTERS, HELD_OUT_EVERY, Document, corpus_files, documents


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(corpus, "DOCUMENT_CHARACTERS", 300)
    return write_corpus(tmp_path, files=3, count=400)


def test_documents_keep_every_paragraph_in_its_order(folder: Path) -> None:
    split = list(documents(folder))
    for file in sorted(folder.glob("*.txt")):
        of_file = [document for document in split if document.source == file.name]
        assert [document.number for document in of_file] == list(range(len(of_file)))
        paragraphs = [paragraph for document in of_file for paragraph in document.paragraphs]
        assert paragraphs == [line for line in file.read_text(encoding="utf-8").splitlines() if line]
    assert [document.source for document in split] == sorted(document.source for document in split)


def test_documents_are_about_as_long_as_they_should_be(folder: Path) -> None:
    split = list(documents(folder))
    whole = [document for document, after in pairwise(split) if after.number]
    assert len(whole) > 50
    for document in whole:
        lengths = [len(paragraph) for paragraph in document.paragraphs]
        assert sum(lengths) >= 300 > sum(lengths[:-1])


def test_the_split_is_the_same_at_every_reading_and_about_one_in_forty() -> None:
    assert DOCUMENT_CHARACTERS == 20_000
    held_out = [n for n in range(4000) if Document("book.txt", n, ()).held_out]
    assert held_out == [n for n in range(4000) if Document("book.txt", n, ("other", "text")).held_out]
    assert len(held_out) == pytest.approx(4000 / HELD_OUT_EVERY, rel=0.3)
    # Written down, so that a changed hash (which would leak held-out text into training) is noticed.
    assert held_out[:4] == [44, 97, 116, 276]


def test_no_document_is_on_both_sides_and_both_sides_have_some(folder: Path) -> None:
    split = list(documents(folder))
    sides = [{(d.source, d.number) for d in split if d.held_out is side} for side in (True, False)]
    assert all(sides)
    assert not sides[0] & sides[1]
    assert len(sides[0]) + len(sides[1]) == len(split)


def test_a_file_added_moves_no_document_of_another(folder: Path) -> None:
    before = {(d.source, d.number): (d.held_out, d.paragraphs) for d in documents(folder)}
    (folder / "a-first.txt").write_text("A new paragraph.\n" * 200, encoding="utf-8")
    after = {(d.source, d.number): (d.held_out, d.paragraphs) for d in documents(folder)}
    assert len(after) > len(before)
    assert {key: after[key] for key in before} == before


def test_files_of_other_kinds_and_blank_lines_are_not_text(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("no", encoding="utf-8")
    (tmp_path / "book.txt").write_text("\n  \n one \n\n two\n", encoding="utf-8")
    assert list(documents(tmp_path)) == [Document("book.txt", 0, ("one", "two"))]


def test_a_folder_without_text_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="--corpus"):
        next(documents(tmp_path))


def test_files_that_came_later_can_be_left_out(tmp_path: Path) -> None:
    write_corpus(tmp_path, files=2)
    before = list(documents(tmp_path))
    (tmp_path / "later.txt").write_text("A file that came later.\n", encoding="utf-8")
    assert corpus_files(tmp_path) == ["book-0.txt", "book-1.txt", "later.txt"]
    assert list(documents(tmp_path, only=["book-0.txt", "book-1.txt"])) == before
    assert len(list(documents(tmp_path))) == len(before) + 1
