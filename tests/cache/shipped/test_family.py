"""The pocket family: every member opens offline, and its figures come out again."""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import BertTokenizer

from cache.shipped.family import family_figures
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import MODELS, POCKET_FOLDER
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import Purpose
from components.model.checkpoints.records import Role
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import EARLIER_FOLDER, MIXTURES_FOLDER, RECORDED_FOLDERS
from components.model.inference.forward import trace
from training.card import member_card
from training.electra import ReplacedTokenDetection
from training.electra_card import electra_card
from training.electra_run import electra_recipe
from training.evaluate import Evaluation, evaluate
from training.family_table import family_table
from training.far_positions import far_loss
from training.finished import finished_electra, finished_model
from training.masking import Corruption
from training.members import MEMBERS, TrainingTask, member
from training.objectives import CausalLanguageModelling, MaskedLanguageModelling, Objective, VocabularyIds
from training.segments import held_out_text
from training.wordpiece import SPECIAL_TOKENS

pytestmark = pytest.mark.thorough

CORPUS = Path(os.environ.get("RIVERBANK_CORPUS", Path(__file__).parents[4] / "shared" / "corpus"))
SHIPPED = [chosen.name for chosen in MEMBERS if chosen.shipped]
FAMILY_FOLDER = POCKET_FOLDER.parent / "shipped" / "family"
every_member = pytest.mark.parametrize("name", SHIPPED)
with_text = pytest.mark.skipif(not CORPUS.exists(), reason="the text they were trained on is not here")


def evaluation_of(name: str) -> dict[str, Any]:
    evaluation: dict[str, Any] = json.loads((POCKET_FOLDER / name / "evaluation.json").read_text(encoding="utf-8"))
    return evaluation


@cache
def weights(name: str) -> Any:
    """A member as training knows it, with the weights that ship."""
    return finished_model(name, POCKET_FOLDER)


@cache
def judged(name: str) -> Evaluation:
    tokenizer = BertTokenizer.from_pretrained(POCKET_FOLDER / name)
    return evaluate(
        weights(name),
        held_out_text(CORPUS, tokenizer, evaluation_of(name)["corpus"]),
        vocabulary_ids=VocabularyIds(tokenizer.mask_token_id, len(SPECIAL_TOKENS)),
        device=torch.device("cpu"),
        segments=256,
        teacher=weights("bert") if member(name).student else None,
    )


def test_every_member_that_ships_is_in_the_registry_and_nothing_else_is() -> None:
    assert sorted(model.id for model in MODELS if model.pocket) == sorted(f"pocket-{name}" for name in SHIPPED)
    assert sorted(folder.name for folder in POCKET_FOLDER.iterdir() if folder.is_dir()) == sorted(
        [
            *SHIPPED,
            *[
                "minilm",
                "steps",
                "shares",
                "graphs",
                "heads",
                "opinions",
                "sst2",
                "trees",
                "electra",
                "electra-generator",
            ],
        ]
    )


@pytest.mark.parametrize("name", ["bert", "distilbert", "scratch", "gpt", "sinusoidal", "rope", "nopos", "electra"])
def test_the_catalogue_says_on_how_many_tokens_a_member_was_trained(name: str) -> None:
    assert model_record(f"pocket-{name}").training_tokens == evaluation_of(name)["recipe"]["tokens"]


def test_all_together_they_are_small_enough_to_be_cloned() -> None:
    # A trained model is put together in a folder beside its changes, which is not committed.
    together = [each for folder in RECORDED_FOLDERS.values() for each in folder.iterdir() if each.is_dir()]
    files = (file for file in POCKET_FOLDER.rglob("*") if file.is_file() and file.parent not in together)
    sizes = {file: file.stat().st_size for file in files}
    steps, shares, *recorded = (
        sum(sizes[file] for file in sizes if file.parent == of)
        for of in (EARLIER_FOLDER, MIXTURES_FOLDER, *RECORDED_FOLDERS.values())
    )
    assert steps <= 45_000_000
    assert shares <= 25_000_000
    assert max(recorded) <= 12_000_000
    assert sum(sizes.values()) - steps - shares - sum(recorded) <= 145_000_000


@every_member
@pytest.mark.parametrize("purpose", list(Purpose))
def test_it_opens_offline_through_the_loader_of_the_app(name: str, purpose: Purpose) -> None:
    opened = Loader(weights_folder).open(model_record(f"pocket-{name}"), purpose)
    extra = 256 * 257 + 2 * 257 if name == "bert" else 0  # the next sentence's pooler and head, which no room asks
    assert opened.parameters + extra == evaluation_of(name)["parameters"] == weights(name).num_parameters()
    assert (opened.record.role is Role.CAUSAL) is (name == "gpt")
    if purpose is Purpose.INSPECT:
        rows = trace(opened, opened.tokenizer.tokens("She sat on the bank of the river.")).attention.sum(axis=-1)
        assert rows == pytest.approx(1, abs=1e-5)


@every_member
def test_its_card_says_the_committed_figures(name: str) -> None:
    figures, card = evaluation_of(name), (POCKET_FOLDER / name / "README.md").read_text(encoding="utf-8")
    asked_for = ("loss", "top1", "top5", "next_sentence", "agreement", "kl")
    shown = [figures["held_out"].get(which) for which in asked_for]
    assert all(re.search(rf"[| ]{value:.3f}[; ]", card) for value in shown if value is not None)
    assert card == member_card(member(name), figures, POCKET_FOLDER / name)
    assert all(command in card for command in figures["command"].split(" && "))
    assert (POCKET_FOLDER / name / "tokenizer.json").read_bytes() == (
        POCKET_FOLDER / "bert/tokenizer.json"
    ).read_bytes()


@with_text
@every_member
def test_its_figures_come_out_again_on_held_out_documents(name: str) -> None:
    figures, evaluation = evaluation_of(name)["held_out"], judged(name)
    # 256 of the 1,024 segments: standard errors of about 0.008 in top-1 and 0.06 nats; half of it for the next token.
    assert evaluation.top1 == pytest.approx(figures["top1"], abs=0.03)
    assert evaluation.loss == pytest.approx(figures["loss"], abs=0.18)
    if member(name).student:
        assert evaluation.agreement == pytest.approx(figures["agreement"], abs=0.03)
        assert evaluation.kl == pytest.approx(figures["kl"], abs=0.1)


@with_text
@pytest.mark.parametrize("name", [chosen.name for chosen in MEMBERS if chosen.far_tokens])
def test_far_positions_were_learned(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    far = evaluation_of(name)["far"]
    assert far["loss"] < far["before"] - 0.1
    assert far["loss"] < evaluation_of(name)["held_out"]["loss"] + 0.3  # as in segments of 128 pieces, or nearly
    tokenizer = BertTokenizer.from_pretrained(POCKET_FOLDER / name)
    vocabulary_ids = VocabularyIds(tokenizer.mask_token_id, len(SPECIAL_TOKENS))
    text, cpu = held_out_text(CORPUS, tokenizer, evaluation_of(name)["corpus"]), torch.device("cpu")
    objective: Objective = (
        CausalLanguageModelling(cpu)
        if member(name).task is TrainingTask.NEXT
        else MaskedLanguageModelling(Corruption(), vocabulary_ids, cpu)
    )
    monkeypatch.setattr("training.far_positions.PAIRS", 32)  # of 256
    loss = far_loss(weights(name), text.pairs, objective, length=far["length"])
    assert loss == pytest.approx(far["loss"], abs=0.25)


def test_what_is_compared_was_trained_on_the_same_number_of_pieces() -> None:
    for group in (("distilbert", "scratch"), ("sinusoidal", "rope", "nopos")):
        assert len({evaluation_of(name)["recipe"]["tokens"] for name in group}) == 1
        assert len({evaluation_of(name)["recipe"]["seed"] for name in group}) == 1
        assert len({evaluation_of(name)["steps"] for name in group}) == 1


def test_the_teacher_was_worth_something() -> None:
    student, alone, teacher = (family_figures()[f"pocket-{name}"] for name in ("distilbert", "scratch", "bert"))
    assert student.top1 >= 0.95 * teacher.top1 or student.top1 >= alone.top1 + 0.02
    assert student.agreement is not None
    assert alone.agreement is not None
    assert student.agreement > alone.agreement
    assert student.kl is not None
    assert alone.kl is not None
    assert student.kl < alone.kl


def test_the_table_of_the_family_is_what_the_figures_make_it() -> None:
    assert (POCKET_FOLDER / "README.md").read_text(encoding="utf-8") == family_table(POCKET_FOLDER)


def test_every_member_has_a_training_curve() -> None:
    curves = json.loads((FAMILY_FOLDER / "curves.json").read_text(encoding="utf-8"))["members"]
    for name in SHIPPED:
        (points,) = [points for run, points in curves.items() if run.removesuffix("-further") == name]
        assert (
            points["training"][-1][0] >= 0.98 * evaluation_of(name)["recipe"]["tokens"]
        )  # logged every twentieth step
        losses = [loss for _, loss, _ in points["held_out"]]
        assert losses[-1] < losses[0]


def test_losses_are_told_of_every_kind_of_position_at_every_length() -> None:
    losses = json.loads((FAMILY_FOLDER / "lengths.json").read_text(encoding="utf-8"))
    lengths = {row["length"] for row in losses["rows"]}
    assert {min(lengths), max(lengths), losses["trained_to"]} == {32, 512, 128}
    for kind in ("learned", "sinusoidal", "rope", "nopos"):
        for length in lengths:
            here = [row for row in losses["rows"] if (row["member"], row["length"]) == (kind, length)]
            assert [row["position"] for row in here] == list(range(0, length, losses["bucket"]))


def test_shares_of_masks_were_compared_after_equal_steps() -> None:
    shares = json.loads((FAMILY_FOLDER / "shares.json").read_text(encoding="utf-8"))
    losses = shares["losses"]
    assert set(losses) == {"80/10/10", "100/0/0", "0/0/100", "50/50/0"}
    # A model that only ever copied knows what stands there, and nothing of what is hidden.
    assert losses["0/0/100"]["unmasked"] < min(losses[name]["unmasked"] for name in ("80/10/10", "100/0/0", "50/50/0"))
    assert losses["0/0/100"]["masked"] > max(losses[name]["masked"] for name in ("80/10/10", "100/0/0", "50/50/0"))


@with_text
def test_replaced_pieces_are_told_as_the_card_says() -> None:
    figures = evaluation_of("electra")
    tokenizer = BertTokenizer.from_pretrained(POCKET_FOLDER / "electra")
    corruption = electra_recipe(figures["tokens"], 0).corruption
    words = MaskedLanguageModelling(
        corruption, VocabularyIds(tokenizer.mask_token_id, len(SPECIAL_TOKENS)), torch.device("cpu")
    )
    text = held_out_text(CORPUS, tokenizer, figures["corpus"])
    metrics = ReplacedTokenDetection(words).evaluate(finished_electra(POCKET_FOLDER), text, segments=256)  # of 1,024
    assert metrics.generator_loss == pytest.approx(figures["telling"]["generator_loss"], abs=0.2)
    assert metrics.accuracy == pytest.approx(figures["telling"]["accuracy"], abs=0.01)
    assert metrics.recall == pytest.approx(figures["telling"]["found"], abs=0.04)


@pytest.mark.parametrize("name", ["electra", "electra-generator"])
def test_the_cards_of_the_pair_say_the_committed_figures(name: str) -> None:
    figures, card = evaluation_of(name), (POCKET_FOLDER / name / "README.md").read_text(encoding="utf-8")
    assert all(f"| {figures['telling'][which]:.3f} " in card for which in ("generator_loss", "accuracy", "found"))
    assert card == electra_card(f"pocket-{name}", figures)
    tokenizers = ((POCKET_FOLDER / folder / "tokenizer.json").read_bytes() for folder in (name, "bert"))
    assert len(set(tokenizers)) == 1
