"""A tiny run learns, and where it is stopped leaves no trace."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.small_text import tokenizer, write_corpus
from training.corpus import documents
from training.dataset import PairSampler, SingleSampler, encode_documents
from training.members import member
from training.objectives import NEXT_SENTENCE_LOSS, MaskedLanguageModelling, VocabularyIds
from training.pretrain import PretrainingRun, Samplers, StepProgress
from training.recipe import Architecture, Recipe
from training.wordpiece import SPECIAL_TOKENS

CPU = torch.device("cpu")
RECIPE = Recipe(
    tokens=24_000,
    architecture=Architecture(layers=1, width=32, heads=4, positions=128, vocabulary=300),
    batch_tokens=256,
    learning_rate=4e-3,
    warmup_tokens=2_000,
)


class _Stopped(Exception):
    """The run was stopped from outside."""


@pytest.fixture(scope="module")
def samplers(tmp_path_factory: pytest.TempPathFactory) -> Samplers:
    folder = write_corpus(tmp_path_factory.mktemp("corpus"), files=3, count=120)
    texts = [document.paragraphs for document in documents(folder)]
    pieces = tokenizer()
    marks = {"cls": pieces.cls_token_id, "sep": pieces.sep_token_id}
    text = encode_documents(texts, pieces)
    single = SingleSampler(text, **marks, pad=0, whole_documents=False)
    short = encode_documents([[p] for t in texts for p in t], pieces)
    return Samplers(
        pairs=PairSampler(text, **marks),
        sentences=single,
        supplement=SingleSampler(short, **marks, pad=0, whole_documents=False),
    )


def run(samplers: Samplers, recipe: Recipe = RECIPE) -> PretrainingRun:
    torch.manual_seed(recipe.seed)
    model = member("bert").build(recipe.architecture)
    words = MaskedLanguageModelling(recipe.corruption, VocabularyIds(mask=4, special_count=len(SPECIAL_TOKENS)), CPU)
    return PretrainingRun(recipe, samplers, model=model, objective=words, device=CPU)


def train(to_train: PretrainingRun, *, until: int | None = None) -> list[StepProgress]:
    reports: list[StepProgress] = []

    def watch(progress: StepProgress) -> None:
        reports.append(progress)
        if progress.step == until:
            raise _Stopped

    if until is None:
        to_train.train(watch)
    else:
        with pytest.raises(_Stopped):
            to_train.train(watch)
    return reports


def assert_same_weights(a: PretrainingRun, b: PretrainingRun) -> None:
    ours, theirs = a.model.state_dict(), b.model.state_dict()
    assert ours.keys() == theirs.keys()
    for name, tensor in ours.items():
        torch.testing.assert_close(tensor, theirs[name], rtol=0, atol=0, msg=name)


@pytest.fixture(scope="module")
def whole(samplers: Samplers) -> tuple[PretrainingRun, list[StepProgress]]:
    torch.set_num_threads(1)
    done = run(samplers)
    return done, train(done)


def test_the_loss_falls(whole: tuple[PretrainingRun, list[StepProgress]]) -> None:
    losses = [progress.loss for progress in whole[1]]
    assert np.isfinite(losses).all()
    assert np.mean(losses[:5]) > 4
    assert np.mean(losses[-10:]) < 0.75 * np.mean(losses[:5])


def test_the_budget_is_spent_and_told_step_by_step(whole: tuple[PretrainingRun, list[StepProgress]]) -> None:
    done, reports = whole
    assert [progress.step for progress in reports] == list(range(1, len(reports) + 1))
    assert reports[-2].tokens < RECIPE.tokens <= reports[-1].tokens == done.tokens
    assert reports[-1].tokens < RECIPE.tokens + RECIPE.batch_tokens
    labelled = [NEXT_SENTENCE_LOSS in progress.losses for progress in reports]
    assert 0.5 < np.mean(labelled) < 0.9


def test_the_same_recipe_gives_the_same_weights(samplers: Samplers) -> None:
    short = dataclasses.replace(RECIPE, tokens=2_000)
    first, second = run(samplers, short), run(samplers, short)
    assert [p.loss for p in train(first)] == [p.loss for p in train(second)]
    assert_same_weights(first, second)


@pytest.mark.parametrize("stop", [1, 40])
def test_a_run_that_was_stopped_and_started_again_ends_the_same(
    samplers: Samplers, whole: tuple[PretrainingRun, list[StepProgress]], tmp_path: Path, stop: int
) -> None:
    first = run(samplers)
    train(first, until=stop)
    first.save(tmp_path / "state.pt")
    torch.rand(100)  # whatever else drew numbers in between
    second = run(samplers)
    second.resume(tmp_path / "state.pt")
    rest = train(second)
    assert rest[0].step == stop + 1
    assert [p.loss for p in rest] == [p.loss for p in whole[1][stop:]]
    assert second.tokens == whole[0].tokens
    assert_same_weights(second, whole[0])


def test_a_larger_budget_goes_on_as_if_it_had_been_there_from_the_start(samplers: Samplers, tmp_path: Path) -> None:
    small, large = (dataclasses.replace(RECIPE, tokens=tokens) for tokens in (8_000, 10_000))
    stopped = run(samplers, small)
    train(stopped, until=10)
    assert stopped.tokens < small.tokens * (1 - small.decay)
    stopped.save(tmp_path / "state.pt")
    resumed, straight = run(samplers, large), run(samplers, large)
    resumed.resume(tmp_path / "state.pt")
    train(resumed)
    train(straight)
    assert_same_weights(resumed, straight)


def test_a_failed_save_leaves_the_last_state_as_it_was(
    samplers: Samplers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "state.pt"
    started = run(samplers)
    train(started, until=2)
    started.save(file)
    before = file.read_bytes()

    def half(_: object, to: Path) -> None:
        to.write_bytes(b"half")
        raise OSError("no space left")

    monkeypatch.setattr(torch, "save", half)
    with pytest.raises(OSError, match="no space"):
        started.save(file)
    assert file.read_bytes() == before
