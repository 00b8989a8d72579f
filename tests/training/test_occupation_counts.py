"""Sentences are counted by the rule that the page states, and the shipped counts are those of the corpus."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.suites.model.occupations import COUNT_FILE, CorpusCount, corpus_counts, occupations
from tests.examples import scaled
from training.occupation_counts import count_pronouns, main, training_paragraphs

CORPUS = Path(os.environ.get("RIVERBANK_CORPUS", Path(__file__).parents[3] / "shared" / "corpus"))
RARE = ["actuary", "roofer", "locksmith", "hairdresser"]


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        ("The nurse left. She slept.", (1, 0, 0)),  # the next sentence does not count
        ("The nurse said she left.", (1, 1, 0)),
        ("The Nurse gave HIM hers!", (1, 1, 1)),
        ("The nurse and her nurse.", (1, 1, 0)),  # one sentence
        ("Nurses help him.", (0, 0, 0)),  # the singular only
        ("The nursery is his.", (0, 0, 0)),
        ("“The nurse left.” He slept.", (1, 0, 0)),
        ("A nurse… he said", (1, 0, 1)),
        ("nurse", (1, 0, 0)),
        ("The nurse's hat was his.", (1, 0, 1)),
        ("", (0, 0, 0)),
    ],
)
def test_a_sentence_counts_by_the_rule(paragraph: str, expected: tuple[int, int, int]) -> None:
    assert count_pronouns([paragraph], ["nurse"]) == [CorpusCount("nurse", *expected)]


words = st.sampled_from(["nurse", "baker", "she", "his", "him", "nurses", "tea"])
sentence = st.lists(words, min_size=1, max_size=6).map(lambda each: " ".join(each) + ".")


@given(st.lists(sentence, max_size=8))
@settings(max_examples=scaled(50))
def test_counting_is_a_sum_over_sentences(sentences: list[str]) -> None:
    whole = count_pronouns([" ".join(sentences)], ["nurse", "baker"])
    for word, count in zip(("nurse", "baker"), whole, strict=True):
        with_word = [set(re.findall(r"\w+", each)) for each in sentences if word in each.strip(".").split()]
        assert count.sentences == len(with_word)
        assert count.she == sum("she" in each for each in with_word)
        assert count.he == sum(bool({"his", "him"} & each) for each in with_word)


def test_the_table_is_written_as_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("The nurse said she left.\nThe baker said he left.\n" * 3, encoding="utf-8")
    written = tmp_path / "counts.tsv"
    monkeypatch.setattr("training.occupation_counts.COUNT_FILE", written)
    monkeypatch.setattr("training.corpus.HELD_OUT_EVERY", 10**9)
    main(["--corpus", str(tmp_path)])
    lines = written.read_text(encoding="utf-8").splitlines()
    assert lines[0] == COUNT_FILE.read_text(encoding="utf-8").splitlines()[0]
    assert "nurse\t3\t3\t0" in lines
    assert "baker\t3\t0\t3" in lines
    assert len(lines) == 1 + len(occupations())


@pytest.mark.skipif(not CORPUS.exists(), reason="needs the corpus")
@pytest.mark.parametrize(
    "words", [RARE, pytest.param([each.word for each in occupations()], marks=pytest.mark.slow)], ids=["rare", "all"]
)
def test_the_shipped_counts_are_those_of_the_corpus(words: list[str]) -> None:
    counts = count_pronouns(training_paragraphs(CORPUS, words), words)
    assert counts == [corpus_counts()[word] for word in words]
