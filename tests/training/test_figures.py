"""What is measured of the family: curves, the loss by position, and shares of [MASK]."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.small_text import encoded
from training.dataset import PairSampler
from training.figures import CURVE_POINTS, training_curve
from training.lengths import BUCKET, losses_by_position
from training.masking import Corruption
from training.masking_ratios import SHARES, losses_by_treatment
from training.members import member
from training.objectives import MaskedLanguageModelling, VocabularyIds
from training.recipe import Architecture

CPU = torch.device("cpu")
SMALL = Architecture(layers=1, width=32, heads=4, positions=128, vocabulary=60)
MARKS = VocabularyIds(mask=4, special_count=5)


def sampler() -> PairSampler:
    return PairSampler(encoded(count=200), cls=2, sep=3)


def log(folder: Path, steps: list[int]) -> Path:
    file = folder / "log.jsonl"
    records = [{"step": n, "tokens": 100 * n, "losses": {"words": 10 / n}, "seconds": 1.0} for n in steps]
    records[-1]["held_out"] = {"loss": 2.5, "top1": 0.25}
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return file


def test_a_curve_has_every_step_once_and_in_order(tmp_path: Path) -> None:
    curve = training_curve(log(tmp_path, [1, 2, 5, 4, 5, 10]))
    assert curve["training"] == [[100, 10.0], [200, 5.0], [400, 2.5], [500, 2.0], [1000, 1.0]]
    assert curve["held_out"] == [[1000, 2.5, 0.25]]


def test_a_long_curve_is_thinned_and_ends_where_the_run_did(tmp_path: Path) -> None:
    curve = training_curve(log(tmp_path, list(range(1, 1001))))
    assert CURVE_POINTS / 2 < len(curve["training"]) <= CURVE_POINTS
    assert curve["training"][-1][0] == 100_000
    losses = [loss for _, loss in curve["training"]]
    assert losses == sorted(losses, reverse=True)


def test_losses_are_told_by_position_and_nothing_is_left_out() -> None:
    model = member("sinusoidal").build(SMALL)
    options = {"vocabulary_ids": MARKS, "device": CPU, "tokens": 16_384, "lengths": (32, 64)}
    losses = list(losses_by_position(model, sampler(), **options))
    assert [(loss.length, loss.position) for loss in losses] == [
        (32, 0),
        (32, 16),
        (64, 0),
        (64, 16),
        (64, 32),
        (64, 48),
    ]
    for length in (32, 64):
        pieces = sum(loss.pieces for loss in losses if loss.length == length)
        assert pieces == pytest.approx(0.15 * 16_384, rel=0.15)
    assert all(loss.loss == pytest.approx(np.log(SMALL.vocabulary), rel=0.15) for loss in losses)
    assert losses == list(losses_by_position(model, sampler(), **options))
    assert BUCKET == 16


def test_the_shares_are_what_they_are_called() -> None:
    for name, corruption in SHARES.items():
        mask, random, same = (int(part) / 100 for part in name.split("/"))
        assert (corruption.to_mask, corruption.to_random) == (mask, random)
        assert 1 - corruption.to_mask - corruption.to_random == pytest.approx(same)
        assert corruption.chosen == Corruption(0.2).chosen


def test_a_model_taught_only_to_copy_reads_what_stands_there_and_nothing_else() -> None:
    torch.manual_seed(0)
    model, rng = member("learned").build(SMALL), np.random.default_rng(0)
    copy = MaskedLanguageModelling(SHARES["0/0/100"], MARKS, CPU)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    for _ in range(60):
        copy(model, sampler().batch(rng, rows=8, length=32), rng)[0].value.backward()
        optimizer.step()
        optimizer.zero_grad()
    losses = losses_by_treatment(model, sampler(), vocabulary_ids=MARKS, device=CPU, pairs=32)
    assert losses.unmasked < 0.5
    assert losses.masked > 2 + losses.unmasked
    assert losses.random > 2 + losses.unmasked
