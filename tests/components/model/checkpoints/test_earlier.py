"""Pocket BERT while it learned: a few checkpoints, even on a logarithmic scale, that open as it does."""

import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
import torch

from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.int8_weights import read_weights
from components.model.checkpoints.registry import known_models, model_record
from components.model.checkpoints.unlisted import (
    EARLIER_CHECKPOINTS,
    EARLIER_FOLDER,
    EARLIER_STEPS,
    earlier_weights_file,
)
from components.model.inference.prediction import predictions

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

MOST_BYTES, MOST_WORSE = 45_000_000, 0.05
SENTENCE = "She swam to the [MASK]."


def test_with_the_finished_one_there_are_seven_from_nothing_to_the_end() -> None:
    text = json.loads((EARLIER_FOLDER / "steps.json").read_text(encoding="utf-8"))
    visible = [row["tokens"] for row in text["rows"]] + [text["tokens"]]
    assert {row["step"]: row["tokens"] for row in text["rows"]} == EARLIER_STEPS
    assert len(visible) >= 7
    assert visible[0] == 0
    apart = [math.log2(later / earlier) for earlier, later in pairwise(visible[1:])]
    assert all(1.8 < doublings < 2.2 for doublings in apart)
    assert sum(earlier_weights_file(step).stat().st_size for step in EARLIER_STEPS) <= MOST_BYTES


def test_bytes_cost_little_and_every_step_reads_better_than_the_one_before() -> None:
    rows = json.loads((EARLIER_FOLDER / "steps.json").read_text(encoding="utf-8"))["rows"]
    assert all(abs(row["in_bytes"]["loss"] - row["in_full"]["loss"]) <= MOST_WORSE for row in rows)
    losses = [row["in_bytes"]["loss"] for row in rows]
    assert losses == sorted(losses, reverse=True)


def test_they_are_known_by_name_and_stand_in_no_list() -> None:
    assert not {model.id for model in EARLIER_CHECKPOINTS} & {model.id for model in known_models({})}
    assert model_record(f"{REFERENCE}-step-256").name == "pocket BERT after 984,237 tokens"
    assert model_record(f"{REFERENCE}-step-0").name == "pocket BERT before training"


@pytest.mark.parametrize("model", EARLIER_CHECKPOINTS, ids=lambda model: model.id)
def test_each_opens_with_its_own_weights(engine: "Engine", model: object) -> None:
    step = list(EARLIER_CHECKPOINTS).index(model)
    opened = engine.open_for_inspection(EARLIER_CHECKPOINTS[step].id)
    weights = read_weights(earlier_weights_file(list(EARLIER_STEPS)[step]))
    shown = opened.model.state_dict()
    names = set(weights) & set(shown)
    assert len(names) > 60
    assert all(torch.equal(shown[name].cpu(), weights[name]) for name in names)


@pytest.mark.thorough
def test_what_it_says_becomes_surer(engine: "Engine") -> None:
    ids = [model.id for model in EARLIER_CHECKPOINTS] + [REFERENCE]
    sure = [predictions(*engine.read(model_id, SENTENCE)).masks[0].entropy for model_id in ids]
    assert sure[0] == pytest.approx(math.log(8704), abs=0.1)  # at the beginning it knows nothing
    assert sure[-1] < sure[0] - 2
