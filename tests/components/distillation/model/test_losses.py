"""The losses equal those of this project's training, and are 0 for a student that is its own teacher."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn.functional import cross_entropy

from components.distillation.model.losses import distillation_losses, gradient_norms
from components.distillation.model.results import LossWeights
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.inference.forward import last_hidden_state
from components.model.inference.prediction import masked_ids
from components.model.user_errors import NothingMasked, TooLong, UserError
from tests.components.conftest import Opener
from tests.examples import scaled
from training.dataset import NO_LABEL, Batch
from training.masking import Corruption, MaskedBatch
from training.objectives import (
    Distillation,
    MaskedLanguageModelling,
    Model,
    VocabularyIds,
    direction_loss,
    softened_loss,
)

SENTENCE = "she sat on the bank of the river and he went to the bank ."
MASKED_POSITIONS = (4, 5, 8)


class _ChosenMasks(MaskedLanguageModelling):
    """Masks fixed positions instead of random ones."""

    def mask(self, model: Model, batch: Batch, rng: np.random.Generator) -> MaskedBatch:
        ids = batch.ids.copy()
        ids[0, list(MASKED_POSITIONS)] = self.vocabulary_ids.mask
        return MaskedBatch(ids, np.array(MASKED_POSITIONS), batch.ids[0, list(MASKED_POSITIONS)])


def training_losses(teacher: OpenModel, student: OpenModel, temperature: float) -> tuple[float, float, float]:
    """The losses of training: the KL with its factor, the cross-entropy of masked words, and the cosine loss."""
    ids = np.array([teacher.tokenizer.tokens(SENTENCE).ids])
    batch = Batch(ids, np.zeros_like(ids), np.ones_like(ids), np.array([NO_LABEL]))
    assert teacher.tokenizer.mask_id is not None
    words = _ChosenMasks(Corruption(), VocabularyIds(teacher.tokenizer.mask_id, 5), torch.device("cpu"))
    objective = Distillation(words, teacher.model, temperature=temperature)
    with torch.no_grad():
        of_words, of_teacher, direction = objective(student.model, batch, np.random.default_rng(0))
    assert (of_teacher.weight, of_words.weight, direction.weight) == tuple(vars(LossWeights()).values())
    return float(of_teacher.value), float(of_words.value), float(direction.value)


@pytest.fixture
def pair(opened: Opener) -> tuple[OpenModel, OpenModel]:
    return opened("bert", Purpose.INSPECT), opened("distilbert", Purpose.INSPECT)


@torch.inference_mode()
def vectors_and_logits(opened: OpenModel) -> tuple[torch.Tensor, torch.Tensor]:
    """Last vectors of the sentence with its blanks, and the blanks' logits, as double."""
    ids = masked_ids(opened, opened.tokenizer.tokens(SENTENCE), MASKED_POSITIONS)
    hidden = last_hidden_state(opened, [ids])[0]
    return hidden, opened.head(hidden[list(MASKED_POSITIONS)]).double()


@pytest.mark.parametrize("temperature", [1.0, 2.0, 5.0])
def test_losses_follow_the_formulas_of_training(pair: tuple[OpenModel, OpenModel], temperature: float) -> None:
    teacher, student = pair
    tokens = teacher.tokenizer.tokens(SENTENCE)
    losses = distillation_losses(teacher, student, tokens, MASKED_POSITIONS, temperature=temperature)
    (teacher_hidden, teacher_logits), (student_hidden, student_logits) = (vectors_and_logits(opened) for opened in pair)
    # The formulas of training on the same logits, in the same precision.
    kl = float(softened_loss(student_logits, teacher_logits, temperature))
    targets = torch.tensor([tokens.ids[position] for position in MASKED_POSITIONS])
    assert losses.kl == pytest.approx(kl, rel=1e-9)
    assert losses.kl_unscaled == pytest.approx(kl / temperature**2, rel=1e-9)
    assert losses.kl_unscaled == pytest.approx(sum(blank.kl for blank in losses.blanks) / 3)
    assert losses.mlm == pytest.approx(float(cross_entropy(student_logits, targets)), rel=1e-9)
    assert losses.cosine == pytest.approx(float(direction_loss(student_hidden, teacher_hidden)), abs=1e-6)
    assert losses.total == pytest.approx(5 * losses.kl + 2 * losses.mlm + losses.cosine)
    assert losses.conditions == (teacher.conditions, student.conditions)


def test_losses_equal_those_of_the_training_objective(pair: tuple[OpenModel, OpenModel]) -> None:
    teacher, student = pair
    losses = distillation_losses(
        teacher, student, teacher.tokenizer.tokens(SENTENCE), MASKED_POSITIONS, temperature=2.0
    )
    # Training computes in single precision, where logits are off by about 1e-6.
    expected = (losses.kl, losses.mlm, losses.cosine)
    assert training_losses(teacher, student, 2.0) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta", "electra", "modernbert", "roformer", "albert"])
def test_a_student_that_is_its_teacher_has_only_the_loss_of_masked_words(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    losses = distillation_losses(model, model, model.tokenizer.tokens(SENTENCE), MASKED_POSITIONS)
    assert losses.kl == pytest.approx(0, abs=1e-9)
    assert losses.cosine == pytest.approx(0, abs=1e-6)
    assert losses.mlm == losses.teacher_mlm
    assert losses.mlm is not None
    assert losses.total == pytest.approx(2 * losses.mlm, abs=1e-5)
    assert all(gradient.unscaled == 0 for gradient in losses.gradients)


def test_typed_masks_have_no_target(pair: tuple[OpenModel, OpenModel]) -> None:
    teacher, student = pair
    typed = teacher.tokenizer.tokens("she sat on the [MASK] of the [MASK] .")
    losses = distillation_losses(teacher, student, typed, ())
    assert losses.mlm is losses.teacher_mlm is None
    assert [blank.hidden for blank in losses.blanks] == [None, None]
    assert losses.cosine is not None
    assert losses.total == pytest.approx(5 * losses.kl + losses.cosine)
    mixed = distillation_losses(teacher, student, typed, (1,))
    (hidden,) = [blank for blank in mixed.blanks if blank.hidden]
    assert hidden.hidden == "she"
    assert mixed.mlm == hidden.student
    assert len(mixed.blanks) == 3


def test_the_sum_follows_the_weights(pair: tuple[OpenModel, OpenModel]) -> None:
    teacher, student = pair
    tokens = teacher.tokenizer.tokens(SENTENCE)
    losses = distillation_losses(teacher, student, tokens, MASKED_POSITIONS, weights=LossWeights(0, 0, 3))
    assert losses.cosine is not None
    assert losses.total == pytest.approx(3 * losses.cosine)
    assert (
        replace(losses, weights=LossWeights()).total
        == distillation_losses(teacher, student, tokens, MASKED_POSITIONS).total
    )


@settings(max_examples=scaled(20))
@given(st.integers(0, 2**32 - 1), st.floats(0.3, 20))
def test_gradients_are_those_of_autograd(seed: int, temperature: float) -> None:
    random = torch.Generator().manual_seed(seed)
    teacher_logits = 3 * torch.randn(2, 11, generator=random, dtype=torch.float64)
    student_logits = (3 * torch.randn(2, 11, generator=random, dtype=torch.float64)).requires_grad_()
    loss = torch.nn.functional.kl_div(
        (student_logits / temperature).log_softmax(-1),
        (teacher_logits / temperature).log_softmax(-1),
        reduction="sum",
        log_target=True,
    )
    loss.backward()
    (norm,) = gradient_norms(teacher_logits, student_logits.detach(), [temperature])
    assert student_logits.grad is not None
    assert norm.unscaled == pytest.approx(student_logits.grad.norm(dim=-1).mean().item(), rel=1e-9)
    assert norm.scaled == pytest.approx(norm.unscaled * temperature**2)


def test_the_factor_keeps_the_gradient_norm_at_high_temperatures() -> None:
    random = torch.Generator().manual_seed(0)
    teacher_logits, student_logits = (torch.randn(4, 50, generator=random, dtype=torch.float64) for _ in range(2))
    low, high = gradient_norms(teacher_logits, student_logits, [500.0, 1000.0])
    assert low.unscaled / high.unscaled == pytest.approx(4, rel=0.01)
    assert low.scaled == pytest.approx(high.scaled, rel=0.01)


@pytest.mark.parametrize("temperature", [0.0, -2.0, math.nan, math.inf])
def test_temperatures_out_of_range_are_an_error(opened: Opener, temperature: float) -> None:
    model = opened()
    with pytest.raises(UserError, match="temperature between"):
        distillation_losses(model, model, model.tokenizer.tokens(SENTENCE), MASKED_POSITIONS, temperature=temperature)


@given(st.tuples(*[st.floats(allow_nan=True, allow_infinity=True)] * 3))
def test_weights_are_valid_or_an_error(opened: Opener, weights: tuple[float, float, float]) -> None:
    model = opened()
    tokens = model.tokenizer.tokens("the [MASK]")
    if all(0 <= weight <= 1000 for weight in weights) and any(weights):
        assert math.isfinite(distillation_losses(model, model, tokens, (), weights=LossWeights(*weights)).total)
    else:
        with pytest.raises(UserError, match="weights from 0"):
            distillation_losses(model, model, tokens, (), weights=LossWeights(*weights))


def test_missing_blanks_and_other_vocabularies_are_errors(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    with pytest.raises(NothingMasked):
        distillation_losses(bert, opened("distilbert"), tokens, ())
    with pytest.raises(UserError, match="is not in this sentence"):
        distillation_losses(bert, opened("distilbert"), tokens, (0,))
    for other in ("roberta", "gpt2"):
        with pytest.raises(UserError, match=r"different vocabularies|no \[MASK\]"):
            distillation_losses(bert, opened(other), tokens, MASKED_POSITIONS)


def test_a_sentence_too_long_for_the_student_is_an_error(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher, student = opened("bert"), opened("distilbert")
    monkeypatch.setattr(student.tokenizer, "positions", 8)
    with pytest.raises(TooLong):
        distillation_losses(teacher, student, teacher.tokenizer.tokens(f"{SENTENCE} {SENTENCE}"), MASKED_POSITIONS)
