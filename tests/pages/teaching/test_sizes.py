"""Runs on few and on many sentences: the settings that follow from their number, the time they take, and their code."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from components.model.lists.datasets import LabelledDataset, LabelledSentence, shipped_dataset
from components.teaching.model.presets import DEFAULT_PLAN, with_train_size
from components.teaching.model.run import batch_schedule
from pages.teaching.context import UPLOADED_LIST
from pages.teaching.job import estimate_seconds
from pages.teaching.settings import RUN, train_sizes
from tests.pages.conftest import TEACHING_PAGE, messages, open_page, page_text, run


def test_as_many_sentences_are_offered_as_a_list_has() -> None:
    bundled = train_sizes(len(shipped_dataset("opinions").train))
    assert bundled[-1] == 300
    assert train_sizes(1000)[-2:] == [500, 1000]
    long = train_sizes(4800)
    assert long[-2:] == [2000, 4800]
    assert long == sorted(set(long))


def test_epochs_and_batch_size_follow_the_number_of_sentences_until_a_visitor_chooses_them() -> None:
    large = with_train_size(DEFAULT_PLAN, 5000, 6)
    assert large.epochs < DEFAULT_PLAN.epochs
    assert large.frozen_layers == 3
    assert with_train_size(DEFAULT_PLAN, 5000, 2).frozen_layers == 1
    assert with_train_size(with_train_size(large, 1000, 6), DEFAULT_PLAN.train_size, 6) == DEFAULT_PLAN
    chosen = replace(DEFAULT_PLAN, epochs=8)
    assert with_train_size(chosen, 5000, 6) == replace(chosen, train_size=5000)


@pytest.mark.usefixtures("ready")
def test_a_long_list_moves_the_settings_with_its_number_of_sentences() -> None:
    rows = tuple(LabelledSentence(f"sentence number {number}", number % 2) for number in range(5000))
    dataset = LabelledDataset("own-0", "your own list", ("bad", "good"), rows[200:], rows[:200])
    app = open_page(TEACHING_PAGE, **{RUN: "sentences-own"})
    app.session_state[UPLOADED_LIST] = dataset
    run(app)
    app.select_slider(key="run-labels").set_value(4800)
    run(app)
    assert not messages(app)
    assert app.select_slider(key="run-labels").value == 4800
    expected = with_train_size(DEFAULT_PLAN, 4800, 6)
    assert (app.select_slider(key="run-epochs").value, app.select_slider(key="run-batch").value) == (
        expected.epochs,
        expected.batch_size,
    )
    assert "too long" not in page_text(app)


@pytest.mark.parametrize("train_size", [300, 1000, 5000])
def test_a_run_takes_less_than_two_minutes(train_size: int) -> None:
    assert estimate_seconds(with_train_size(DEFAULT_PLAN, train_size, 6)) < 120


@pytest.mark.parametrize("train_size", [100, 3333])
def test_the_code_has_the_batches_of_the_run(train_size: int) -> None:
    """By its own loop, for lists that are too long to train on in a test."""
    lengths = np.random.default_rng(0).integers(3, 60, train_size).tolist()
    plan = replace(DEFAULT_PLAN, train_size=train_size, epochs=2, batch_size=32)
    names: dict[str, object] = {
        "np": np,
        "torch": torch,
        "seed": plan.seed,
        "epochs": plan.epochs,
        "batch": plan.batch_size,
        "longest": 128,
        "train": [(place, 0) for place in range(train_size)],
        "tokenizer": lambda place, **_: {"input_ids": [0] * lengths[place]},
        "batch_of": lambda examples: {"places": [place for place, _ in examples]},
    }
    setup = Path("pages/teaching/snippets/parts/setup.py").read_text(encoding="utf-8")
    exec(setup[setup.index("rng, batches =") :], names)
    batches = names["batches"]
    assert isinstance(batches, list)
    assert [each["places"] for each in batches] == batch_schedule(plan, lengths)
