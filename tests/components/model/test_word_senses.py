"""The preset sentences have the properties that their description claims, so that scores on them are meaningful."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from components.model.word_senses import FOLDER, SensePreset, concordance, sense_presets
from training.supplement import sentences as supplement_sentences

PRESETS = sense_presets()
WORDS = ("bank", "bat", "spring", "light", "right", "match", "charge", "cell", "plant", "bark")
SENTENCES = [sentence.sentence for preset in PRESETS for sentence in preset.sentences]
each_preset = pytest.mark.parametrize("preset", PRESETS, ids=WORDS)


def words_of(sentence: str) -> list[str]:
    return re.findall(r"[a-z']+", sentence.casefold())


def occurrences(preset: SensePreset, sentence: str) -> list[tuple[str, int]]:
    """Each inflection that the sentence holds, and which word of the sentence it is."""
    return [(word, place) for place, word in enumerate(words_of(sentence)) if word in preset.forms]


def test_the_ten_words_come_in_order_without_further_files() -> None:
    assert tuple(preset.word for preset in PRESETS) == WORDS
    assert {file.name for file in FOLDER.iterdir()} == {f"{word}.tsv" for word in WORDS}


@each_preset
def test_senses_are_balanced_and_some_sentences_are_hard(preset: SensePreset) -> None:
    counts = Counter(sentence.sense for sentence in preset.sentences)
    assert 2 <= len(counts) == len(preset.senses) <= 4
    assert counts.total() >= 44
    assert min(counts.values()) >= (20 if len(counts) == 2 else 10)
    assert max(counts.values()) - min(counts.values()) <= 2
    hard = Counter(sentence.sense for sentence in preset.sentences if sentence.hard)
    assert hard.total() >= 5
    assert hard.total() <= 0.25 * counts.total()
    assert set(hard) == set(counts)


@each_preset
def test_every_sentence_holds_the_word_and_reads_well(preset: SensePreset) -> None:
    assert preset.forms[0] == preset.word
    for sentence in preset.sentences:
        assert 1 <= len(occurrences(preset, sentence.sentence)) <= 2, sentence
        assert 5 <= len(words_of(sentence.sentence)) <= 18, sentence
        assert re.fullmatch(r"[A-Z][A-Za-z',? -]+[.?]", sentence.sentence), sentence
        assert sentence.sense == sentence.sense.strip().lower() != ""


@each_preset
def test_every_sense_has_every_inflection(preset: SensePreset) -> None:
    pairs = {(form, s.sense) for s in preset.sentences for form, _ in occurrences(preset, s.sentence)}
    assert pairs == {(form, sense) for form in preset.forms for sense in preset.senses}


@each_preset
def test_position_and_inflection_of_the_word_do_not_predict_its_sense(preset: SensePreset) -> None:
    senses: dict[tuple[str, int], Counter[str]] = {}
    labelled = [(occurrences(preset, s.sentence)[0], s.sense) for s in preset.sentences]
    for where, sense in labelled:
        senses.setdefault(where, Counter())[sense] += 1
    # The accuracy of guessing the most frequent sense of all other sentences with the same form at the same position.
    right = sum(
        1 / len(best)
        for where, sense in labelled
        if (others := senses[where] - Counter([sense]))
        and sense in (best := [label for label, count in others.items() if count == max(others.values())])
    )
    alone = sum(senses[where].total() == 1 for where, _ in labelled)
    chance = 1 / len(preset.senses)
    assert (right + alone * chance) / len(labelled) <= chance + 0.05


def test_no_two_sentences_are_alike() -> None:
    assert len({" ".join(words_of(sentence)) for sentence in SENTENCES}) == len(SENTENCES) == sum(
        len(preset.sentences) for preset in PRESETS
    )  # fmt: skip
    runs = Counter(tuple(words[i : i + 5]) for words in map(words_of, SENTENCES) for i in range(len(words) - 4))
    assert [run for run, count in runs.items() if count > 1] == []


@pytest.mark.thorough
def test_no_sentence_is_one_that_the_bundled_models_were_trained_on() -> None:
    trained_on = {" ".join(words_of(sentence)) for sentence in supplement_sentences(0)}
    assert len(trained_on) > 50_000
    assert trained_on.isdisjoint(" ".join(words_of(sentence)) for sentence in SENTENCES)


@pytest.mark.parametrize("line", ["", "A bank.", "A bank.\tmoney", "A bank.\tmoney\tno", "A bank.\tmoney\tyes\t"])
def test_an_invalid_line_is_an_error(tmp_path: Path, line: str) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "bat.tsv").write_text(f"sentence\tsense\thard\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bat\.tsv has a line"):
        sense_presets(tmp_path)


@pytest.mark.parametrize("word", concordance(), ids=lambda word: word.word)
def test_further_words_have_five_sentences_per_sense(word: SensePreset) -> None:
    counts = Counter(sentence.sense for sentence in word.sentences)
    assert len(counts) == 2
    assert set(counts.values()) == {5}
    assert word.word not in WORDS
    assert len({sentence.sentence for sentence in word.sentences}) == counts.total()
    for sentence in word.sentences:
        assert occurrences(word, sentence.sentence), sentence
        assert re.fullmatch(r"[A-Z][A-Za-z',? -]+[.?]", sentence.sentence), sentence
