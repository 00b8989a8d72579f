"""Sentences that follow their numbers: with the numbers swapped they say the other thing."""

import re
from dataclasses import replace

import pytest

from cache.shipped.learning import milestones
from cache.shipped.objectives import mixture_losses, pair_kinds
from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval
from components.pretraining.model.replaced_results import DetectionMetrics
from components.pretraining.model.results import MixtureLoss, PairKind, SentenceTraining, StepPrediction
from components.pretraining.tables.detection import detection_limit_text
from components.pretraining.tables.findings import (
    first_step_note,
    milestones_finding,
    mixture_finding,
    training_finding,
)
from components.pretraining.tables.next_sentence import displayed_pairs, kinds_finding, pair_finding
from components.pretraining.tables.one_step import training_table

BY = Conditions("model", "revision", "device", "float32", "versions")


def kinds(
    following: float, exchanged: float, elsewhere: float, *, spread: float = 0.02, changing: int = 20
) -> list[PairKind]:
    shares = {"next": following, "exchanged": exchanged, "same text": 0.5, "another text": elsewhere}
    return [
        PairKind(
            name,
            Interval(share - spread, share, share + spread),
            round(1000 * max(following - share, 0)) + changing,
            round(1000 * max(share - following, 0)) + changing,
        )
        for name, share in shares.items()
    ]


def test_swapped_pairs_are_compared_pair_by_pair() -> None:
    """The same two shares differ or do not, by how many pairs change sides."""
    few, many = (kinds_finding(kinds(0.839, 0.811, 0.09, changing=changing)) for changing in (2, 150))
    assert "83.9%" in few
    assert "81.1%" in many
    assert "does not show" in many
    assert "does not show" not in few
    apart, turned = kinds_finding(kinds(0.85, 0.3, 0.1)), kinds_finding(kinds(0.85, 0.95, 0.1))
    assert len({re.sub(r"[\d.]+%", "", text) for text in (few, many, apart, turned)}) == 4
    assert "even 95.0%" in turned


def test_what_gives_mixed_pairs_away_is_not_claimed_to_be_the_topic_alone() -> None:
    finding = kinds_finding(kinds(0.85, 0.83, 0.1))
    assert "only 10.0%" in finding
    assert "topic or style" in finding
    assert "still accepts 80.0%" in kinds_finding(kinds(0.85, 0.83, 0.8))


@pytest.mark.parametrize("model_id", ["minilm", "pocket-bert"])
def test_the_pairs_that_ship_add_up(model_id: str) -> None:
    following, *others = pair_kinds()[model_id]
    assert (following.lost, following.gained) == (0, 0)
    for kind in others:
        change = (kind.gained - kind.lost) / 1000
        assert kind.share.value - following.share.value == pytest.approx(change)


def test_what_ships_is_told_by_the_paired_test() -> None:
    """The intervals of both models overlap; of pocket BERT 79 and 51 pairs change sides, of MiniLM 45 and 28."""
    assert "does not show" in kinds_finding(pair_kinds()["minilm"])
    assert "does not show" not in kinds_finding(pair_kinds()["pocket-bert"])
    assert "81.1%" in kinds_finding(pair_kinds()["pocket-bert"])


def test_masks_alone_are_told_with_what_they_cost() -> None:
    losses = mixture_losses()
    assert "even higher than its loss behind [MASK]" in mixture_finding(losses)
    swapped = [
        MixtureLoss(each.name, each.unmasked, each.masked, each.random) if each.name == "100/0/0" else each
        for each in losses
    ]
    assert "is lower than its loss behind [MASK]" in mixture_finding(swapped)


def test_the_best_layer_stands_beside_the_best_layer_by_chance() -> None:
    last = milestones.read()[-1]
    assert 0.5 < last.senses_by_chance < last.senses
    changed = [*milestones.read()[:-1], replace(last, senses_by_chance=0.613)]
    assert "61.3%" in milestones_finding(changed)


def taught(first_step: float, *, after: float = 0.4, other: float | None = 0.2) -> SentenceTraining:
    updates = tuple(
        StepPrediction(steps, 1.0, (share,), "a", other, "b") for steps, share in ((0, 0.5), (1, after), (2, 0.3))
    )
    return SentenceTraining(("paris",), "A [MASK].", updates, first_step, 1e-4, BY)


def test_what_a_step_did_is_told_from_its_numbers() -> None:
    assert "lowers “paris” from 50% to 40%" in training_finding(taught(1e-4))
    assert "raises “paris” from 50% to 60%" in training_finding(taught(1e-4, after=0.6))
    assert "leaves “paris” at 50.0%" in training_finding(taught(1e-4, after=0.5))
    assert "“b” comes first there" in training_finding(taught(1e-4))
    assert "other sentence" not in training_finding(taught(1e-4, other=None))
    table = training_table(taught(1e-4))
    assert table["other"].tolist() == [False, True] * 3
    assert table["series"].nunique() == 2
    assert not training_table(taught(1e-4, other=None))["other"].any()


def test_both_pairs_have_their_verdict() -> None:
    for shares in ((0.9, 0.1), (0.1, 0.9), (0.9, 0.8), (0.2, 0.1)):
        figures = re.findall(r"\d+%", pair_finding(*shares))
        assert figures == [f"{share:.0%}" for share in shares]
    given, random = displayed_pairs(("a", "b", 0.9), ("a", "c", 0.1), kinds(0.84, 0.81, 0.09))
    assert (given["verdict"], random["verdict"]) == ("Does it follow? Yes", "Does it follow? No")
    assert (given["share"], random["share"]) == (0.84, 0.09)


@pytest.mark.parametrize(("recall", "escapes"), [(0.086, True), (0.8, False)])
def test_what_escapes_the_discriminator_is_said_only_if_it_does(recall: float, escapes: bool) -> None:
    text = detection_limit_text(DetectionMetrics(1.0, 0.4, 0.1, 0.9, recall, 0.6, 1000))
    assert ("escape" in text) is escapes


def test_the_first_step_is_told_by_how_far_it_went() -> None:
    assert "by the learning rate" in first_step_note(taught(1e-4))
    assert "by 0.5 times the learning rate" in first_step_note(taught(0.5e-4))
