"""The package's numbers are those of the app's cached functions and of plain transformers."""

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

import cache.patching
import cache.river
import cache.shared.blanks
import cache.shared.passes
import cache.shared.traces
import riverbank
from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.word_senses import sense_presets
from components.patching.model.results import PatchSite
from components.senses.model.request import preset_request

pytestmark = pytest.mark.usefixtures("engine")
FOLDERS = {"minilm": POCKET_FOLDER / "minilm", "pocket-bert": POCKET_FOLDER / "bert"}
SENTENCE = "The [MASK] raised its interest rates."
ADDED = ["The bank was covered with mud.", "We met at the bank and counted the boats."]
PAIR = ("The keys to the house [MASK] lost.", "The key to the house [MASK] lost.")


@pytest.mark.parametrize("model", FOLDERS)
def test_probabilities_are_those_of_the_app_and_of_transformers(model: str) -> None:
    (mask,) = riverbank.fill(SENTENCE, model=model).predictions.masks
    (in_app,) = cache.shared.blanks.predictions(model, SENTENCE).masks
    assert [candidate.text for candidate in mask.candidates] == [candidate.text for candidate in in_app.candidates]
    shares = [candidate.probability for candidate in mask.candidates]
    np.testing.assert_allclose(shares, [each.probability for each in in_app.candidates], rtol=1e-4)
    assert mask.entropy == pytest.approx(in_app.entropy, rel=1e-4)

    tokenizer = AutoTokenizer.from_pretrained(FOLDERS[model])
    network = AutoModelForMaskedLM.from_pretrained(FOLDERS[model], dtype=torch.float32).eval()
    given = tokenizer(SENTENCE, return_tensors="pt")
    with torch.inference_mode():
        logits = network(**given).logits[0, mask.position]
    plain = logits.softmax(dim=-1).topk(50)
    np.testing.assert_allclose(shares, plain.values.numpy(), rtol=1e-4)


@pytest.mark.parametrize("second", ["", "It rained."])
def test_attention_is_that_of_the_app_and_of_transformers(second: str) -> None:
    result = riverbank.attention("The cat sat on the mat.", second)
    in_app = cache.shared.traces.trace("minilm", "The cat sat on the mat.", second)
    np.testing.assert_allclose(result.trace.attention, in_app.attention, atol=1e-6)
    np.testing.assert_allclose(result.trace.hidden, in_app.hidden, atol=1e-5)

    network = AutoModelForMaskedLM.from_pretrained(FOLDERS["minilm"], dtype=torch.float32, attn_implementation="eager")
    texts = ["The cat sat on the mat.", *filter(None, [second])]
    given = AutoTokenizer.from_pretrained(FOLDERS["minilm"])(*texts, return_tensors="pt")
    with torch.inference_mode():
        plain = torch.cat(network.eval()(**given, output_attentions=True).attentions)
    np.testing.assert_allclose(result.trace.attention, plain.numpy(), atol=1e-5)


@pytest.mark.parametrize("word", ["bank", "light"])
def test_a_river_is_the_apps(word: str) -> None:
    (preset,) = (each for each in sense_presets() if each.word == word)
    sentences = ADDED if word == "bank" else ["The light is green."]
    result = riverbank.river(sentences, word)
    request = preset_request("minilm", preset)
    added = [cache.river.own_vectors(request, sentence) for sentence in sentences]
    senses = cache.river.default_senses(request, added[0])
    assert senses is not None
    in_app = cache.river.river(request, senses)
    assert result.river.senses == senses
    np.testing.assert_allclose(result.river.heights, in_app.heights, atol=1e-6)
    np.testing.assert_allclose(result.river.shuffled, in_app.shuffled)
    threads = [thread for each in added for thread in cache.river.own_threads(request, senses, each)]
    assert [point for point, _ in result.threads] == [point for point, _ in threads]
    for (_, ours), (_, theirs) in zip(result.threads, threads, strict=True):
        np.testing.assert_allclose(ours.heights, theirs.heights, atol=1e-6)
        assert (ours.nearest, ours.is_far) == (theirs.nearest, theirs.is_far)


def test_a_patched_grid_is_the_apps() -> None:
    grid = riverbank.patch(*PAIR).grid
    in_app = cache.patching.patch_grid("minilm", *PAIR, ("", ""), PatchSite.WHOLE, lambda _done, _of: None)
    assert [word.id for word in grid.words] == [word.id for word in in_app.words]
    assert grid.shares is not None
    assert in_app.shares is not None
    np.testing.assert_allclose(grid.shares, in_app.shares, atol=1e-4)


def test_a_pass_is_the_apps() -> None:
    result = riverbank.machine(SENTENCE)
    in_app = cache.shared.passes.traced_pass("minilm", SENTENCE, ())
    np.testing.assert_allclose(result.traced.stream, in_app.stream, atol=1e-5)
    assert [each.text for each in result.answers] == [
        each.text for each in cache.shared.passes.answers("minilm", SENTENCE, (), result.token)
    ]
    ways = [(stop.length, stop.written, stop.cosine) for stop in result.way]
    in_apps_way = cache.shared.passes.word_way("minilm", SENTENCE, (), result.token)
    np.testing.assert_allclose(ways, [(stop.length, stop.written, stop.cosine) for stop in in_apps_way], rtol=1e-4)
    (predicted,) = riverbank.fill(SENTENCE).predictions.masks
    assert result.answers[0].probability == pytest.approx(predicted.candidates[0].probability, rel=1e-4)
