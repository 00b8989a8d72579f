"""The app's own pairs: sixty of each phenomenon, none twice, each of two sentences that differ in one word."""

from collections import Counter

from components.suites.model.pairs import phenomena_of, shipped_pairs
from components.suites.model.presets import SUITE_PRESETS
from components.suites.tables.pairs import masked_sentence


def test_there_are_sixty_of_each_and_every_example_is_one_of_them() -> None:
    counts = Counter(pair.phenomenon for pair in shipped_pairs())
    assert set(counts.values()) == {60}
    assert {preset.phenomenon for preset in SUITE_PRESETS} == set(phenomena_of(shipped_pairs())) == set(counts)


def test_no_sentence_stands_there_twice() -> None:
    sentences = [text for pair in shipped_pairs() for text in (pair.good, pair.bad)]
    assert len(set(sentences)) == len(sentences)


def test_they_are_whole_sentences_that_differ_in_one_word() -> None:
    for pair in shipped_pairs():
        good, bad = pair.good.split(), pair.bad.split()
        assert sum(first != second for first, second in zip(good, bad, strict=True)) == 1, pair
        for text in (pair.good, pair.bad):
            assert text[0].isupper(), text
            assert text[-1] in ".?", text
            assert text == " ".join(text.split())
        assert masked_sentence(pair).count("[MASK]") == 1
