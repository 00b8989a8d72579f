"""Two models are trained at once: one fills hidden pieces, one tells what was replaced."""

import dataclasses
import json

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer, ElectraForMaskedLM, ElectraForPreTraining

from tests.training.small_text import CPU, TINY
from training.dataset import Batch
from training.electra import REPLACED, ElectraPair, insert_guesses, sample_guesses
from training.electra_run import GENERATOR, NAME, ElectraRun, electra_recipe
from training.member_run import RunFolders
from training.objectives import WORD_LOSS
from training.pretrain import StepProgress

RECIPE = dataclasses.replace(TINY, corruption=electra_recipe(1, 0).corruption, longest=128)


def batch(ids: list[list[int]]) -> Batch:
    array = np.array(ids)
    return Batch(ids=array, segments=array * 0, attention_mask=np.ones_like(array), next_sentence=array[:, 0] * 0)


def test_a_right_guess_counts_as_original() -> None:
    made = insert_guesses(batch([[2, 10, 11, 12, 3]]), np.array([1, 2]), np.array([10, 40]))
    assert made.ids.tolist() == [[2, 10, 40, 12, 3]]
    assert made.labels.tolist() == [[0, 0, 1, 0, 0]]


def test_guesses_are_drawn_as_often_as_the_generator_finds_them_likely() -> None:
    chances = torch.tensor([0.6, 0.3, 0.1])
    drawn = sample_guesses(chances.log().expand(20_000, 3), np.random.default_rng(0))
    shares = np.bincount(drawn, minlength=3) / len(drawn)
    assert shares == pytest.approx(chances.numpy(), abs=4 * np.sqrt(0.25 / len(drawn)))


def test_the_discriminator_begins_with_the_generators_table_and_is_exported_with_one_of_its_own() -> None:
    model, ids = ElectraPair(RECIPE.architecture), torch.arange(40)
    table = model.generator.electra.embeddings.word_embeddings.weight
    read = model.discriminator.electra.embeddings.word_embeddings
    assert torch.equal(read(ids), table[ids])
    torch.nn.init.normal_(read.weight)
    vectors = read(ids).detach()
    discriminator, generator = model.export_models()
    assert torch.allclose(discriminator.get_input_embeddings().weight[ids], vectors, atol=1e-6)
    torch.nn.init.zeros_(read.weight)
    model.load_models(discriminator, generator)
    assert torch.allclose(read(ids), vectors, atol=1e-6)


def test_no_gradient_goes_from_the_discriminator_to_the_generator(places: RunFolders) -> None:
    run = ElectraRun(RECIPE, places, device=CPU)
    model, rng = run.run.model, np.random.default_rng(0)
    terms = run.objective(model, run.run.samplers.batch(rng, RECIPE, 0), rng)
    assert [term.name for term in terms] == [WORD_LOSS, REPLACED]
    next(term.value for term in terms if term.name == REPLACED).backward()
    assert all(each.grad is None for each in model.generator.parameters())
    assert all(each.grad is not None for each in model.discriminator.electra.encoder.parameters())


def test_the_discriminator_is_begun_anew_once_when_the_generator_has_learned(
    places: RunFolders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.electra_run.GENERATOR_ONLY_TOKENS", 5_000)
    run = ElectraRun(RECIPE, places, device=CPU)
    model = run.run.model
    first, given = model.discriminator.electra.encoder.layer[0], model.generator.electra.encoder.layer[0]
    same: list[bool] = []

    def watch(progress: StepProgress) -> None:
        run.after_step()
        same.append(torch.equal(first.output.dense.weight, given.output.dense.weight))

    run.run.train(watch)
    assert sum(same) == 1  # from the next step on each learns by itself
    assert not same[0]
    assert model.discriminator.electra.encoder.layer[1] is not given


def test_a_tiny_pair_is_made_from_text_to_folders_that_load(places: RunFolders) -> None:
    run = ElectraRun(RECIPE, places, device=CPU)
    before, losses = run.evaluate(segments=32), []
    run.run.train(lambda progress: losses.append(progress.losses[REPLACED]))
    run.run.save(run.state)
    after = run.evaluate(segments=32)
    assert after.generator_loss < before.generator_loss - 1
    assert np.mean(losses[-10:]) < np.mean(losses[:5])
    assert ElectraRun(RECIPE, places, device=CPU).evaluate(segments=32) == after  # a start goes on from what was kept

    run.export(segments=32)
    for name, kind in ((NAME, ElectraForPreTraining), (GENERATOR, ElectraForMaskedLM)):
        folder = places.pocket / name
        figures = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
        card = (folder / "README.md").read_text(encoding="utf-8")
        assert "$" not in card
        assert f"{figures['telling']['found']:.3f}" in card
        model, loading_info = kind.from_pretrained(folder, dtype=torch.float32, output_loading_info=True)
        assert not loading_info["missing_keys"]
        assert model.num_parameters() == figures["parameters"]
        assert len(AutoTokenizer.from_pretrained(folder)) == model.config.vocab_size
