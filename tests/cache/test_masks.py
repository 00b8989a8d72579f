"""What the room of masks shares between visitors, with the bundled models."""

import json
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

import cache.masks
import cache.shipped.first_answers
from cache import masks
from cache.shipped.first_answers import first_masks
from components.masks.model.presets import PROOF_PRESETS
from components.masks.model.weights import lookahead_head
from components.model.checkpoints.catalogue import DEFAULT_MODEL, MODELS
from components.model.inference.attention_mask import Bidirectional, Causal, Padding, Prefix, SlidingWindow
from components.model.user_errors import TooLong, UserError

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

SENTENCE = "The water is not cold, so we can swim."
POCKET = [model.id for model in MODELS if model.pocket]


def read(payload: bytes) -> tuple[list[dict[str, object]], list[np.ndarray]]:
    """The grids of a payload, and their weights."""
    length = int.from_bytes(payload[:4], "little")
    grids, index = json.loads(payload[4 : 4 + length])["grids"], 4 + length
    weights = []
    for grid in grids:
        count = len(grid["tokens"])
        weights.append(np.frombuffer(payload, "<f4", count * count, index).reshape(count, count))
        index += weights[-1].nbytes
    return grids, weights


def test_importing_it_loads_no_model() -> None:
    code = "import sys, cache.masks; print({'torch', 'transformers'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "set()", done.stderr


def test_masks_are_kept_apart(engine: "Engine") -> None:
    count = len(cache.masks.mask_comparison(DEFAULT_MODEL, SENTENCE, Causal()).tokens)
    masks = [Bidirectional(), Causal(), Prefix(3), SlidingWindow(3), Padding(count)]
    payloads = [cache.masks.grid_bytes(DEFAULT_MODEL, SENTENCE, mask, 1, 2) for mask in masks]
    assert len(set(payloads)) == len(masks)
    assert payloads[1] == cache.masks.grid_bytes(DEFAULT_MODEL, SENTENCE, Causal(), 1, 2)
    first, other = (cache.masks.mask_comparison(DEFAULT_MODEL, SENTENCE, mask) for mask in masks[1:3])
    assert cache.masks.mask_comparison(DEFAULT_MODEL, SENTENCE, Causal()) is first
    assert first.bidirectional is other.bidirectional


def test_two_grids_are_those_of_the_passes(engine: "Engine") -> None:
    grids, weights = read(cache.masks.grid_bytes(DEFAULT_MODEL, SENTENCE, Causal(), 2, 1))
    comparison = cache.masks.mask_comparison(DEFAULT_MODEL, SENTENCE, Causal())
    np.testing.assert_array_equal(weights[0], comparison.bidirectional.attention[2, 1])
    np.testing.assert_array_equal(weights[1], comparison.masked.attention[2, 1])
    assert [grid["title"].rpartition("(")[2] for grid in grids] == ["bidirectional)", "causal)"]
    assert [grid["causal"] for grid in grids] == [False, True]
    mean = read(cache.masks.grid_bytes(DEFAULT_MODEL, SENTENCE, Causal()))[1][1]
    np.testing.assert_allclose(mean, comparison.masked.attention.mean(axis=(0, 1)), atol=1e-6)


def test_the_first_grids_that_ship_are_what_the_model_computes_now(engine: "Engine") -> None:
    comparison = cache.masks.mask_comparison(DEFAULT_MODEL, PROOF_PRESETS[0].sentence, Causal())
    shipped = read(first_masks().payload)
    now = read(
        masks.comparison_grid_bytes(
            comparison, partial(masks.prefix_attention, DEFAULT_MODEL), *lookahead_head(comparison.bidirectional)
        )
    )
    assert shipped[0] == now[0]
    for first, other in zip(shipped[1], now[1], strict=True):
        np.testing.assert_allclose(first, other, atol=1e-4)


def test_a_padded_sentence_has_the_weights_that_it_has_alone(engine: "Engine") -> None:
    alone, given = read(cache.masks.grid_bytes(DEFAULT_MODEL, SENTENCE, Causal(), 0, 0))
    count = len(alone[0]["tokens"])
    grids, weights = read(cache.masks.grid_bytes(DEFAULT_MODEL, SENTENCE, Padding(count), 0, 0))
    assert grids[1]["tokens"][:count] == alone[0]["tokens"]
    assert set(grids[1]["tokens"][count:]) == {"[PAD]"}
    assert [grid["padding"] for grid in grids] == [[], [*range(count, len(grids[1]["tokens"]))]]
    assert not weights[1][:, count:].any()
    np.testing.assert_allclose(weights[1][:count, :count], given[0], atol=1e-5)


@pytest.mark.thorough
@pytest.mark.parametrize("model_id", POCKET)
def test_every_authored_pair_proves_it_with_every_bundled_model(engine: "Engine", model_id: str) -> None:
    for preset in PROOF_PRESETS:
        proof = cache.masks.shared_word_proof(model_id, preset.sentence, preset.second, preset.word)
        assert proof.word.text.casefold() == preset.word
        assert not proof.causal.any()


@pytest.mark.parametrize("model_id", POCKET)
def test_a_bundled_model_obeys_a_causal_mask(engine: "Engine", model_id: str) -> None:
    comparison = cache.masks.mask_comparison(model_id, SENTENCE, Causal())
    assert not np.triu(comparison.masked.attention, k=1).any()
    np.testing.assert_allclose(comparison.masked.attention.sum(axis=-1), 1, atol=1e-5)
    cell = cache.masks.mask_cell(model_id, SENTENCE, Causal(), 1, 1, 3, 5)
    assert cell.masked.weight == 0
    assert cell.bidirectional.weight == pytest.approx(float(comparison.bidirectional.attention[1, 1, 3, 5]), abs=1e-6)
    assert cache.masks.token_view(model_id, SENTENCE, Causal(), 3, 1, 1).right_masked == 0


@pytest.mark.parametrize("sentence", ["", "  \n", "\u200b"])
def test_nothing_to_read_is_refused(engine: "Engine", sentence: str) -> None:
    for ask in (
        lambda: cache.masks.grid_bytes(DEFAULT_MODEL, sentence, Causal()),
        lambda: cache.masks.shared_word_proof(DEFAULT_MODEL, SENTENCE, sentence),
    ):
        with pytest.raises(UserError):
            ask()


def test_what_is_too_long_is_refused_and_said(engine: "Engine") -> None:
    long = "river " * 140
    for ask in (
        lambda: cache.masks.grid_bytes(DEFAULT_MODEL, long, Causal()),
        lambda: cache.masks.shared_word_proof(DEFAULT_MODEL, SENTENCE, long),
    ):
        with pytest.raises(TooLong, match=r"14\d tokens"):
            ask()


@pytest.mark.parametrize("sentence", ["<script>alert(1)</script>", "[SEP] [PAD]", "שלום 🙂 e\u0301", "\0a"])
def test_odd_text_is_drawn_all_the_same(engine: "Engine", sentence: str) -> None:
    grids, weights = read(cache.masks.grid_bytes(DEFAULT_MODEL, sentence, Causal()))
    assert len(grids[1]["tokens"]) == len(weights[1])
    np.testing.assert_allclose(weights[1].sum(axis=-1), 1, atol=1e-5)
