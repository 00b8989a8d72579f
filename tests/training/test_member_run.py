"""A member is made from text to a folder that loads, and goes on from one."""

import dataclasses
import json
import shutil

import numpy as np
import pytest
import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

from components.model.checkpoints.catalogue import POCKET_FOLDER
from tests.training.small_text import CPU, TINY
from training.member_run import MemberRun, RunFolders
from training.members import member
from training.recipe import Architecture


@pytest.mark.parametrize("name", ["gpt", "rope"])
def test_a_tiny_member_is_made_from_text_to_a_folder_that_loads(name: str, places: RunFolders) -> None:
    recipe = dataclasses.replace(TINY, longest=member(name).length_limit)
    member_run = MemberRun(member(name), recipe, places, device=CPU)
    losses: list[float] = []
    before = member_run.evaluate(segments=32)
    member_run.run.train(lambda progress: losses.append(progress.loss))
    assert np.mean(losses[-10:]) < 0.7 * np.mean(losses[:5])
    assert member_run.evaluate(segments=32).loss < before.loss - 1

    folder = places.pocket / name
    member_run.export(segments=64)
    figures = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert figures["tokens"] >= recipe.tokens
    assert f"{figures['held_out']['loss']:.3f}" in card
    assert figures["held_out"]["next_sentence"] is None
    assert figures["command"] in card
    assert member(name).differs in card
    assert "$" not in card
    kind = AutoModelForCausalLM if name == "gpt" else AutoModelForMaskedLM
    model, loading_info = kind.from_pretrained(folder, dtype=torch.float32, output_loading_info=True)
    assert not loading_info["missing_keys"]
    assert model.num_parameters() == figures["parameters"]
    assert len(AutoTokenizer.from_pretrained(folder)) == model.config.vocab_size


def test_a_finished_member_is_trained_further_and_its_card_tells_of_both_runs(places: RunFolders) -> None:
    shutil.rmtree(places.pocket / "bert")
    shutil.copytree(POCKET_FOLDER / "bert", places.runs / "text" / "tokenizer")
    bert = member("bert")
    first = MemberRun(bert, dataclasses.replace(TINY, tokens=10_000), places, device=CPU)
    first.run.train(lambda progress: None)
    first.export(segments=64)
    before = json.loads((places.pocket / "bert" / "evaluation.json").read_text(encoding="utf-8"))

    second = MemberRun(bert, dataclasses.replace(TINY, seed=1).continued(10_000), places, device=CPU)
    assert second.evaluate(segments=64).loss == pytest.approx(before["held_out"]["loss"], abs=0.02)  # it begins there
    second.run.train(lambda progress: None)
    for _ in range(2):  # exported again, it tells the same
        second.export(segments=64)
        after = json.loads((places.pocket / "bert" / "evaluation.json").read_text(encoding="utf-8"))
        assert after["earlier"]["tokens"] == before["tokens"]
        assert after["tokens"] == before["tokens"] + second.run.tokens
        assert after["held_out"]["loss"] < before["held_out"]["loss"]
    card = (places.pocket / "bert" / "README.md").read_text(encoding="utf-8")
    assert before["command"] in card
    assert "python -m training bert --further 10000 --seed 1" in card


def test_a_student_is_told_how_like_its_teacher_it_is(places: RunFolders) -> None:
    size = Architecture(layers=4, width=256, heads=4, positions=512)
    student = MemberRun(
        member("distilbert"), dataclasses.replace(TINY, architecture=size, tokens=600), places, device=CPU
    )
    begun = student.evaluate(segments=32)
    assert begun.agreement is not None
    assert begun.kl is not None
    assert 0 <= begun.agreement <= 1
    assert begun.kl > 0
    other = MemberRun(member("gpt"), dataclasses.replace(TINY, tokens=600), places, device=CPU)
    assert other.evaluate(segments=32).agreement is None
