"""On a GPU every bundled model computes what it computes on the processor, and leaves no memory behind."""

import gc
from unittest.mock import Mock

import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.device import Device
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import TORCH, OpenModel, Purpose
from components.model.checkpoints.records import Bundled, ModelRecord, Role
from components.model.checkpoints.registry import known_models
from components.model.inference.forward import encode_rows, trace
from components.model.inference.memory import release_cached_memory
from components.model.inference.prediction_io import PredictionInput

TOLERANCE = 1e-4
SENTENCES = ("The river bank was muddy after the rain.", "She paid.", "Words mean what their neighbours let them mean.")
MODELS = [
    model
    for model in known_models()
    if isinstance(model.home, Bundled) and weights_folder(model) and not model.task_head
]
READERS = [model for model in MODELS if model.role is not Role.ENCODER]  # with a vocabulary head
Loaders = tuple[Loader, Loader]


def rows(opened: OpenModel) -> list[tuple[int, ...]]:
    return [opened.tokenizer.tokens(sentence).ids for sentence in SENTENCES]


def test_there_are_bundled_models() -> None:
    assert {model.id for model in READERS} >= {"minilm", "pocket-bert"}


@pytest.mark.parametrize("record", READERS, ids=lambda record: record.id)
def test_predictions_are_those_of_the_processor(record: ModelRecord, loaders: Loaders) -> None:
    processor, gpu = (loader.open(record) for loader in loaders)
    inputs = [
        PredictionInput(ids, positions=tuple(range(1, len(ids))), targets=ids[1:], full_distribution=True)
        for ids in rows(processor)
    ]
    for expected, computed in zip(processor.predict(inputs), gpu.predict(inputs), strict=True):
        assert expected.distribution is not None
        assert computed.distribution is not None
        torch.testing.assert_close(computed.distribution.exp(), expected.distribution.exp(), rtol=0, atol=TOLERANCE)
        torch.testing.assert_close(computed.top_probabilities, expected.top_probabilities, rtol=0, atol=TOLERANCE)
        torch.testing.assert_close(computed.entropy, expected.entropy, rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("record", MODELS, ids=lambda record: record.id)
def test_attention_and_hidden_states_are_those_of_the_processor(record: ModelRecord, loaders: Loaders) -> None:
    processor, gpu = (loader.open(record, Purpose.INSPECT) for loader in loaders)
    for sentence in SENTENCES:
        tokens = processor.tokenizer.tokens(sentence)
        expected, computed = trace(processor, tokens), trace(gpu, tokens)
        assert abs(computed.attention - expected.attention).max() < TOLERANCE
        scale = abs(expected.hidden).max()
        assert abs(computed.hidden - expected.hidden).max() < TOLERANCE * max(1, scale)


@pytest.mark.parametrize("record", READERS, ids=lambda record: record.id)
def test_a_batch_with_padding_gives_what_each_sentence_gives_alone(record: ModelRecord, loaders: Loaders) -> None:
    gpu = loaders[1].open(record)
    inputs = [PredictionInput(ids, positions=(1,)) for ids in rows(gpu)]
    for alone, together in zip((gpu.predict([each])[0] for each in inputs), gpu.predict(inputs), strict=True):
        torch.testing.assert_close(together.top_probabilities, alone.top_probabilities, rtol=0, atol=TOLERANCE)


def test_onnx_runtime_is_not_used_on_a_gpu(device: Device) -> None:
    graphs = Mock()
    opened = Loader(weights_folder, device=device, graphs=graphs).open(READERS[0])
    if device.kind != "cpu":
        graphs.compile.assert_not_called()
        assert opened.compiling is None
        assert opened.runtime == TORCH
        _, runtime = encode_rows(opened, rows(opened))
        assert runtime == TORCH


def test_memory_is_free_again_when_a_model_is_closed(device: Device, torch_device: torch.device) -> None:
    if device.kind != "cuda":
        pytest.skip("only a GPU counts its memory")

    def allocated() -> int:
        gc.collect()
        release_cached_memory(torch_device)
        return torch.cuda.memory_allocated(torch_device)

    before = allocated()
    loader = Loader(weights_folder, device=device, capacity=1)
    opened = loader.open(READERS[0])
    opened.predict([PredictionInput(ids, positions=(1,)) for ids in rows(opened)])
    assert allocated() >= before + 4 * opened.parameters
    del opened
    loader.open(READERS[-1])  # takes the place of the first
    last = loader.open(READERS[-1]).parameters
    assert allocated() <= before + 4 * last + 8 * 2**20
    del loader
    assert allocated() <= before + 8 * 2**20
