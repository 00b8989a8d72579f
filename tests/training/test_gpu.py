"""What is done for a GPU computes the same as what is done for a CPU."""

import dataclasses
from itertools import count, islice

import numpy as np
import pytest
import torch

from tests.training.small_text import encoded, numbered
from training import gpu, objectives, vocabulary_loss
from training.architectures import rotary_bert
from training.dataset import Batch, PairSampler, SingleSampler
from training.electra import ElectraPair
from training.gpu import FUSED, compile_layers, mask_for_attention, prefetch, to_device, use_fused_attention
from training.members import member
from training.minilm import FURTHER_RECIPE
from training.objectives import run_encoder
from training.recipe import Architecture

CPU, GPU = torch.device("cpu"), torch.device("cuda")
SIZE = Architecture(layers=2, width=32, heads=2, positions=64, vocabulary=300)


def batches() -> list[Batch]:
    """One without padding and one with."""
    rng = np.random.default_rng(0)
    pairs = PairSampler(encoded(), cls=2, sep=3).batch(rng, rows=3, length=32)
    singles = SingleSampler(numbered(5, 8, 6), cls=2, sep=3, pad=0, whole_documents=True)
    return [pairs, singles.batch(rng, rows=4, bucket=0)]


@pytest.fixture
def pretended_gpu(monkeypatch: pytest.MonkeyPatch) -> torch.device:
    """A device that counts as a GPU, though what is copied to it stays where it is."""
    for module in (gpu, objectives):
        monkeypatch.setattr(module, "to_device", lambda array, _: torch.from_numpy(array))
    return GPU


@pytest.mark.parametrize("name", ["bert", "distilbert", "rope", "gpt"])
def test_fused_attention_gives_the_same_vectors_with_and_without_padding(
    name: str, pretended_gpu: torch.device
) -> None:
    torch.manual_seed(0)
    model = member(name).build(SIZE).eval()
    for batch in batches():
        text = batch.attention_mask == 1
        with torch.inference_mode():
            model.set_attn_implementation("eager")
            eager = run_encoder(model, batch, batch.ids, pretended_gpu).last_hidden_state
            use_fused_attention(model)
            fused = run_encoder(model, batch, batch.ids, pretended_gpu).last_hidden_state
        torch.testing.assert_close(fused[text], eager[text], rtol=0, atol=2e-6)


def test_fused_attention_is_used_where_the_architecture_has_it() -> None:
    pair, rotary = ElectraPair(SIZE), rotary_bert(SIZE)
    for model in (pair, rotary):
        use_fused_attention(model)
    assert pair.generator.config._attn_implementation == pair.discriminator.config._attn_implementation == FUSED
    assert rotary.config._attn_implementation == "eager"


def test_a_mask_is_left_out_where_nothing_is_padding(pretended_gpu: torch.device) -> None:
    model = member("bert").build(SIZE)
    unpadded, padded = (batch.attention_mask for batch in batches())
    assert torch.equal(mask_for_attention(model, unpadded, pretended_gpu), torch.from_numpy(unpadded))  # eager
    use_fused_attention(model)
    assert torch.equal(mask_for_attention(model, unpadded, CPU), torch.from_numpy(unpadded))  # a CPU: as ever
    assert mask_for_attention(model, unpadded, pretended_gpu) is None
    mask = mask_for_attention(model, padded, pretended_gpu)
    assert mask is not None
    assert mask.shape == (len(padded), 1, 1, padded.shape[1])
    assert torch.equal(mask[:, 0, 0], torch.from_numpy(padded) == 1)


def test_batches_that_are_drawn_ahead_come_in_order_and_stop_with_their_reader() -> None:
    assert list(prefetch(iter(range(50)))) == list(range(50))
    assert list(prefetch(iter([None, 0, None]))) == [None, 0, None]
    endless = prefetch(count())
    assert list(islice(endless, 3)) == [0, 1, 2]

    def fails() -> object:
        yield 1
        raise ValueError("no text")

    with pytest.raises(ValueError, match="no text"):
        list(prefetch(fails()))


def test_an_array_reaches_the_device_as_it_is() -> None:
    array = np.arange(6).reshape(2, 3)
    assert torch.equal(to_device(array, CPU), torch.from_numpy(array))


def test_a_larger_batch_has_a_higher_rate_and_as_many_steps_of_warm_up() -> None:
    large = FURTHER_RECIPE.with_batch(16 * FURTHER_RECIPE.batch_tokens)
    assert large.learning_rate == pytest.approx(4 * FURTHER_RECIPE.learning_rate)
    steps = [recipe.warmup_tokens / recipe.batch_tokens for recipe in (FURTHER_RECIPE, large)]
    assert steps[0] == pytest.approx(steps[1])
    assert FURTHER_RECIPE.with_batch(FURTHER_RECIPE.batch_tokens) == FURTHER_RECIPE
    assert dataclasses.replace(large, batch_tokens=4096, learning_rate=3e-4, warmup_tokens=2_000_000) == FURTHER_RECIPE


def test_large_blocks_give_the_same_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    hidden, weight, bias = torch.randn(40, 8), torch.randn(90, 8), torch.randn(90)
    targets = torch.randint(90, (40,))
    losses = []
    for part_bytes in (4 * 90 * 3, vocabulary_loss.GPU_PART_BYTES):
        monkeypatch.setattr(vocabulary_loss, "PART_BYTES", part_bytes)
        losses.append(vocabulary_loss.vocabulary_loss(hidden, weight, bias, targets))
    torch.testing.assert_close(losses[0], losses[1])


def test_only_layers_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[torch.nn.Module] = []
    monkeypatch.setattr(torch.nn.Module, "compile", lambda self, **_: compiled.append(self))
    model = member("bert").build(SIZE)
    compile_layers(model)
    assert compiled == list(model.bert.encoder.layer)
