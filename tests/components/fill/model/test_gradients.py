"""Gradient × input and integrated gradients: laws, completeness, and parity with plain PyTorch and with captum."""

import numpy as np
import pytest
import torch

from components.fill.model.gradients import (
    POINT_LIMIT,
    TOLERANCE,
    answer_score,
    explained_positions,
    gradient_times_input,
    integrate_gradients,
    integrated_gradients,
)
from components.fill.model.results import PathBaseline
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Tokens
from components.model.user_errors import NothingMasked, UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
SENTENCE = "she sat on the [MASK] of the river"
ANSWER = 9


def blank_of(opened: OpenModel) -> tuple[Tokens, int]:
    tokens = opened.tokenizer.tokens(SENTENCE)
    return tokens, tokens.typed_masks[0]


def plain_log_probability(opened: OpenModel, vectors: torch.Tensor, blank: int) -> torch.Tensor:
    """The same by transformers' own model with its head. *Shape:* (row,)."""
    return opened.model(inputs_embeds=vectors).logits[:, blank].log_softmax(dim=-1)[:, ANSWER]


def random_line(seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    start, end = torch.randn(2, 5, 4, generator=generator)
    return start, end


def test_a_linear_function_is_split_exactly() -> None:
    start, end = random_line(0)
    weights = torch.randn(5, 4, generator=torch.Generator().manual_seed(1))
    scores, difference, edges = integrate_gradients(lambda vectors: (vectors * weights).sum(dim=(1, 2)), start, end)
    np.testing.assert_allclose(scores, (weights * (end - start)).sum(dim=1), atol=1e-5)
    assert difference == pytest.approx(float((weights * (end - start)).sum()), abs=1e-5)
    assert len(edges) == 5  # nothing had to be halved


def test_a_function_that_ignores_its_input_explains_nothing() -> None:
    start, end = random_line(0)
    scores, difference, _ = integrate_gradients(lambda vectors: torch.full((len(vectors),), 3.0), start, end)
    assert not scores.any()
    assert difference == 0
    scores, difference, _ = integrate_gradients(lambda vectors: 0 * vectors.sum(dim=(1, 2)), start, end)
    assert not scores.any()


def test_a_token_that_the_function_does_not_read_gets_nothing() -> None:
    start, end = random_line(2)
    scores, *_ = integrate_gradients(lambda vectors: vectors[:, :3].square().sum(dim=(1, 2)).sin(), start, end)
    assert not scores[3:].any()
    assert scores[:3].all()


@pytest.mark.parametrize("sharpness", [1, 30, 3000])
def test_where_the_function_bends_the_path_is_halved_until_the_sum_is_right(sharpness: float) -> None:
    start, end = torch.zeros(2, 1), torch.ones(2, 1)
    scores, difference, edges = integrate_gradients(
        lambda vectors: torch.tanh(sharpness * (vectors.mean(dim=(1, 2)) - 0.3)), start, end
    )
    assert abs(difference - scores.sum()) <= TOLERANCE
    assert scores == pytest.approx([difference / 2] * 2, abs=TOLERANCE)
    assert (len(edges) > 5) == (sharpness > 1)
    assert edges == tuple(sorted(edges))
    assert (edges[0], edges[-1]) == (0, 1)


def test_a_function_too_rough_to_integrate_ends_at_the_limit_and_reports_points() -> None:
    start, end = torch.zeros(1, 1), torch.ones(1, 1)
    counts: list[int] = []
    integrate_gradients(lambda v: (1e5 * v).sin().sum(dim=(1, 2)), start, end, on_progress=counts.append)
    assert 32 < counts[-1] <= POINT_LIMIT
    assert counts == sorted(counts)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_gradients_are_those_of_plain_pytorch(opened: Opener, family: str) -> None:
    model = opened(family)
    tokens, blank = blank_of(model)
    ids = torch.tensor([tokens.ids])
    vectors = model.model.get_input_embeddings()(ids).detach().requires_grad_(True)
    (gradient,) = torch.autograd.grad(plain_log_probability(model, vectors, blank).sum(), vectors)
    attribution = gradient_times_input(model, tokens, (), blank, ANSWER)
    assert attribution.positions == tokens.maskable
    expected = (gradient * vectors).sum(dim=-1)[0, list(tokens.maskable)]
    np.testing.assert_allclose(attribution.scores, expected.detach(), atol=1e-5)


@pytest.mark.parametrize("baseline", list(PathBaseline))
@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_integrated_gradients_sum_to_the_difference_from_the_baseline(
    opened: Opener, family: str, baseline: PathBaseline
) -> None:
    model = opened(family)
    tokens, blank = blank_of(model)
    integrated = integrated_gradients(model, tokens, (), blank, ANSWER, baseline)
    ids = torch.tensor([tokens.ids, tokens.ids])
    table = model.model.get_input_embeddings()
    vectors = table(ids).detach()
    stand_in = {
        PathBaseline.MASK: table.weight[model.tokenizer.mask_id],
        PathBaseline.PAD: table.weight[model.model.config.pad_token_id],
        PathBaseline.ZERO: torch.zeros(vectors.shape[-1]),
    }[baseline]
    vectors[1, list(tokens.maskable)] = stand_in
    with torch.no_grad():
        whole, without = plain_log_probability(model, vectors, blank).tolist()
    assert integrated.difference == pytest.approx(whole - without, abs=1e-5)
    assert sum(integrated.attribution.scores) == pytest.approx(whole - without, abs=1e-3)
    assert integrated.residual <= 1e-3
    assert integrated.points == 8 * (len(integrated.edges) - 1)


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta"])
def test_gradients_are_those_of_captum(opened: Opener, family: str) -> None:
    attr = pytest.importorskip("captum.attr")
    model = opened(family)
    tokens, blank = blank_of(model)
    words = list(tokens.maskable)
    table = model.model.get_input_embeddings()
    vectors = table(torch.tensor([tokens.ids])).detach()
    start = vectors.clone()
    start[0, words] = table.weight[model.tokenizer.mask_id]

    def score(inputs: torch.Tensor) -> torch.Tensor:
        return plain_log_probability(model, inputs, blank)

    by_input = attr.InputXGradient(score).attribute(vectors.clone().requires_grad_(True)).sum(dim=-1)[0, words]
    np.testing.assert_allclose(
        gradient_times_input(model, tokens, (), blank, ANSWER).scores, by_input.detach(), atol=1e-5
    )
    on_path = attr.IntegratedGradients(score).attribute(vectors, start, n_steps=64, method="gausslegendre")
    np.testing.assert_allclose(
        integrated_gradients(model, tokens, (), blank, ANSWER).attribution.scores,
        on_path.sum(dim=-1)[0, words].detach(),
        atol=1e-4,
    )


def test_a_shared_model_stays_as_it_is_and_words_that_are_masked_too_are_not_scored(opened: Opener) -> None:
    model = opened()
    tokens, blank = blank_of(model)
    before = {name: weights.clone() for name, weights in model.model.state_dict().items()}
    with torch.inference_mode():
        integrated = integrated_gradients(model, tokens, (2,), blank, ANSWER)
    assert 2 not in integrated.attribution.positions
    assert explained_positions(tokens, (2,), blank) == tuple(p for p in tokens.maskable if p != 2)
    assert not any(weights.requires_grad or weights.grad is not None for weights in model.model.parameters())
    assert all(torch.equal(before[name], weights) for name, weights in model.model.state_dict().items())


def test_rows_of_a_batch_are_scored_apart(opened: Opener) -> None:
    model = opened()
    tokens, blank = blank_of(model)
    vectors = model.model.get_input_embeddings()(torch.tensor([tokens.ids])).detach()
    score = answer_score(model, blank, ANSWER)
    with torch.no_grad():
        together = score(torch.cat([vectors, 2 * vectors]))
        np.testing.assert_allclose(together, torch.cat([score(vectors), score(2 * vectors)]), atol=1e-5)


def test_what_cannot_be_explained_is_a_message(opened: Opener) -> None:
    model = opened()
    tokens, blank = blank_of(model)
    with pytest.raises(NothingMasked):
        gradient_times_input(model, tokens, (), blank + 1, ANSWER)
    causal = opened("gpt2")
    with pytest.raises(UserError, match="has no"):
        gradient_times_input(causal, causal.tokenizer.tokens("she sat on the bank"), (2,), 2, ANSWER)
