"""ONNX Runtime gives the vectors that PyTorch gives, with PyTorch's own weights, for everything that ships."""

import dataclasses
import importlib.util
from collections.abc import Sequence
from concurrent.futures import Future

import numpy as np
import numpy.typing as npt
import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import TORCH, OpenModel, Purpose
from components.model.checkpoints.records import Bundled, Role
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import DISCRIMINATOR, GENERATOR, MULTITASK_MODEL_ID
from components.model.compiled import encoder
from components.model.compiled.encoder import CompiledEncoder, GraphMismatch
from components.model.compiled.graph import IDS, architecture_key, named_weights
from components.model.compiled.store import GraphStore
from components.model.inference.forward import encode, last_hidden_state, pad, predict_batch
from components.model.inference.prediction_io import PredictionInput

pytestmark = pytest.mark.thorough

BUNDLED = [each.id for each in MODELS if isinstance(each.home, Bundled)] + [
    DISCRIMINATOR,
    GENERATOR,
    MULTITASK_MODEL_ID,
]
CLOSE = 1e-5  # logits of sentences
CLOSE_FOR_NOISE = 2e-5  # and of tokens drawn at random, where logits are larger
CLOSE_TO_LARGEST = 5e-6  # as a share of the largest logit: without AVX-512, heads round otherwise (3e-5 of 12)


@pytest.fixture(scope="module")
def loader() -> Loader:
    """Opens models with the graphs that ship, and exports none."""
    return Loader(weights_folder, graphs=GraphStore())


def compiled(opened: OpenModel) -> CompiledEncoder:
    assert opened.compiled is not None, f"{opened.record.id} has no graph: python -m cache.shipped.encoder_graphs"
    return opened.compiled


def by_torch(
    opened: OpenModel, rows: Sequence[Sequence[int]], visible: Sequence[Sequence[bool] | None] | None = None
) -> torch.Tensor:
    fill = opened.model.config.pad_token_id or 0
    with torch.inference_mode():
        hidden: torch.Tensor = encode(opened, *pad(rows, torch.device("cpu"), fill=fill, attention_masks=visible))[0]
    return hidden


def ids(opened: OpenModel, *lengths: int) -> list[list[int]]:
    draw = np.random.default_rng(sum(lengths))
    return [draw.integers(5, opened.model.config.vocab_size, length).tolist() for length in lengths]


@pytest.mark.parametrize("model", BUNDLED)
def test_vectors_and_logits_are_those_of_torch(loader: Loader, model: str) -> None:
    opened = loader.open(model_record(model))
    longest = int(opened.model.config.max_position_embeddings)
    for lengths in ((1,), (2,), (13,), (64,), (longest,), (13, 7, 1), tuple(range(3, 15))):
        rows = ids(opened, *lengths)
        fill = opened.model.config.pad_token_id or 0
        actual = compiled(opened)(*pad(rows, torch.device("cpu"), fill=fill))
        expected = by_torch(opened, rows)
        for row, length in enumerate(lengths):
            a, b = actual[row, :length], expected[row, :length]
            torch.testing.assert_close(a, b, atol=CLOSE_FOR_NOISE, rtol=CLOSE_FOR_NOISE)
            if opened.record.role is not Role.ENCODER:
                a, b = opened.head(a), opened.head(b)
                largest = float(b.abs().max())
                close = max(CLOSE_FOR_NOISE, CLOSE_TO_LARGEST * largest)
                torch.testing.assert_close(a, b, atol=close, rtol=CLOSE_FOR_NOISE)


@pytest.mark.parametrize("model", ["minilm", "pocket-bert"])
def test_words_that_may_not_be_looked_at_are_not(loader: Loader, model: str) -> None:
    opened = loader.open(model_record(model))
    (row,) = ids(opened, 9)
    visible = [position not in (3, 4) for position in range(9)]
    other = [*row[:3], row[3] + 1, row[4] + 1, *row[5:]]
    first, second = (last_hidden_state(opened, [each], attention_masks=[visible])[0] for each in (row, other))
    looked_at = torch.tensor(visible)
    torch.testing.assert_close(first[looked_at], second[looked_at])
    torch.testing.assert_close(first, by_torch(opened, [row], [visible])[0], atol=CLOSE, rtol=CLOSE)


def test_answers_have_the_same_words_in_the_same_order(loader: Loader) -> None:
    opened, plain = loader.open(model_record("minilm")), Loader(weights_folder).open(model_record("minilm"))
    assert plain.compiled is None
    questions = [
        PredictionInput(tuple(opened.tokenizer.tokens(text).ids), (place,), targets=(2924,), full_distribution=True)
        for text, place in (("We met at the [MASK] of the river.", 5), ("The [MASK] barked.", 2), ("[MASK]", 1))
    ]
    for ours, theirs in zip(predict_batch(opened, questions), predict_batch(plain, questions), strict=True):
        assert ours.top_ids.tolist() == theirs.top_ids.tolist()
        assert ours.rank is not None
        assert theirs.rank is not None
        assert ours.rank.tolist() == theirs.rank.tolist()
        torch.testing.assert_close(ours.distribution, theirs.distribution, atol=CLOSE, rtol=CLOSE)


def test_requested_positions_have_the_vectors_of_all_positions(loader: Loader) -> None:
    opened, plain = loader.open(model_record("minilm")), Loader(weights_folder).open(model_record("minilm"))
    rows, positions = ids(opened, 9, 4, 13), [[8], [0, 3, 3], [12, 1]]
    expected = by_torch(opened, rows)
    for each in (opened, plain):
        selected = last_hidden_state(each, rows, positions=positions)
        assert selected.shape == (3, 3, expected.shape[-1])
        for row, some in enumerate(positions):
            torch.testing.assert_close(selected[row, : len(some)], expected[row, some], atol=CLOSE, rtol=CLOSE)


def test_a_batch_may_request_different_numbers_of_positions(loader: Loader) -> None:
    opened = loader.open(model_record("pocket-bert"))
    inputs = [
        PredictionInput(tuple(row), positions)
        for row, positions in zip(ids(opened, 9, 4, 13), ((8, 2), (0,), (1, 12, 5)), strict=True)
    ]
    for item, together in zip(inputs, predict_batch(opened, inputs), strict=True):
        (alone,) = predict_batch(opened, [item])
        assert together.top_ids.shape[0] == len(item.positions)
        assert together.top_ids[:, 0].tolist() == alone.top_ids[:, 0].tolist()
        torch.testing.assert_close(together.top_probabilities, alone.top_probabilities, atol=CLOSE, rtol=CLOSE)


def test_the_weights_are_the_models_own_memory(loader: Loader) -> None:
    opened = loader.open(model_record("pocket-bert"))
    addresses = {tensor.data_ptr() for tensor in named_weights(opened.model.base_model).values()}
    arrays = [each for each in compiled(opened)._weights if isinstance(each, np.ndarray)]
    assert len(arrays) > 20
    assert {array.ctypes.data for array in arrays} <= addresses


def test_the_rows_of_a_long_pass_are_divided_between_cores(loader: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = loader.open(model_record("minilm"))
    monkeypatch.setattr(encoder, "THREADS", 2)  # on this machine there may be one
    run, passes = CompiledEncoder._run, []

    def noted_run(of: CompiledEncoder, inputs: encoder.Arrays) -> npt.NDArray[np.float32]:
        passes.append(len(inputs[IDS]))
        return run(of, inputs)

    monkeypatch.setattr(CompiledEncoder, "_run", noted_run)
    for lengths, divided in (((9,), [1]), ((200,), [1]), ((60, 9, 7), [3]), ((80, 80, 80), [1, 2]), ((100, 9), [1, 1])):
        rows = ids(opened, *lengths)
        positions = [[length - 1, 0] for length in lengths]
        passes.clear()
        actual = last_hidden_state(opened, rows, positions=positions)
        assert sorted(passes) == divided
        expected = by_torch(opened, rows).take_along_dim(torch.tensor(positions)[:, :, None], dim=1)
        torch.testing.assert_close(actual, expected, atol=CLOSE_FOR_NOISE, rtol=CLOSE_FOR_NOISE)


def test_segments_are_those_of_torch(loader: Loader) -> None:
    opened = loader.open(model_record("pocket-bert"))
    plain = Loader(weights_folder).open(model_record("pocket-bert"))
    pair = opened.tokenizer.pair("It rained all day.", "The match was cancelled.")
    segments = [token.segment for token in pair.items]
    assert set(segments) == {0, 1}
    ours, theirs = (last_hidden_state(each, [pair.ids], segments=[segments]) for each in (opened, plain))
    torch.testing.assert_close(ours, theirs, atol=CLOSE_FOR_NOISE, rtol=CLOSE_FOR_NOISE)
    assert not torch.allclose(ours, last_hidden_state(opened, [pair.ids]), atol=1e-2)


def test_every_answer_names_what_computed_it(loader: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = loader.open(model_record("pocket-bert"))
    question = PredictionInput(tuple(ids(opened, 7)[0]), (2,))
    (answer,) = predict_batch(opened, [question])
    assert answer.runtime == compiled(opened).runtime
    assert opened.conditions_of([answer]).versions.startswith("ONNX Runtime ")
    monkeypatch.setattr(CompiledEncoder, "__call__", lambda *_: 1 / 0)
    (answer,) = predict_batch(opened, [question])
    assert answer.runtime == TORCH
    assert "ONNX" not in opened.conditions_of([answer]).versions
    not_ready = dataclasses.replace(opened, compiling=Future())
    (answer,) = predict_batch(not_ready, [question])
    assert not_ready.conditions_of([answer]).versions == not_ready.conditions.versions
    assert not_ready.conditions.versions.startswith("PyTorch ")


def test_where_the_runtime_fails_torch_answers(
    loader: Loader, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no memory")

    opened = loader.open(model_record("pocket-bert"))
    monkeypatch.setattr(CompiledEncoder, "__call__", fail)
    (row,) = ids(opened, 7)
    torch.testing.assert_close(last_hidden_state(opened, [row]), by_torch(opened, [row]))
    assert "PyTorch answers" in caplog.text


def test_it_is_said_what_computes(loader: Loader) -> None:
    opened = loader.open(model_record("pocket-bert"))
    assert compiled(opened).runtime in opened.conditions.versions
    inspected = loader.open(model_record("pocket-bert"), Purpose.INSPECT)
    assert inspected.compiled is None
    assert "ONNX" not in inspected.conditions.versions


def test_where_the_runtime_is_missing_the_conditions_say_so(loader: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = loader.open(model_record("pocket-bert"))
    assert "ONNX Runtime" not in opened.conditions.note
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    without = Loader(weights_folder, graphs=GraphStore()).open(model_record("pocket-bert"))
    assert without.compiled is None
    assert "ONNX Runtime is not installed" in without.conditions.note
    assert without.conditions.versions.startswith("PyTorch ")
    inspected = loader.open(model_record("pocket-bert"), Purpose.INSPECT)
    assert "ONNX Runtime" not in inspected.conditions.note


def test_a_graph_that_computes_something_else_is_not_taken(loader: Loader) -> None:
    opened = loader.open(model_record("pocket-bert"))
    graph = GraphStore().find(architecture_key(opened.model.base_model))
    assert graph is not None
    changed = type(opened.model.base_model)(opened.model.config).eval()  # other weights: the graph is right for them
    CompiledEncoder(changed, graph)
    for layer in changed.encoder.layer:
        layer.attention.output.LayerNorm.eps = 0.5  # and now it is not
    with pytest.raises(GraphMismatch):
        CompiledEncoder(changed, graph)
