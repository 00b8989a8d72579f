"""What is said above the curves of a probed task is true for its numbers, whatever they are."""

from dataclasses import replace

import pytest

from components.probing.tables.probe import CONTROL, ITEMS, MAJORITY, UNSEEN, probe_finding, probe_table, sizes_note
from components.tours.questions import AnswerKind, StopQuestion
from tests.components.probing.scores import probed_task

NAME = "Part of speech"


def test_the_table_has_a_row_per_series_and_layer() -> None:
    table = probe_table(probed_task([0.8, 0.9], controls=[0.7, 0.6], unseen=[0.5, 0.7]))
    assert len(table) == 8
    of_series = {name: rows["accuracy"].tolist() for name, rows in table.groupby("series")}
    assert of_series == {ITEMS: [0.8, 0.9], CONTROL: [0.7, 0.6], UNSEEN: [0.5, 0.7], MAJORITY: [0.3, 0.3]}
    assert UNSEEN not in set(probe_table(probed_task([0.8, 0.9]))["series"])


def test_the_best_layer_is_compared_with_the_control_and_with_layer_0() -> None:
    finding = probe_finding(probed_task([0.7, 0.94, 0.88], controls=[0.9, 0.61, 0.5], unseen=[0.2, 0.8, 0.1]), NAME)
    assert "best at layer 1: 94% right. The control, with a random label per word, gets 61%." in finding
    assert "Before layer 1, without any context: 70%." in finding
    assert "largest at layer 2: 38 points" in finding
    assert "200 words new to the probe, 80% (78–82) are right at layer 1, the most of all layers" in finding


def test_a_label_that_the_embeddings_have_is_said_to_be_in_layer_0() -> None:
    finding = probe_finding(probed_task([0.95, 0.9, 0.8], controls=[0.96, 0.9, 0.8]), NAME)
    assert "best before layer 1: 95% right. That is not reliably more than the control" in finding
    assert "96%" in finding
    assert "No layer is better than the embeddings for these words." in finding
    assert "largest at layer" not in finding
    assert "by heart" in finding


def test_an_accuracy_below_the_control_is_not_called_as_good() -> None:
    less, unclear = "clearly less than the control", "not reliably more than the control"
    everywhere, nowhere = "At every layer, accuracy is clearly below", "At no layer is accuracy reliably above"
    for accuracies, controls, expected in (
        ([0.5, 0.68], [0.9, 0.88], (less, everywhere)),
        ([0.87, 0.88], [0.87, 0.89], (unclear, nowhere)),
        ([0.8, 0.87], [0.9, 0.88], (unclear, nowhere)),
        ([0.8, 0.87], [0.81, 0.95], (less, nowhere)),
        ([0.5, 0.88], [0.9, 0.68], ()),
    ):
        finding = probe_finding(probed_task(accuracies, controls=controls), NAME)
        assert tuple(text for text in (less, unclear, everywhere, nowhere) if text in finding) == expected


def test_a_best_layer_within_the_interval_of_layer_0_is_said_to_overlap() -> None:
    assert "the intervals overlap" in probe_finding(probed_task([0.9, 0.92], controls=[0.5, 0.5]), NAME)
    assert "overlap" not in probe_finding(probed_task([0.8, 0.92], controls=[0.5, 0.5]), NAME)


def test_words_never_trained_on_may_be_read_best_elsewhere() -> None:
    finding = probe_finding(probed_task([0.95, 0.9, 0.8], unseen=[0.73, 0.89, 0.6]), NAME)
    assert "new to the probe, 73% (71–75) are right before layer 1, and 89% at layer 1, the most" in finding
    finding = probe_finding(probed_task([0.95, 0.9, 0.8], unseen=[0.731, 0.732, 0.6]), NAME)
    assert finding.endswith("are right before layer 1.")


def test_a_selectivity_that_others_may_reach_is_not_the_largest_alone() -> None:
    """As of parts of speech in MiniLM: of six draws of random labels, each of layers 3, 4 and 6 comes first."""
    close = probe_finding(probed_task([0.7, 0.9, 0.895], controls=[0.7, 0.7, 0.69]), NAME)
    assert "largest at layer 2: 21 points (not clearly smaller: layer 1)" in close
    clear = probe_finding(probed_task([0.7, 0.9, 0.9], controls=[0.7, 0.5, 0.7]), NAME)
    assert "largest at layer 1: 40 points." in clear


def test_layers_that_are_as_good_as_the_best_are_named() -> None:
    finding = probe_finding(probed_task([0.7, 0.9, 0.9, 0.9], controls=[0.5] * 4, unseen=[0.1, 0.6, 0.6, 0.5]), NAME)
    assert (
        "best at layer 1: 90% right. Others may be as good (not clearly worse: layers 2 and 3). The control" in finding
    )
    assert "largest at layer 1: 40 points (not clearly smaller: layers 2 and 3)." in finding
    assert finding.endswith("are right at layer 1, the most of all layers (layer 2 is as good).")
    assert " as good)" not in probe_finding(probed_task([0.7, 0.9, 0.901], unseen=[0.1, 0.6, 0.61]), NAME)
    finding = probe_finding(probed_task([0.9, 0.7, 0.6], unseen=[0.1, 0.6, 0.6]), NAME)
    assert finding.endswith("and 60% at layer 1, the most (layer 2 is as good).")


def test_no_layer_is_called_the_best_where_all_are_equal() -> None:
    finding = probe_finding(probed_task([1.0, 1.0, 1.0], controls=[0.5] * 3), NAME)
    assert "equally well at every layer" in finding
    assert "No layer is better" not in finding
    assert "equally well" not in probe_finding(probed_task([1.0, 1.0, 0.9], controls=[0.5] * 3), NAME)


def test_a_control_that_is_worse_than_guessing_is_explained_in_a_list_of_ones_own() -> None:
    task = probed_task([0.7, 0.9], controls=[0.1, 0.1], majority=0.5)
    custom = replace(task, by_form=False, folds=5)
    assert "worse than by chance" in probe_finding(custom, NAME)
    assert "worse than by chance" not in probe_finding(replace(custom, folds=1), NAME)
    better = probed_task([0.7, 0.9], controls=[0.6, 0.6], majority=0.5)
    assert "worse than by chance" not in probe_finding(replace(better, by_form=False, folds=5), NAME)


LAYER = StopQuestion(
    AnswerKind.WHOLE_NUMBER,
    patterns=("can be read best at layer {}:",),
    tolerance=0,
    ties="(not clearly worse: {})",
)


@pytest.mark.parametrize(
    ("accuracies", "right"),
    [
        ([0.5, 0.71, 0.712, 0.5], {1, 2}),
        ([0.5, 0.64, 0.712, 0.5], {2}),
        ([0.69, 0.71, 0.7, 0.68, 0.5], {0, 1, 2, 3}),
        ([0.5, 0.712, 0.5, 0.71], {1, 3}),
        ([0.5] * 8 + [0.9, 0.91, 0.905, 0.89, 0.5], {8, 9, 10, 11}),
    ],
)
def test_a_tour_accepts_the_layers_whose_intervals_overlap_with_that_of_the_best(
    accuracies: list[float], right: set[int]
) -> None:
    finding = probe_finding(probed_task(accuracies, unseen=accuracies), NAME)
    answer = LAYER.right_answer(finding)
    accepted = {layer for layer in range(len(accuracies)) if LAYER.is_right(str(layer), answer)}
    assert accepted == right
    assert answer.startswith(str(max(range(len(accuracies)), key=accuracies.__getitem__)))
    assert ("not clearly worse" in finding) == (len(right) > 1)


def test_words_learned_by_heart_are_not_all_where_unseen_words_are_read() -> None:
    by_heart, not_all = "may come from words learned by heart.", "That is not all: words new to the probe"
    for unseen, majority, expected in (
        ([0.6, 0.77], 0.48, True),
        ([0.4, 0.49], 0.48, False),
        ([0.6, 0.77], 0.8, False),
    ):
        task = probed_task([0.75, 0.85], controls=[0.9, 0.9], unseen=unseen, majority=majority)
        finding = probe_finding(task, NAME)
        assert by_heart in finding
        assert (not_all in finding) == expected
    assert not_all not in probe_finding(probed_task([0.75, 0.85], controls=[0.9, 0.9]), NAME)
    assert by_heart not in probe_finding(probed_task([0.7, 0.9], unseen=[0.6, 0.77]), NAME)


def test_almost_all_is_not_called_all() -> None:
    assert "layer 1: 99.8%" in probe_finding(probed_task([0.9, 0.998]), NAME)
    assert "layer 1: 100%" in probe_finding(probed_task([0.9, 1.0]), NAME)


def test_a_label_that_cannot_be_read_is_said_to_be_so() -> None:
    finding = probe_finding(probed_task([0.3, 0.31], majority=0.3), NAME)
    assert "cannot be read reliably" in finding
    assert "at layer 1: 31% (29–33) are right" in finding
    assert "gets 30%" in finding


def test_texts_have_random_labels_each_and_no_selectivity() -> None:
    finding = probe_finding(probed_task([0.5, 0.9], controls=[0.4, 0.5], by_form=False, folds=5), "Sense")
    assert "random labels, gets 50%" in finding
    assert "per word" not in finding
    assert "selectivity" not in finding


def test_the_sizes_say_what_was_tested_on_what() -> None:
    assert "1,000 training words, 400 test words" in sizes_note(probed_task([0.5, 0.6]))
    assert "and 200 more with words new to the probe" in sizes_note(probed_task([0.5, 0.6], unseen=[0.1, 0.2]))
    folded = sizes_note(probed_task([0.5, 0.6], by_form=False, folds=5, left_out=1))
    assert "in 5 parts" in folded
    assert "1 text cannot be read by this model" in folded


def test_what_is_learned_by_heart_is_not_called_readable() -> None:
    """First letter of pocket BERT without positions: 95% of known words, 9% of others."""
    by_heart = probed_task([0.95, 0.94], controls=[0.89, 0.88], unseen=[0.09, 0.1], majority=0.29)
    finding = probe_finding(by_heart, "First letter")
    assert "can be read" not in finding
    assert "new to the probe, 9% are right" in finding.split(";")[0]
    assert "can be read best" in probe_finding(probed_task([0.95, 0.94], unseen=[0.6, 0.5], majority=0.29), NAME)


def test_a_label_can_be_read_from_the_first_layer_that_is_as_good_as_the_best() -> None:
    early = probe_finding(probed_task([0.5, 0.91, 0.9, 0.92], controls=[0.5] * 4), NAME)
    assert "from layer 1 on (91%)" in early
    assert "read best at layer 3: 92%" in early
    dip = probe_finding(probed_task([0.5, 0.91, 0.7, 0.92], controls=[0.5] * 4), NAME)
    assert "from layer" not in dip
    assert "best at layer 3: 92% right" in dip


def test_the_best_of_many_layers_has_to_be_better_than_chance_by_more() -> None:
    """Opinion of pocket BERT: the best of five layers gets 58% (51–65), and guessing 50%."""
    accuracies = [0.56, 0.56, 0.56, 0.58, 0.57]
    opinion = probed_task(accuracies, majority=0.5, by_form=False, folds=5, width=0.07)
    assert "cannot be read reliably" in probe_finding(opinion, "Opinion")
    assert "58% (51–65)" in probe_finding(opinion, "Opinion")
    surer = probed_task(accuracies, majority=0.5, by_form=False, folds=5, width=0.05)
    assert "can be read best at layer 3" in probe_finding(surer, "Opinion")
