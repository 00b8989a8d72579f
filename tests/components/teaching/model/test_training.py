"""A run: the Trainer and the loop by hand agree, and what must not change does not."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.registry import model_record
from components.model.lists.datasets import shipped_dataset
from components.model.serialisation import from_json, to_json
from components.model.user_errors import UserError
from components.teaching.model.classifier import (
    Batch,
    Classifier,
    build_classifier,
    collate,
    predict_labels,
    truncated_ids,
)
from components.teaching.model.plan import TOKEN_LIMIT, ClassifierPooling, Plan, Start, check_plan
from components.teaching.model.run import batch_schedule, evaluation_steps, train_with_trainer, training_sentences
from training.fine_tuning import train_by_hand

pytestmark = pytest.mark.thorough

SMALL = Plan(model_id="pocket-bert", train_size=24, epochs=2, batch_size=8)
LIST = shipped_dataset("opinions")


class Ready(NamedTuple):
    """A model to be trained, and its batches."""

    opened: OpenModel
    model: Classifier
    batches: list[Batch]


def ready(plan: Plan, *, swapped: bool = False) -> Ready:
    known = model_record(plan.model_id)
    folder = weights_folder(known)
    assert folder is not None
    opened = Loader(weights_folder).open(known)
    model = build_classifier(opened, folder, plan, 2)
    train = training_sentences(plan, LIST)
    pieces = [truncated_ids(opened, each.text) for each in train]
    labels = [1 - each.label if swapped else each.label for each in train]
    steps = batch_schedule(plan, [len(ids) for ids in pieces])
    batches = [collate(opened, [pieces[n] for n in step], [labels[n] for n in step]) for step in steps]
    return Ready(opened, model, batches)


def weights(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    return {name: each.detach().clone() for name, each in model.named_parameters()}


@pytest.mark.parametrize(
    "plan",
    [
        SMALL,
        replace(SMALL, pooling=ClassifierPooling.POOLER, frozen_layers=2, warmup_ratio=0.0),
        replace(SMALL, model_id="minilm", train_size=16, pooling=ClassifierPooling.CLS),  # with dropout
        replace(SMALL, model_id="pocket-distilbert", start=Start.RANDOM, train_size=20),
    ],
    ids=["usual", "pooler", "dropout", "random"],
)
def test_the_trainer_and_the_loop_by_hand_agree(plan: Plan, tmp_path: Path) -> None:
    by_hand = ready(plan)
    ours = list(train_by_hand(by_hand.model, by_hand.batches, plan))
    reported: list[tuple[int, float]] = []
    theirs = ready(plan)
    train_with_trainer(
        theirs.model, theirs.batches, plan, tmp_path, lambda number, loss: reported.append((number, loss))
    )
    assert [number for number, _ in reported] == list(range(1, plan.steps + 1))
    assert [loss for _, loss in reported] == pytest.approx(ours, abs=1e-4)
    for name, each in theirs.model.named_parameters():
        assert torch.allclose(each, by_hand.model.get_parameter(name), atol=1e-4), name
    assert not [*tmp_path.iterdir()]


def test_a_rate_of_zero_changes_nothing() -> None:
    plan = replace(SMALL, learning_rate=0.0)
    setup = ready(plan)
    before = weights(setup.model)
    list(train_by_hand(setup.model, setup.batches, plan))
    assert all(torch.equal(before[name], each) for name, each in setup.model.named_parameters())


def test_what_is_frozen_stays_bit_for_bit_and_so_does_the_vocabulary_head() -> None:
    plan = replace(SMALL, frozen_layers=2, learning_rate=1e-3)
    setup = ready(plan)
    before = weights(setup.model)
    list(train_by_hand(setup.model, setup.batches, plan))
    moved = {name for name, each in setup.model.named_parameters() if not torch.equal(before[name], each)}
    frozen = ("embeddings", "layer.0.", "layer.1.", ".cls.")
    assert not [name for name in moved if any(part in name for part in frozen)]
    assert any("layer.2." in name for name in moved)
    assert "head.weight" in moved


def test_everything_frozen_trains_the_head_alone() -> None:
    setup = ready(replace(SMALL, frozen_layers=4))
    assert {name for name, each in setup.model.named_parameters() if each.requires_grad} == {"head.weight", "head.bias"}
    assert sum(each.numel() for each in setup.model.head.parameters()) == 2 * 256 + 2


def test_the_same_seed_gives_the_same_curve_and_another_does_not() -> None:
    curves = [[*train_by_hand(*ready(plan)[1:], plan)] for plan in (SMALL, SMALL, replace(SMALL, seed=1))]
    assert curves[0] == curves[1]
    assert curves[0] != curves[2]


def test_labels_exchanged_exchange_scores() -> None:
    sentences = [LIST.test[0].text, LIST.test[100].text]
    probabilities = []
    for swapped in (False, True):
        setup = ready(SMALL, swapped=swapped)
        if swapped:
            with torch.no_grad():
                setup.model.head.weight.copy_(setup.model.head.weight.flip(0).clone())
        list(train_by_hand(setup.model, setup.batches, SMALL))
        probabilities.append(
            predict_labels(setup.model, setup.opened, [truncated_ids(setup.opened, text) for text in sentences]).logits
        )
    assert probabilities[1][:, ::-1] == pytest.approx(probabilities[0], abs=1e-4)


def test_every_sentence_is_seen_once_an_epoch() -> None:
    steps = batch_schedule(SMALL, range(24))
    assert len(steps) == SMALL.steps == 6
    for epoch in (steps[:3], steps[3:]):
        assert sorted(n for step in epoch for n in step) == list(range(24))
    assert steps[:3] != steps[3:]
    assert evaluation_steps(SMALL)[0] == 0
    assert evaluation_steps(SMALL)[-1] == SMALL.steps


def test_of_many_sentences_those_of_similar_length_share_a_batch() -> None:
    plan = Plan(train_size=3333, batch_size=32, epochs=2)
    lengths = np.random.default_rng(1).integers(3, 60, plan.train_size).tolist()
    schedule = batch_schedule(plan, lengths)
    assert len(schedule) == plan.steps
    for epoch in (schedule[: plan.steps_per_epoch], schedule[plan.steps_per_epoch :]):
        assert Counter(place for batch in epoch for place in batch) == Counter(range(plan.train_size))
        assert [len(batch) for batch in epoch] == [32] * (plan.steps_per_epoch - 1) + [3333 % 32]
    assert schedule[: plan.steps_per_epoch] != schedule[plan.steps_per_epoch :]
    padded = sum(len(batch) * max(lengths[place] for place in batch) for batch in schedule)
    assert padded < 1.15 * 2 * sum(lengths)
    first_lengths = [lengths[batch[0]] for batch in schedule[:50]]
    assert first_lengths != sorted(first_lengths)


def test_padding_changes_no_score() -> None:
    setup = ready(SMALL)
    pieces = [truncated_ids(setup.opened, each.text) for each in LIST.test[:6]]
    together = predict_labels(setup.model, setup.opened, pieces).logits
    alone = [predict_labels(setup.model, setup.opened, [each]).logits[0] for each in pieces]
    for batched, other in zip(together, alone, strict=True):
        assert batched == pytest.approx(other, abs=1e-5)


def test_typed_marks_are_what_the_tokenizer_makes_of_them_and_long_sentences_end_in_one() -> None:
    opened = ready(SMALL).opened
    separator = opened.tokenizer.tokens("a").ids[-1]
    assert truncated_ids(opened, "a [SEP] b").count(separator) == 2
    long = truncated_ids(opened, "word " * 500)
    assert len(long) == TOKEN_LIMIT
    assert long[-1] == separator


@pytest.mark.parametrize(
    "changed",
    [
        {"learning_rate": 1.0},
        {"train_size": 1},
        {"epochs": 0},
        {"batch_size": 0},
        {"warmup_ratio": 2.0},
        {"train_size": 5000, "epochs": 50},
    ],
)
def test_a_plan_out_of_range_is_refused_in_words(changed: dict[str, float]) -> None:
    with pytest.raises(UserError):
        check_plan(replace(SMALL, **changed))  # type: ignore[arg-type]


def test_a_plan_is_the_same_after_being_written() -> None:
    plan = replace(SMALL, pooling=ClassifierPooling.POOLER, start=Start.HALF, learning_rate=3e-4)
    assert from_json(Plan, to_json(plan)) == plan
