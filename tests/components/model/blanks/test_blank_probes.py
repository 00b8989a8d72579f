"""The probe set of blanks is what its description says, so that figures over it mean what they say."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from components.attention.model.head_probes import head_probes
from components.model.blanks.blank_probes import BLANK, BlankProbe, blank_probes
from components.model.checkpoints.catalogue import POCKET_FOLDER
from training.supplement import sentences

PROBES = blank_probes()
TRAINING = Path(__file__).parents[4] / "training"


def test_there_are_enough_sentences_and_every_group_has_its_share() -> None:
    groups = Counter(probe.group for probe in PROBES)
    assert len(PROBES) >= 220
    assert len(groups) == 8
    assert min(groups.values()) >= 25
    assert list(groups) == list(dict.fromkeys(probe.group for probe in PROBES))


def test_blanks_stand_at_the_beginning_in_the_middle_and_at_the_end() -> None:
    first = sum(probe.sentence.startswith(BLANK) for probe in PROBES)
    last = sum(probe.sentence.rstrip(".?!").endswith(BLANK) for probe in PROBES)
    assert first >= 10
    assert last >= 30
    assert len(PROBES) - first - last >= 100


def test_what_settles_the_word_stands_where_the_group_says() -> None:
    for probe in PROBES:
        before, _, after = (part.strip(" .?") for part in probe.sentence.partition(BLANK))
        if probe.group == "settled on the right":
            assert len(after.split()) > len(before.split()), probe.sentence
        if probe.group == "settled on the left":
            assert len(before.split()) > len(after.split()), probe.sentence


def test_sentences_and_words_vary() -> None:
    assert max(Counter(probe.word for probe in PROBES).values()) <= 5
    assert len({probe.word for probe in PROBES}) >= 150
    openings = Counter(" ".join(probe.sentence.split()[:2]) for probe in PROBES)
    assert max(openings.values()) <= len(PROBES) // 10
    assert len({len(probe.sentence.split()) for probe in PROBES}) >= 8


def test_a_word_is_one_piece_of_the_vocabulary_that_ships() -> None:
    vocabulary = json.loads((POCKET_FOLDER / "bert" / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    assert [probe.word for probe in PROBES if probe.word not in vocabulary] == []


def test_a_word_is_written_with_a_capital_where_its_sentence_begins() -> None:
    for probe in PROBES:
        assert probe.word == probe.written.lower()
        assert probe.written[0].isupper() >= probe.sentence.startswith(BLANK), probe.sentence


def test_no_sentence_is_one_of_another_probe_set_or_of_the_training_supplement() -> None:
    others = {probe.sentence.casefold() for probe in head_probes()}
    casefold = (TRAINING / "probes.tsv").read_text(encoding="utf-8").casefold()
    written = "\n".join(
        file.read_text(encoding="utf-8").casefold() for file in sorted((TRAINING / "supplement" / "data").iterdir())
    )
    for probe in PROBES:
        filled = probe.sentence.replace(BLANK, probe.written).casefold()
        assert filled not in others
        assert probe.sentence.casefold() not in casefold
        assert filled not in written


@pytest.mark.slow
def test_no_sentence_is_one_that_the_bundled_models_were_given_on_purpose() -> None:
    filled = {probe.sentence.replace(BLANK, probe.written).casefold() for probe in PROBES}
    assert [sentence for sentence in sentences(0) if sentence.casefold() in filled] == []


def test_reading_them_loads_no_model_library() -> None:
    code = "import sys; import components.model.blanks.blank_probes; print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "probes.tsv"
    file.write_text("group\tsentence\tword\nfacts\tRome is in [MASK].\tItaly\n", encoding="utf-8")
    assert blank_probes(file) == (BlankProbe("facts", "Rome is in [MASK].", "italy", "Italy"),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sentence\tword\nA [MASK].\tdog", "columns"),
        ("group\tsentence\tword\nfacts\tA [MASK].", "3 columns"),
        ("group\tsentence\tword\nfacts\tA [MASK].\t", "3 columns"),
        ("group\tsentence\tword\nfacts\tA dog.\tdog", "does not have one"),
        ("group\tsentence\tword\nfacts\t[MASK] [MASK].\tdog", "does not have one"),
        ("group\tsentence\tword\nfacts\tA [MASK].\thot dog", "not one word"),
        ("group\tsentence\tword\nfacts\tA [MASK].\tdog\nidiom\tA [MASK].\tcat", "twice"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    file = tmp_path / "probes.tsv"
    file.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=expected):
        blank_probes(file)
