"""One weight taken apart: put together again it is the weight of the trace, in every architecture."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel, ModernBertConfig, ModernBertForMaskedLM

from components.model.checkpoints.catalogue import MODELS, POCKET_FOLDER
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.inference.attention_mask import Bidirectional, Causal, CustomMask
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import trace
from components.model.inference.results import WeightAnatomy
from components.model.inference.weight_anatomy import weight_anatomy
from components.model.results import Floats, Tokens
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES, SIZES, word_piece

SENTENCE = "she sat on the bank of the river and he went to the bank ."


def check(actual: WeightAnatomy, row: Floats) -> None:
    """The numbers make each other, one after the other, and the row is that of the trace."""
    assert actual.products.sum() == pytest.approx(actual.dot_product, abs=1e-5)
    assert actual.dot_product == pytest.approx(float(np.dot(actual.query, actual.key)), abs=1e-5)
    assert actual.score == pytest.approx(actual.dot_product * actual.scale, abs=1e-6)
    assert actual.scale == pytest.approx(len(actual.query) ** -0.5)
    raised = np.exp(actual.scores + actual.additive_mask - actual.scores.max())
    np.testing.assert_allclose(raised / raised.sum(), actual.weights, atol=1e-6)
    np.testing.assert_allclose(actual.weights, row, atol=1e-5)
    assert actual.weight == pytest.approx(float(row[actual.key_position]), abs=1e-5)
    assert not actual.weights[~actual.attention_mask].any()
    assert not actual.weights.flags.writeable


def check_layers(opened: OpenModel, tokens: Tokens) -> None:
    """One head of every layer, another one in each."""
    attention = trace(opened, tokens).attention
    layers, heads = attention.shape[:2]
    for layer, head in ((layer, (layer + 1) % heads) for layer in range(layers)):
        query = (3 * layer + head) % len(tokens)
        anatomy = weight_anatomy(opened, tokens, layer, head, query, (query + 5) % len(tokens))
        check(anatomy, attention[layer, head, query])


@pytest.mark.parametrize("family", FAMILIES)
def test_a_row_put_together_is_the_row_of_the_trace(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    check_layers(model, model.tokenizer.tokens(SENTENCE))


def real_output(opened: OpenModel, tokens: Tokens, layer: int, head: int, query: int) -> Floats:
    """What the model itself hands to the layer's output projection, for one head and one token."""
    layers, received = attention_layers(opened), []
    handles = [
        projection.register_forward_pre_hook(lambda _, args: received.append(args[0][0].numpy().copy()))
        for projection in dict.fromkeys(layers.projections)  # ALBERT's is one module, called once a layer
    ]
    try:
        trace(opened, tokens)
    finally:
        for handle in handles:
            handle.remove()
    assert len(received) == len(layers)
    vector: Floats = received[layer][query, head * layers.head_dim : (head + 1) * layers.head_dim]
    return vector


@pytest.mark.parametrize("family", FAMILIES)
def test_weighted_values_sum_to_what_the_head_puts_out_in_the_model(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    for layer, head, query in ((0, 1, 5), (1, 3, 7)):
        anatomy = weight_anatomy(model, tokens, layer, head, query, 2)
        wanted = real_output(model, tokens, layer, head, query)
        np.testing.assert_allclose(anatomy.weighted_values.sum(axis=0), wanted, atol=1e-5)
        np.testing.assert_allclose(anatomy.output, wanted, atol=1e-5)
        np.testing.assert_allclose(anatomy.weighted_values[2], anatomy.weight * anatomy.value, atol=1e-6)
        along = [float(part @ wanted) / float(wanted @ wanted) for part in anatomy.weighted_values]
        np.testing.assert_allclose(anatomy.output_shares, along, atol=1e-4)
        assert anatomy.output_shares.sum() == pytest.approx(1, abs=1e-4)
        assert not anatomy.values.flags.writeable


def test_berts_values_are_its_value_projection_of_the_layer_before(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    tokens = bert.tokenizer.tokens(SENTENCE)
    traced = trace(bert, tokens)
    with torch.no_grad():
        projected = bert.model.bert.encoder.layer[1].attention.self.value(torch.from_numpy(traced.hidden[1].copy()))
    values = projected[:, 16:24].numpy()
    anatomy = weight_anatomy(bert, tokens, 1, 2, 5, 7)
    np.testing.assert_allclose(anatomy.values, values, atol=1e-5)
    np.testing.assert_allclose(anatomy.output, traced.attention[1, 2, 5] @ values, atol=1e-5)


def test_it_holds_for_the_bundled_model_and_for_a_pair() -> None:
    pocket = Loader(lambda _: POCKET_FOLDER / "bert").open(MODELS[0], Purpose.INSPECT)
    check_layers(pocket, pocket.tokenizer.tokens("She took her money to the [MASK]."))
    check_layers(pocket, pocket.tokenizer.pair("Where is the boat?", "It is on the river."))


def test_bert_compares_what_its_projections_make_of_the_layer_before(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    tokens = bert.tokenizer.tokens(SENTENCE)
    anatomy = weight_anatomy(bert, tokens, 1, 2, 5, 7)
    attention = bert.model.bert.encoder.layer[1].attention.self
    hidden = torch.from_numpy(trace(bert, tokens).hidden[1].copy())
    with torch.no_grad():
        query, key = attention.query(hidden)[5, 16:24], attention.key(hidden)[7, 16:24]
    np.testing.assert_allclose(anatomy.query, query, atol=1e-5)
    np.testing.assert_allclose(anatomy.key, key, atol=1e-5)
    assert not anatomy.rotated
    assert anatomy.attention_mask.all()


def test_gpt2_hides_what_comes_later(opened: Opener) -> None:
    gpt2 = opened("gpt2", Purpose.INSPECT)
    tokens = gpt2.tokenizer.tokens(SENTENCE)
    anatomy = weight_anatomy(gpt2, tokens, 1, 0, 4, 6)
    assert list(np.flatnonzero(anatomy.attention_mask)) == [0, 1, 2, 3, 4]
    assert anatomy.weight == 0
    assert np.isfinite(anatomy.score)
    assert np.isneginf(anatomy.additive_mask[6])


@pytest.fixture(scope="module")
def windowed(opened: Callable[..., OpenModel]) -> OpenModel:
    """A ModernBERT whose local layers see two tokens to either side."""
    torch.manual_seed(0)
    size = {**SIZES, "num_hidden_layers": 4}
    config = ModernBertConfig(
        **size, vocab_size=len(word_piece()), max_position_embeddings=64, pad_token_id=0, local_attention=4
    )
    config._attn_implementation = "eager"
    return replace(opened("modernbert", Purpose.INSPECT), model=ModernBertForMaskedLM(config).eval())


def test_modernbert_turns_by_position_and_sees_a_window_in_local_layers(windowed: OpenModel) -> None:
    tokens = windowed.tokenizer.tokens(SENTENCE)
    check_layers(windowed, tokens)
    everywhere, near = (weight_anatomy(windowed, tokens, layer, 0, 8, 7) for layer in (0, 1))
    assert everywhere.attention_mask.all()
    assert list(np.flatnonzero(near.attention_mask)) == [6, 7, 8, 9, 10]
    assert everywhere.rotated
    assert near.rotated


def test_turning_keeps_lengths_and_makes_the_same_token_differ_by_place(windowed: OpenModel) -> None:
    tokens = windowed.tokenizer.tokens("the the the the")
    first, second = (weight_anatomy(windowed, tokens, 0, 1, 1, key) for key in (2, 4))
    assert np.linalg.norm(first.key) == pytest.approx(np.linalg.norm(second.key), abs=1e-5)
    assert not np.allclose(first.key, second.key, atol=1e-4)


@pytest.mark.parametrize(
    "mask", [Causal(), Bidirectional(), CustomMask(tuple((True,) + (False,) * 4 for _ in range(5)))]
)
@pytest.mark.parametrize("family", ["bert", "albert", "distilbert"])
def test_masks_drawn_by_hand_hide_here_too(
    opened: Opener, family: str, mask: Causal | Bidirectional | CustomMask
) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens("the river bank")
    row = trace(model, tokens, mask).attention[1, 3, 2]
    anatomy = weight_anatomy(model, tokens, 1, 3, 2, 4, mask=mask)
    check(anatomy, row)
    assert np.array_equal(anatomy.attention_mask, mask.allowed(len(tokens))[2])


def test_visitors_at_once_take_apart_their_own_weight(opened: Opener) -> None:
    shared = opened("albert", Purpose.INSPECT)
    request = [
        (shared.tokenizer.tokens(SENTENCE.replace("bank", word)), layer, head)
        for word in ("bank", "river")
        for layer in range(2)
        for head in range(4)
    ]
    with ThreadPoolExecutor(8) as visitors:
        at_once = list(visitors.map(lambda arguments: weight_anatomy(shared, *arguments, 2, 5), request))
    for actual, (tokens, layer, head) in zip(at_once, request, strict=True):
        check(actual, trace(shared, tokens).attention[layer, head, 2])
        assert np.array_equal(actual.query, weight_anatomy(shared, tokens, layer, head, 2, 5).query)


@pytest.mark.parametrize(
    ("layer", "head", "query", "key"), [(2, 0, 0, 0), (-1, 0, 0, 0), (0, 4, 0, 0), (0, 0, 99, 0), (0, 0, 0, -1)]
)
def test_a_weight_that_is_not_there_is_refused(opened: Opener, layer: int, head: int, query: int, key: int) -> None:
    bert = opened("bert", Purpose.INSPECT)
    with pytest.raises(UserError, match=r"(Choose|Click)"):
        weight_anatomy(bert, bert.tokenizer.tokens(SENTENCE), layer, head, query, key)


def test_a_model_opened_to_predict_is_not_taken_apart(opened: Opener) -> None:
    bert = opened("bert", Purpose.PREDICT)
    with pytest.raises(ValueError, match="INSPECT"):
        weight_anatomy(bert, bert.tokenizer.tokens(SENTENCE), 0, 0, 1, 2)


def test_roformer_is_said_to_turn_too(opened: Opener) -> None:
    roformer = opened("roformer", Purpose.INSPECT)
    assert weight_anatomy(roformer, roformer.tokenizer.tokens(SENTENCE), 1, 0, 4, 6).rotated


def test_gpt2_may_divide_by_the_layer_too(opened: Opener) -> None:
    torch.manual_seed(0)
    size = {"n_embd": 32, "n_layer": 3, "n_head": 4, "n_positions": 64}
    config = GPT2Config(vocab_size=400, scale_attn_by_inverse_layer_idx=True, bos_token_id=0, eos_token_id=0, **size)
    config._attn_implementation = "eager"
    odd = replace(opened("gpt2", Purpose.INSPECT), model=GPT2LMHeadModel(config).eval())
    tokens = odd.tokenizer.tokens(SENTENCE)
    actual = [weight_anatomy(odd, tokens, layer, 1, 6, 3) for layer in range(3)]
    assert [item.has_default_scale for item in actual] == [True, False, False]
    traced = trace(odd, tokens).attention[:, 1, 6, 3]
    np.testing.assert_allclose([item.weight for item in actual], traced, atol=1e-6)
