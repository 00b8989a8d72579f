"""Training steps on a GPU run in bfloat16, learn, and take batches in the order of the processor."""

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
import torch

from components.model.checkpoints.device import supports_bfloat16
from training.dataset import EncodedText, PairSampler, SingleSampler
from training.electra import ElectraPair, ReplacedTokenDetection, sample_guesses
from training.gpu import FUSED
from training.masking import Corruption
from training.members import member
from training.objectives import MaskedLanguageModelling, Objective, VocabularyIds, autocast
from training.pretrain import PretrainingRun, Samplers, StepProgress
from training.recipe import Architecture, Recipe

SIZE = Architecture(layers=2, width=64, heads=2, positions=128, vocabulary=300)
RECIPE = Recipe(tokens=40_000, architecture=SIZE, batch_tokens=1024, learning_rate=2e-3, warmup_tokens=8_000)
PROCESSOR = torch.device("cpu")


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """So small a model computes faster in one."""
    torch.set_num_threads(1)


def samplers() -> Samplers:
    """Text of thirty different tokens, in which each but the first of a sentence follows from the one before."""
    rng = np.random.default_rng(0)
    ids = rng.integers(10, 30, 4000)[:, None] + np.arange(10)
    text = EncodedText(ids.astype(np.uint16).ravel(), np.arange(0, 40_001, 4000), np.arange(0, 40_000, 10))
    singles = SingleSampler(text, cls=2, sep=3, pad=0, whole_documents=False)
    return Samplers(PairSampler(text, cls=2, sep=3), singles)


def words(device: torch.device) -> MaskedLanguageModelling:
    return MaskedLanguageModelling(Corruption(0.2), VocabularyIds(mask=4, special_count=5), device)


def bert_run(device: torch.device, recipe: Recipe = RECIPE) -> PretrainingRun:
    torch.manual_seed(0)
    return PretrainingRun(recipe, samplers(), model=member("bert").build(SIZE), objective=words(device), device=device)


def electra_run(device: torch.device) -> PretrainingRun:
    torch.manual_seed(0)
    objective: Objective = ReplacedTokenDetection(words(device))
    return PretrainingRun(RECIPE, samplers(), model=ElectraPair(SIZE), objective=objective, device=device)


@pytest.mark.parametrize("start", [bert_run, electra_run])
def test_training_learns_in_bfloat16(
    start: Callable[[torch.device], PretrainingRun], torch_device: torch.device
) -> None:
    run = start(torch_device)
    assert all(parameter.device.type == torch_device.type for parameter in run.model.parameters())
    assert all(parameter.dtype is torch.float32 for parameter in run.model.parameters())
    if torch_device.type == "cuda":
        assert supports_bfloat16("cuda")
        model = getattr(run.model, "generator", run.model)
        assert model.config._attn_implementation == FUSED
        with autocast(torch_device):
            weight = next(model.parameters())
            assert (weight @ weight.T).dtype is torch.bfloat16
    losses: list[float] = []
    run.train(lambda progress: losses.append(progress.loss))
    assert np.isfinite(losses).all()
    assert np.mean(losses[-10:]) < np.mean(losses[:5]) - 1


def test_the_first_losses_are_those_of_the_processor(torch_device: torch.device) -> None:
    both = []
    for device in (PROCESSOR, torch_device):
        reports: list[StepProgress] = []
        run = bert_run(device, dataclasses.replace(RECIPE, tokens=5_000))
        run.train(reports.append)
        both.append([(each.step, each.tokens, each.loss) for each in reports])
    assert [each[:2] for each in both[0]] == [each[:2] for each in both[1]]  # the same batches, though drawn ahead
    assert [each[2] for each in both[1]] == pytest.approx([each[2] for each in both[0]], rel=0.02)


def test_guesses_follow_the_models_probabilities(torch_device: torch.device) -> None:
    probabilities = torch.tensor([0.5, 0.25, 0.125, 0.125])
    logits = probabilities.log().repeat(20_000, 1).to(torch_device)
    guesses = sample_guesses(logits, np.random.default_rng(0))
    shares = np.bincount(guesses, minlength=4) / len(guesses)
    assert shares == pytest.approx(probabilities.numpy(), abs=0.015)
    assert (guesses == sample_guesses(logits, np.random.default_rng(0))).all()
