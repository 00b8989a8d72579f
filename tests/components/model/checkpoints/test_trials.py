"""Models of the operator's are tried in a process that may die, once, and without keeping anybody waiting."""

import os
import sys
from pathlib import Path

import pytest

from components.model.checkpoints.folders.operators_models import operators_models
from components.model.checkpoints.folders.trials import Trials
from components.model.checkpoints.records import ModelRecord
from tests.components.model.checkpoints.test_folder_kinds import edit, make
from tests.components.waiting import until

# Answers as the worker does; dies at models that are called so.
WORKER = """
import json, os, pickle, sys
for record in pickle.loads(sys.stdin.buffer.read()):
    if "dies" in record.name: os.kill(os.getpid(), 9)
    if "waits" in record.name: sys.stdin.close(); import time; time.sleep(600)
    open(os.path.join(record.home.folder, "..", "tried"), "a").write(record.name + " ")
    print(json.dumps("is bad." if "bad" in record.name else ""), flush=True)
"""
COMMAND = (sys.executable, "-c", WORKER)


def models(root: Path) -> list[ModelRecord]:
    return [each for each in operators_models(str(root), "MODELS") if isinstance(each, ModelRecord)]


def test_each_model_is_tried_once_until_its_files_change(tmp_path: Path) -> None:
    for name in ("a-bad", "b-dies", "c-good", "d-good"):
        make(tmp_path / name)
    trials = Trials(COMMAND)
    for _ in range(2):
        reasons = trials.reasons(models(tmp_path))
        assert reasons["local/a-bad"] == "is bad."
        assert reasons["local/b-dies"]
        assert reasons["local/c-good"] == reasons["local/d-good"] == ""
    assert (tmp_path / "tried").read_text().split() == ["a-bad", "c-good", "d-good"]
    os.utime(tmp_path / "c-good" / "config.json", (2e9, 2e9))
    trials.reasons(models(tmp_path))
    assert (tmp_path / "tried").read_text().split()[3:] == ["c-good"]


def test_a_model_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    make(tmp_path / "waits")
    assert Trials(COMMAND, seconds_limit=0.5).reasons(models(tmp_path))["local/waits"]


def test_a_page_does_not_wait(tmp_path: Path) -> None:
    make(tmp_path / "a-bad")
    trials = Trials(COMMAND)
    assert trials.known(models(tmp_path)) == {"local/a-bad": None}
    until(lambda: trials.known(models(tmp_path)) == {"local/a-bad": "is bad."})


def test_without_models_no_process_is_started() -> None:
    trials = Trials(("no-such-program",))
    assert trials.known([]) == {}
    assert trials.reasons([]) == {}


@pytest.mark.thorough
def test_the_process_itself_says_why(tmp_path: Path) -> None:
    make(tmp_path / "good")
    edit(make(tmp_path / "odd"), hidden_act="wavy")
    reasons = Trials().reasons(models(tmp_path))
    assert reasons["local/good"] == ""
    assert "wavy" in reasons["local/odd"]
