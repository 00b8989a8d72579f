"""What ships of a finished run: its figures, its weights, and none of the sentences."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.records import Bundled, ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.lists.datasets import LabelledSentence
from components.model.serialisation import from_json
from components.teaching.model.explanations import classify
from components.teaching.model.results import FineTuningResult
from components.teaching.model.saving import CARD_FILE, load_head
from tests.training.sst2.test_run import FEW, SMALL
from training.sst2 import export
from training.sst2.evaluate import accuracy_table
from training.sst2.run import TutorialRun

TOLERANCE = 0.02  # of a probability


def small_record(folder: Path) -> ModelRecord:
    """The small model with the changes in a folder."""
    model = model_record(SMALL.model_id)
    assert isinstance(model.home, Bundled)
    return replace(model, id="small", home=replace(model.home, changes=folder / "changes.safetensors"))


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with room for a run of a small model on a few sentences, which are in a list in GLUE's form."""
    rows = [f"{each.text} \t{each.label}" for each in (*FEW.train, *FEW.test)]
    (tmp_path / "sst2").mkdir()
    (tmp_path / "sst2" / "train.tsv").write_text("\n".join(("sentence\tlabel", *rows)), encoding="utf-8")
    folder = tmp_path / "shipped"
    for name, value in {
        "SST2_PLAN": SMALL,
        "SST2_RUN": small_record(folder),
        "SST2_FOLDER": folder,
        "RECORD": tmp_path / "record.json",
        "load_all_of_sst2": lambda _: FEW,
    }.items():
        monkeypatch.setattr(export, name, value)
    monkeypatch.setattr(sys, "argv", ["export", "--data", str(tmp_path), "--runs", str(tmp_path)])
    return tmp_path


def test_the_files_hold_the_finished_run_and_none_of_its_sentences(small: Path) -> None:
    runs = [
        TutorialRun(SMALL, FEW, small / "sst2" / "pretrained"),
        TutorialRun(SMALL.with_random_start(), FEW, small / "sst2" / "random"),
    ]
    for run in runs:
        run.train(until=float("inf"))
    export.main()
    text = export.RECORD.read_text(encoding="utf-8")
    result = from_json(FineTuningResult, text)
    assert result.plan == SMALL
    looks = [line["held_out"] for line in runs[0].records() if "held_out" in line]
    assert [each.accuracy for each in result.history.evaluations] == [look["accuracy"] for look in looks]
    assert sum(result.correct(result.history)) == pytest.approx(looks[-1]["accuracy"] * len(FEW.test))
    changes = [each.weight_change for each in result.layer_changes]
    assert changes == pytest.approx(looks[-1]["weight_changes"], abs=1e-5)
    assert result.random_history is not None
    assert len(result.maps) == len(looks)
    assert not [each.text for each in FEW.test if each.text in text]
    assert [name for name, _ in result.test] == [f"row {row} of SST-2" for row in range(21, 27)]

    folder = small / "shipped"
    card = (folder / CARD_FILE).read_text(encoding="utf-8")
    assert "$" not in card
    assert all(f"| {100 * change:.1f}% |" in card for change in changes)
    answers = classify(
        Loader(weights_folder).open(small_record(folder)), load_head(folder), SMALL.pooling, [t.text for t in FEW.test]
    )
    for answer, probabilities in zip(answers, result.history.probabilities, strict=True):
        assert answer.probabilities == pytest.approx(probabilities, abs=TOLERANCE)


def test_a_run_that_is_not_finished_does_not_ship(small: Path) -> None:
    TutorialRun(SMALL, FEW, small / "sst2" / "pretrained").train(until=-float("inf"))
    with pytest.raises(ValueError, match="go on"):
        export.main()
    assert not export.RECORD.exists()


def test_the_accuracy_of_shipped_weights_has_an_interval_and_a_confusion() -> None:
    sentences = [LabelledSentence("a film", label) for label in (0, 0, 0, 1, 1)]
    (row,) = accuracy_table({"five": (sentences, [0, 0, 1, 1, 0])}).to_dict("records")
    assert (row["sentences"], row["accuracy"]) == (5, 0.6)
    assert row["low"] < 0.6 < row["high"]
    assert [row[f"{label} as {other}"] for label in ("negative", "positive") for other in ("negative", "positive")] == [
        *(2, 1),
        *(1, 1),
    ]
