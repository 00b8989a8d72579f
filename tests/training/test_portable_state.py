"""A run that is limited in minutes ends as one that is not, and one that travels in pieces ends close to it."""

import dataclasses
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from tests.training.test_pretrain import RECIPE, assert_same_weights, run, samplers, whole
from training import pretrain
from training.pieces import DamagedPiece
from training.portable_state import OptimizerMoments
from training.pretrain import PretrainingRun, Samplers, StepProgress, train_and_save

__all__ = ["samplers", "whole"]  # fixtures
LIMIT = 20_000


class StepClock:
    """A clock that advances by one second a step."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StepClock:
    made = StepClock()
    monkeypatch.setattr(pretrain, "time", SimpleNamespace(monotonic=made.monotonic, perf_counter=time.perf_counter))
    return made


def held_out_loss(done: PretrainingRun) -> float:
    """The mean word loss of ten fixed batches."""
    losses = []
    for seed in range(10):
        rng = np.random.default_rng((99, seed))
        with torch.inference_mode():
            batch = done.samplers.batch(rng, RECIPE, 0)
            losses.append(done._objective(done.model, batch, rng)[0].value.item())
    return float(np.mean(losses))


def test_a_run_that_was_late_twice_ends_the_same(
    samplers: Samplers, whole: tuple[PretrainingRun, list[StepProgress]], tmp_path: Path, clock: StepClock
) -> None:
    file = tmp_path / "state.pt"
    steps = []
    for minutes in (11, 30):
        late = run(samplers)
        late.resume_latest([file], tmp_path / "pieces")
        assert not train_and_save(late, file, until=clock.now + minutes + 0.5)
        steps.append(late.step)
    assert steps == [11, 41]
    last = run(samplers)
    assert last.resume_latest([file], tmp_path / "pieces")
    assert train_and_save(last, file)
    assert last.finished
    assert_same_weights(last, whole[0])


def test_a_time_that_is_over_takes_no_step(samplers: Samplers) -> None:
    late = run(samplers)
    assert not late.train(lambda _: pytest.fail("a step"), until=time.monotonic() - 1)
    assert late.step == 0


@pytest.mark.parametrize(("moments", "within"), [(OptimizerMoments.NONE, 0.25), (OptimizerMoments.BFLOAT16, 0.05)])
def test_a_run_that_travelled_twice_ends_close_to_one_that_did_not(
    samplers: Samplers,
    whole: tuple[PretrainingRun, list[StepProgress]],
    tmp_path: Path,
    clock: StepClock,
    monkeypatch: pytest.MonkeyPatch,
    moments: OptimizerMoments,
    within: float,
) -> None:
    monkeypatch.setattr(pretrain, "RESTART_STEPS", 5)  # this run has a hundred steps in all
    travelling = run(samplers)
    for number, steps in enumerate((30, 30)):
        assert not travelling.train(lambda _: None, until=clock.now + steps + 0.5)
        folder = tmp_path / str(number)
        travelling.save_pieces(folder, limit=LIMIT, moments=moments)
        assert all(file.stat().st_size <= LIMIT for file in folder.iterdir())
        before = travelling
        travelling = run(samplers)
        assert travelling.resume_latest([], folder)
        assert (travelling.step, travelling.tokens) == (before.step, before.tokens)
        assert travelling.restart_step == (before.step if moments is OptimizerMoments.NONE else None)
        for name, tensor in before.model.state_dict().items():
            torch.testing.assert_close(travelling.model.state_dict()[name], tensor, rtol=2**-11, atol=1e-7)
    assert travelling.train(lambda _: None)
    assert travelling.step == whole[0].step
    assert held_out_loss(travelling) == pytest.approx(held_out_loss(whole[0]), abs=within)


def test_without_moments_the_rate_warms_up_again(samplers: Samplers, tmp_path: Path, clock: StepClock) -> None:
    first = run(samplers)
    first.train(lambda _: None, until=clock.now + 40.5)
    steady = first.optimizers[-1].param_groups[0]["lr"]
    first.save_pieces(tmp_path / "pieces", limit=LIMIT)
    second = run(samplers)
    second.resume_latest([], tmp_path / "pieces")
    rates: list[float] = []
    watch = lambda _: rates.append(second.optimizers[-1].param_groups[0]["lr"])  # noqa: E731
    second.train(watch, until=clock.now + 20.5)
    assert rates == sorted(rates)
    assert rates[0] == pytest.approx(steady / pretrain.RESTART_STEPS)
    assert rates[19] == pytest.approx(20 * steady / pretrain.RESTART_STEPS)
    second.save(tmp_path / "state.pt")
    third = run(samplers)
    third.resume(tmp_path / "state.pt")
    third.train(lambda _: rates.append(third.optimizers[-1].param_groups[0]["lr"]), until=clock.now + 1.5)
    assert rates[20] == pytest.approx(21 * steady / pretrain.RESTART_STEPS)  # a stop does not begin the warm-up again


def test_whichever_state_has_seen_more_tokens_counts(samplers: Samplers, tmp_path: Path, clock: StepClock) -> None:
    file, pieces = tmp_path / "state.pt", tmp_path / "pieces"
    ahead = run(samplers)
    ahead.train(lambda _: None, until=clock.now + 3.5)
    ahead.save_pieces(pieces, limit=LIMIT)
    ahead.save(file)
    resumed = run(samplers)
    assert resumed.resume_latest([tmp_path / "other.pt", file], pieces)
    assert_same_weights(resumed, ahead)  # exactly: not those that were rounded
    assert resumed.restart_step is None
    ahead.train(lambda _: None, until=clock.now + 3.5)
    ahead.save_pieces(pieces, limit=LIMIT)
    resumed = run(samplers)
    assert resumed.resume_latest([file], pieces)
    assert resumed.step == ahead.step
    assert resumed.optimizers[-1].state_dict()["state"] == {}


def test_no_state_is_no_error_and_a_damaged_one_is(samplers: Samplers, tmp_path: Path) -> None:
    started = run(samplers)
    assert not started.resume_latest([tmp_path / "state.pt"], tmp_path / "pieces")
    started.save_pieces(tmp_path / "pieces", limit=LIMIT)
    (tmp_path / "pieces" / "state.safetensors.01").write_bytes(b"")
    with pytest.raises(DamagedPiece, match="is damaged"):
        run(samplers).resume_latest([], tmp_path / "pieces")


def test_weights_of_another_model_are_refused(samplers: Samplers, tmp_path: Path) -> None:
    run(samplers).save_pieces(tmp_path / "pieces", limit=LIMIT)
    size = dataclasses.replace(RECIPE.architecture, width=16)
    other = run(samplers, dataclasses.replace(RECIPE, architecture=size))
    other.tokens = -1
    with pytest.raises(ValueError, match="another model"):
        other.resume_latest([], tmp_path / "pieces")


def test_a_run_that_failed_does_not_travel(samplers: Samplers, tmp_path: Path) -> None:
    failed = run(samplers)
    with torch.no_grad():
        next(iter(failed.model.parameters()))[0, 0] = float("nan")
    with pytest.raises(ValueError, match="lower its learning rate"):
        failed.save_pieces(tmp_path / "pieces", limit=LIMIT)
