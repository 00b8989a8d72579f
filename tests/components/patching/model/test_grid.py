"""The grid is that of plain code, its ends are 0 and 1, and what is patched alone adds no other part."""

import copy
from dataclasses import replace
from typing import Any

import pytest
import torch

from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from components.model.user_errors import UserError
from components.patching.model.alignment import align_pair
from components.patching.model.grid import answer_pair, layer_parts, patch_grid
from components.patching.model.results import AlignedPair, AnswerPair, PatchSite
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
CLEAN, CORRUPT = "she sat on the [MASK] of the river", "the capital at france [MASK] here and there"
WORDS = ("bank", "river")


@pytest.fixture(scope="module")
def spread(opened: Opener) -> OpenModel:
    """A small BERT with larger weights, in whose runs vectors matter as much as in a trained model's."""
    model = opened()
    network = copy.deepcopy(model.model)
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in network.parameters():
            if parameter.ndim > 1:
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.3)
    return replaced(model, network)


def replaced(model: OpenModel, network: Any) -> OpenModel:
    """The same model with other weights."""
    return replace(model, model=network, head=vocabulary_head(network))


def inputs(model: OpenModel) -> tuple[AlignedPair, AnswerPair]:
    pair = align_pair(model, *(model.tokenizer.tokens(text) for text in (CLEAN, CORRUPT)))
    return pair, answer_pair(model, pair, WORDS)


def plain_odds(model: OpenModel, pair: AlignedPair, words: AnswerPair, ids: tuple[int, ...]) -> float:
    with torch.no_grad():
        logits = model.model(input_ids=torch.tensor([ids])).logits[0, pair.blank].double()
    return float(logits[words[0].id] - logits[words[1].id])


def test_the_ends_are_plain_transformers_and_the_checks_are_one_and_zero(spread: OpenModel) -> None:
    pair, words = inputs(spread)
    grid = patch_grid(spread, pair, words, PatchSite.WHOLE)
    assert grid.clean == pytest.approx(plain_odds(spread, pair, words, pair.clean.ids), abs=1e-4)
    assert grid.corrupt == pytest.approx(plain_odds(spread, pair, words, pair.corrupt.ids), abs=1e-4)
    assert grid.everything == pytest.approx(1, abs=1e-3)
    assert grid.nothing == pytest.approx(0, abs=1e-3)
    assert grid.array.shape == (3, len(pair.clean))
    assert grid.array[-1] == pytest.approx([float(place == pair.blank) for place in range(len(pair.clean))], abs=1e-4)


def test_a_cell_is_that_of_a_plain_hook(spread: OpenModel) -> None:
    pair, words = inputs(spread)
    grid = patch_grid(spread, pair, words, PatchSite.WHOLE)
    network: Any = copy.deepcopy(spread.model)
    stored: list[torch.Tensor] = []
    block = network.bert.encoder.layer[0]
    block.register_forward_hook(lambda _module, _args, output: stored.append(output.clone()))
    plain_odds(replaced(spread, network), pair, words, pair.clean.ids)
    for position in (1, pair.blank, 8):

        def put(_module: object, _args: object, output: torch.Tensor, position: int = position) -> torch.Tensor:
            output = output.clone()
            output[0, position] = stored[0][0, position]
            return output

        hook = block.register_forward_hook(put)
        odds = plain_odds(replaced(spread, network), pair, words, pair.corrupt.ids)
        hook.remove()
        share = (odds - grid.corrupt) / (grid.clean - grid.corrupt)
        assert grid.array[1, position] == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize("site", [PatchSite.ATTENTION, PatchSite.FEED_FORWARD])
def test_parts_have_no_embeddings_and_differ_from_the_whole(spread: OpenModel, site: PatchSite) -> None:
    pair, words = inputs(spread)
    grid = patch_grid(spread, pair, words, site)
    assert grid.layers == (1, 2)
    whole = patch_grid(spread, pair, words, PatchSite.WHOLE)
    assert abs(grid.array - whole.array[1:]).max() > 0.01
    assert grid.everything == pytest.approx(1, abs=1e-3)


def test_a_layer_taken_apart_agrees_with_the_grid_of_its_parts(spread: OpenModel) -> None:
    pair, words = inputs(spread)
    for layer, position in ((1, 1), (2, pair.blank)):
        parts = layer_parts(spread, pair, words, layer, position)
        for site, share in ((PatchSite.ATTENTION, parts.attention), (PatchSite.FEED_FORWARD, parts.feed_forward)):
            grid = patch_grid(spread, pair, words, site)
            assert share == pytest.approx(grid.array[layer - 1, position], abs=1e-4)
        assert len(parts.heads) == 4
        assert len(set(parts.heads)) == 4
    with pytest.raises(ValueError, match="no layer 3"):
        layer_parts(spread, pair, words, 3, 0)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_every_architecture_has_a_grid(opened: Opener, family: str) -> None:
    model = opened(family)
    pair, words = inputs(model)
    for site in PatchSite:
        grid = patch_grid(model, pair, words, site)
        assert (grid.shares is None) == (abs(grid.clean - grid.corrupt) < 0.01)


def test_a_sentence_with_itself_has_no_shares(spread: OpenModel) -> None:
    tokens = spread.tokenizer.tokens(CLEAN)
    pair = align_pair(spread, tokens, tokens)
    words = answer_pair(spread, pair)
    assert words[0].id != words[1].id
    grid = patch_grid(spread, pair, words, PatchSite.WHOLE)
    assert (grid.shares, grid.everything, grid.nothing) == (None, None, None)
    with pytest.raises(UserError, match="no answer to regain"):
        layer_parts(spread, pair, words, 1, 0)


def test_answers_are_the_top_ones_unless_they_are_named(spread: OpenModel) -> None:
    pair, _ = inputs(spread)
    first, second = answer_pair(spread, pair)
    with torch.no_grad():
        clean, corrupt = (
            spread.model(input_ids=torch.tensor([tokens.ids])).logits[0, pair.blank].softmax(dim=-1)
            for tokens in (pair.clean, pair.corrupt)
        )
    tops = [int(clean.argmax()), int(corrupt.argmax())]
    if tops[0] == tops[1]:
        tops = [int((clean - corrupt).argmax()), int((corrupt - clean).argmax())]
    assert [first.id, second.id] == tops
    assert (first.clean, first.corrupt) == pytest.approx((float(clean[first.id]), float(corrupt[first.id])), abs=1e-5)
    named = answer_pair(spread, pair, ("", "river"))
    assert (named[0].id, named[1].text) == (first.id, "river")
    with pytest.raises(UserError, match="same word"):
        answer_pair(spread, pair, ("river", "River"))
