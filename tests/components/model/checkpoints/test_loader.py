"""A model is opened whole and one at a time, is handed out again, and a bounded number stays open."""

import dataclasses
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sentencepiece
import torch
import transformers
from safetensors.torch import load_file
from transformers import (
    BertConfig,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertModel,
    ElectraConfig,
    ElectraForPreTraining,
    PretrainedConfig,
    PreTrainedModel,
)

from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import Purpose
from components.model.checkpoints.records import Bundled, InFolder, ModelRecord, OnHub, Role
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import trace
from components.model.inference.prediction import predictions
from components.model.user_errors import UserError
from tests.components.conftest import CPU, folder_of
from tests.components.small_models import FAMILIES, SIZES, small, word_piece


def test_an_open_model_is_handed_out_again(originals: dict[str, ModelRecord]) -> None:
    loader = Loader(folder_of, device=CPU)
    first = loader.open(originals["bert"])
    assert loader.open(originals["bert"]) is first
    assert loader.open(originals["bert"], Purpose.INSPECT) is not first


def test_the_least_recently_used_model_leaves(originals: dict[str, ModelRecord]) -> None:
    loader = Loader(folder_of, capacity=2, device=CPU)
    bert = loader.open(originals["bert"])
    loader.open(originals["roberta"])
    assert loader.open(originals["bert"]) is bert
    loader.open(originals["gpt2"])
    assert tuple(loader._open) == (("local/bert", Purpose.PREDICT), ("local/gpt2", Purpose.PREDICT))
    assert loader.open(originals["bert"]) is bert


def test_large_models_leave_sooner_and_the_one_in_use_stays(originals: dict[str, ModelRecord]) -> None:
    size = Loader(folder_of, device=CPU).open(originals["bert"]).parameters
    loader = Loader(folder_of, parameter_limit=size, device=CPU)
    loader.open(originals["bert"])
    loader.open(originals["roberta"])
    assert tuple(loader._open) == (("local/roberta", Purpose.PREDICT),)
    roomy = Loader(folder_of, parameter_limit=4 * size, device=CPU)
    roomy.open(originals["bert"])
    roomy.open(originals["roberta"])
    assert len(tuple(roomy._open)) == 2


def test_an_open_model_does_not_wait_for_one_that_is_being_opened(originals: dict[str, ModelRecord]) -> None:
    opening, proceed = threading.Event(), threading.Event()

    def slow(record: ModelRecord) -> Path:
        if record.id == "local/gpt2":
            opening.set()
            assert proceed.wait(20)
        return folder_of(record)

    loader = Loader(slow, device=CPU)
    bert = loader.open(originals["bert"])
    with ThreadPoolExecutor(2) as pool:
        try:
            late = pool.submit(loader.open, originals["gpt2"])
            assert opening.wait(20)
            assert pool.submit(loader.open, originals["bert"]).result(20) is bert
            assert tuple(loader._open) == (("local/bert", Purpose.PREDICT),)
            assert not late.done()
        finally:
            proceed.set()
        assert late.result(20).record is originals["gpt2"]


def test_many_threads_asking_for_one_model_open_it_once(originals: dict[str, ModelRecord]) -> None:
    request: list[str] = []

    def counted(record: ModelRecord) -> Path:
        request.append(record.id)
        return folder_of(record)

    loader, start = Loader(counted, device=CPU), threading.Barrier(8)

    def together(_: int) -> object:
        start.wait(20)
        return loader.open(originals["bert"])

    with ThreadPoolExecutor(8) as pool:
        actual = list(pool.map(together, range(8)))
    assert request == ["local/bert"]
    assert all(model is actual[0] for model in actual)


def test_two_models_opened_over_and_over_by_eight_threads_stay_whole(originals: dict[str, ModelRecord]) -> None:
    """Side by side, two loads can leave transformers unable to load anything (see the loader's docstring)."""
    pair = [originals["bert"], originals["electra"]]
    loader = Loader(folder_of, capacity=1, device=CPU)  # so that nearly every call loads
    other = Loader(folder_of, capacity=1, device=CPU)  # the lock is the process's, not the loader's

    def open_one(number: int) -> list[float]:
        model = (loader, other)[number // 2 % 2].open(pair[number % 2])
        (mask,) = predictions(model, model.tokenizer.tokens("the capital of [MASK] .")).masks
        return [candidate.probability for candidate in mask.candidates]

    expected = [open_one(0), open_one(1)]
    with ThreadPoolExecutor(8) as pool:
        actual = list(pool.map(open_one, range(40)))
    for number, probabilities in enumerate(actual):
        assert probabilities == pytest.approx(expected[number % 2], abs=1e-6)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_weight_comes_from_the_file(originals: dict[str, ModelRecord], family: str) -> None:
    model = Loader(folder_of, device=CPU).open(originals[family]).model
    in_file = load_file(folder_of(originals[family]) / "model.safetensors")
    assert in_file
    for name, tensor in in_file.items():
        torch.testing.assert_close(model.state_dict()[name], tensor, rtol=0, atol=0)
    assert not model.training
    assert not any(parameter.requires_grad for parameter in model.parameters())


def test_two_purposes_of_one_model_keep_their_own_attention(originals: dict[str, ModelRecord]) -> None:
    loader = Loader(folder_of, device=CPU)
    inside, fast = (loader.open(originals["bert"], purpose) for purpose in (Purpose.INSPECT, Purpose.PREDICT))
    assert inside.model.config._attn_implementation == "eager"
    assert fast.model.config._attn_implementation == "sdpa"


@pytest.mark.parametrize(("family", "positions"), [("bert", 64), ("roberta", 64), ("xlm-roberta", 64), ("gpt2", 64)])
def test_the_longest_sentence_a_model_takes_is_one_it_can_read(
    originals: dict[str, ModelRecord], family: str, positions: int
) -> None:
    model = Loader(folder_of, device=CPU).open(originals[family])
    assert model.tokenizer.positions == positions
    if family != "gpt2":
        tokens = model.tokenizer.tokens(" ".join(["[MASK]"] * (positions - 2)))
        assert len(predictions(model, tokens).masks) == positions - 2


def test_conditions_say_what_computed_a_figure(originals: dict[str, ModelRecord]) -> None:
    loader, record = Loader(folder_of, device=CPU), originals["bert"]
    conditions = loader.open(record).conditions
    assert conditions.model_id == "local/bert"
    assert conditions.revision == "local"
    assert conditions.device == "a processor"
    assert conditions.precision == "float32"
    assert torch.__version__ in conditions.versions
    assert transformers.__version__ in conditions.versions


@pytest.mark.parametrize("kind", ["bundled", "hub"])
def test_the_revision_follows_where_the_weights_are_from(originals: dict[str, ModelRecord], kind: str) -> None:
    folder = folder_of(originals["bert"])
    home = Bundled(folder) if kind == "bundled" else OnHub("some/where", "abc123", 1)
    record = dataclasses.replace(originals["bert"], home=home)
    revision = Loader(lambda _: folder, device=CPU).open(record).conditions.revision
    assert revision == {"bundled": "bundled", "hub": "abc123"}[kind]


def test_a_vocabulary_larger_than_the_tokenizer_is_told(originals: dict[str, ModelRecord], tmp_path: Path) -> None:
    small_one = Loader(folder_of, device=CPU).open(originals["bert"])
    assert small_one.conditions.note == ""
    folder = tmp_path / "padded"
    model, tokenizer = small("bert")
    model.resize_token_embeddings(len(tokenizer) + 7)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    padded = Loader(folder_of, device=CPU).open(replace(originals["bert"], home=InFolder(folder)))
    assert {str(len(tokenizer)), str(len(tokenizer) + 7)} <= set(re.findall(r"\d+", padded.conditions.note))
    assert padded.tokenizer.text(len(tokenizer) + 3) != padded.tokenizer.text(len(tokenizer) + 4)
    assert str(len(tokenizer) + 3) in padded.tokenizer.text(len(tokenizer) + 3)


def test_angles_of_rotary_positions_are_the_formulas_whatever_precision_they_were_kept_in(
    originals: dict[str, ModelRecord], tmp_path: Path
) -> None:
    folder = tmp_path / "half"
    model, tokenizer = small("roformer")
    model.half().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    record = replace(originals["roformer"], home=InFolder(folder))
    table = Loader(folder_of, device=CPU).open(record).model.roformer.encoder.embed_positions.weight.numpy()
    positions, width = table.shape
    angles = np.arange(positions)[:, None] / 10_000 ** (np.arange(0, width, 2) / width)
    np.testing.assert_allclose(table, np.concatenate([np.sin(angles), np.cos(angles)], axis=1), atol=1e-6)


def test_a_folder_with_a_file_of_sentencepiece_and_no_other_tokenizer_opens(
    originals: dict[str, ModelRecord], tmp_path: Path
) -> None:
    model, _ = small("albert")
    model.save_pretrained(tmp_path)
    with (tmp_path / "spiece.model").open("wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(["the river bank", "a bank in the river", "the bank"]),
            model_writer=file,
            vocab_size=30,
            hard_vocab_limit=False,
            user_defined_symbols=["[CLS]", "[SEP]", "[MASK]"],
            minloglevel=2,
        )
    opened = Loader(folder_of, device=CPU).open(replace(originals["albert"], home=InFolder(tmp_path)))
    (mask,) = predictions(opened, opened.tokenizer.tokens("the river [MASK]")).masks
    assert mask.candidates


# Encoders without a vocabulary head


@pytest.mark.parametrize(
    ("kind", "config"),
    [
        (BertModel, BertConfig),
        (BertForSequenceClassification, BertConfig),
        (BertForQuestionAnswering, BertConfig),
        (ElectraForPreTraining, ElectraConfig),
    ],
)
def test_an_encoder_gives_vectors_and_attention_and_refuses_to_say_a_word(
    originals: dict[str, ModelRecord], tmp_path: Path, kind: type[PreTrainedModel], config: type[PretrainedConfig]
) -> None:
    tokenizer = word_piece()
    torch.manual_seed(1)
    model = kind(config(**SIZES, vocab_size=len(tokenizer), max_position_embeddings=64, pad_token_id=0))
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    record = replace(originals["bert"], home=InFolder(tmp_path), role=Role.ENCODER, name="an encoder")
    opened = Loader(folder_of, device=CPU).open(record, Purpose.INSPECT)
    tokens = opened.tokenizer.tokens("the bank of the river .")
    actual = trace(opened, tokens)
    with torch.no_grad():
        expected = model.eval().base_model(input_ids=torch.tensor([tokens.ids]), output_hidden_states=True)
    np.testing.assert_allclose(actual.hidden[-1], expected.hidden_states[-1][0], atol=1e-5)
    np.testing.assert_allclose(actual.attention.sum(axis=-1), 1, atol=1e-5)
    assert len(attention_layers(opened)) == 2
    with pytest.raises(UserError, match="an encoder has no vocabulary head"):
        predictions(opened, tokens, (2,))
