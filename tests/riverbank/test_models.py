"""What ``model=`` may be, and that a model of the caller's is left as it was."""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoModelForMaskedLM, AutoTokenizer, pipeline

import riverbank
from components.model.checkpoints.catalogue import POCKET_FOLDER
from tests.components.small_models import FAMILIES, saved

SENTENCE = "she sat on the [MASK] of the river ."
POCKET = POCKET_FOLDER / "bert"


def folder_of(family: str, tmp_path: Path) -> Path:
    folder = tmp_path / family
    folder.mkdir(exist_ok=True)
    saved(family, folder)
    return folder


def probabilities(result: riverbank.FillResult) -> list[float]:
    return [candidate.probability for candidate in result.predictions.masks[0].candidates]


def loaded(folder: Path = POCKET, **options: Any) -> tuple[Any, Any]:
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32, **options)
    return model, AutoTokenizer.from_pretrained(folder)


@pytest.mark.parametrize("as_path", [False, True])
def test_a_folder_is_a_model(tmp_path: Path, as_path: bool) -> None:
    folder = folder_of("bert", tmp_path)
    by_folder = probabilities(riverbank.fill(SENTENCE, model=folder if as_path else str(folder)))
    assert by_folder == pytest.approx(probabilities(riverbank.fill(SENTENCE, model=loaded(folder))), rel=1e-5)
    assert riverbank.attention(SENTENCE, model=folder).trace.attention.shape[:2] == (2, 4)


def test_a_folder_of_the_repository_is_a_model_that_a_message_may_name() -> None:
    assert riverbank.fill(SENTENCE, model=POCKET_FOLDER / "distilbert").table["word"].notna().all()


def test_a_folder_that_is_written_again_is_read_again(tmp_path: Path) -> None:
    folder = folder_of("bert", tmp_path)
    before = probabilities(riverbank.fill(SENTENCE, model=folder))
    model, _ = loaded(folder)
    with torch.no_grad():
        model.cls.predictions.bias += torch.linspace(0, 3, len(model.cls.predictions.bias))
    model.save_pretrained(folder)
    assert probabilities(riverbank.fill(SENTENCE, model=folder)) != pytest.approx(before, rel=1e-3)


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "gpt2"])  # it predicts no masked words
def test_a_model_in_memory_gives_the_same_as_its_folder(tmp_path: Path, family: str) -> None:
    folder = folder_of(family, tmp_path)
    pair = loaded(folder)
    by_folder, in_memory = (riverbank.fill(SENTENCE, model=model) for model in (folder, pair))
    np.testing.assert_allclose(probabilities(in_memory), probabilities(by_folder), rtol=1e-4)
    weights = [riverbank.attention(SENTENCE, model=model).trace.attention for model in (folder, pair)]
    np.testing.assert_allclose(weights[1], weights[0], atol=1e-5)


def test_a_model_in_memory_is_left_as_it_was() -> None:
    model, tokenizer = loaded(attn_implementation="sdpa")
    model.train()
    before = copy.deepcopy(model.state_dict())
    for result in (
        riverbank.fill(SENTENCE, model=(model, tokenizer)),
        riverbank.attention(SENTENCE, model=(model, tokenizer)),
        riverbank.patch("The keys [MASK] here.", "The key [MASK] here.", model=(model, tokenizer)),
        riverbank.machine(SENTENCE, model=(model, tokenizer)),
    ):
        assert result.to_html()
    assert model.training
    assert all(weights.requires_grad for weights in model.parameters())
    assert model.config._attn_implementation == "sdpa"
    for name, weights in model.state_dict().items():
        assert torch.equal(weights, before[name]), name


def test_training_mode_and_half_precision_do_not_change_the_numbers() -> None:
    model, tokenizer = loaded()
    exact = probabilities(riverbank.fill(SENTENCE, model=(model, tokenizer)))
    assert probabilities(riverbank.fill(SENTENCE, model=(model.train(), tokenizer))) == exact
    half = model.half()
    np.testing.assert_allclose(probabilities(riverbank.fill(SENTENCE, model=(half, tokenizer))), exact, rtol=0.05)
    assert half.dtype == torch.float16


def test_a_pipeline_is_a_model() -> None:
    model, tokenizer = loaded()
    filler = pipeline("fill-mask", model=model, tokenizer=tokenizer, device="cpu")
    assert probabilities(riverbank.fill(SENTENCE, model=filler)) == probabilities(
        riverbank.fill(SENTENCE, model=(model, tokenizer))
    )


def test_an_encoder_has_attention_but_no_words() -> None:
    encoder = (AutoModel.from_pretrained(POCKET, dtype=torch.float32), AutoTokenizer.from_pretrained(POCKET))
    assert riverbank.attention("The cat sat.", model=encoder).trace.attention.shape[:2] == (4, 4)
    assert riverbank.machine("The cat sat.", model=encoder).answers == ()
    with pytest.raises(riverbank.UserError, match="vocabulary head"):
        riverbank.fill(SENTENCE, model=encoder)


def test_a_causal_model_fills_no_blank() -> None:
    with pytest.raises(riverbank.UserError, match=r"\[MASK\]"):
        riverbank.fill(SENTENCE, model="pocket-gpt")


def test_weights_that_are_no_numbers_are_refused() -> None:
    model, tokenizer = loaded()
    with torch.no_grad():
        next(model.parameters())[0, 0] = float("nan")
    with pytest.raises(riverbank.UserError, match="NaN"):
        riverbank.fill(SENTENCE, model=(model, tokenizer))


def test_a_pickle_is_refused(tmp_path: Path) -> None:
    folder = folder_of("bert", tmp_path)
    model, _ = loaded(folder)
    (folder / "model.safetensors").unlink()
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    with pytest.raises(riverbank.UserError, match="pickle"):
        riverbank.fill(SENTENCE, model=folder)


@pytest.mark.parametrize("name", ["bert-base-uncased", "gpt2"])
def test_a_model_that_is_not_here_says_how_to_get_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverbank.models.weights_folder", lambda _record: None)
    with pytest.raises(riverbank.UserError, match=r"snapshot_download\("):
        riverbank.fill(SENTENCE, model=name)


def test_a_model_that_is_not_in_the_package_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverbank.models.weights_folder", lambda _record: None)
    with pytest.raises(riverbank.UserError, match="cache/pocket/distilbert"):
        riverbank.fill(SENTENCE, model="pocket-distilbert")


@pytest.mark.parametrize("model", ["no-such-model", Path("/no/such/folder"), None, 3, (1, 2), torch.nn.Linear(1, 1)])
def test_anything_else_is_refused(model: object) -> None:
    with pytest.raises(riverbank.UserError, match=r"\w+ .+\."):
        riverbank.fill(SENTENCE, model=model)


def test_a_model_without_its_tokenizer_asks_for_it() -> None:
    with pytest.raises(riverbank.UserError, match="tokenizer"):
        riverbank.fill(SENTENCE, model=loaded()[0])


def test_a_tokenizer_of_another_model_is_refused() -> None:
    model, _ = loaded()
    other = AutoTokenizer.from_pretrained(POCKET_FOLDER / "minilm")
    with pytest.raises(riverbank.UserError, match="tokens"):
        riverbank.fill(SENTENCE, model=(model, other))
