"""A model is opened whole and one at a time, is handed out again, and a bounded number stays open."""

import dataclasses
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch
import transformers
from safetensors.torch import load_file

from components.model.loader import Loader, Purpose
from components.model.prediction import predictions
from components.model.records import Bundled, ModelRecord, OnHub
from tests.components.model.conftest import CPU, folder_of
from tests.components.model.small_models import FAMILIES


def test_an_open_model_is_handed_out_again(originals: dict[str, ModelRecord]) -> None:
    loader = Loader(folder_of, device=CPU)
    first = loader.open(originals["bert"])
    assert loader.open(originals["bert"]) is first
    assert loader.open(originals["bert"], Purpose.LOOK_INSIDE) is not first


def test_the_least_recently_used_model_leaves(originals: dict[str, ModelRecord]) -> None:
    loader = Loader(folder_of, capacity=2, device=CPU)
    bert = loader.open(originals["bert"])
    loader.open(originals["roberta"])
    assert loader.open(originals["bert"]) is bert
    loader.open(originals["gpt2"])
    assert loader.open_models == (("local/bert", Purpose.PREDICT), ("local/gpt2", Purpose.PREDICT))
    assert loader.open(originals["bert"]) is bert


def test_large_models_leave_sooner_and_the_one_in_use_stays(originals: dict[str, ModelRecord]) -> None:
    size = Loader(folder_of, device=CPU).open(originals["bert"]).parameters
    loader = Loader(folder_of, most_parameters=size, device=CPU)
    loader.open(originals["bert"])
    loader.open(originals["roberta"])
    assert loader.open_models == (("local/roberta", Purpose.PREDICT),)
    roomy = Loader(folder_of, most_parameters=4 * size, device=CPU)
    roomy.open(originals["bert"])
    roomy.open(originals["roberta"])
    assert len(roomy.open_models) == 2


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
            assert loader.open_models == (("local/bert", Purpose.PREDICT),)
            assert not late.done()
        finally:
            proceed.set()
        assert late.result(20).record is originals["gpt2"]


def test_many_threads_asking_for_one_model_open_it_once(originals: dict[str, ModelRecord]) -> None:
    asked: list[str] = []

    def counted(record: ModelRecord) -> Path:
        asked.append(record.id)
        return folder_of(record)

    loader, start = Loader(counted, device=CPU), threading.Barrier(8)

    def together(_: int) -> object:
        start.wait(20)
        return loader.open(originals["bert"])

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(together, range(8)))
    assert asked == ["local/bert"]
    assert all(model is found[0] for model in found)


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
        found = list(pool.map(open_one, range(40)))
    for number, probabilities in enumerate(found):
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
    inside, fast = (loader.open(originals["bert"], purpose) for purpose in (Purpose.LOOK_INSIDE, Purpose.PREDICT))
    assert inside.model.config._attn_implementation == "eager"
    assert fast.model.config._attn_implementation == "sdpa"


@pytest.mark.parametrize(("family", "positions"), [("bert", 64), ("roberta", 64), ("gpt2", 64)])
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
