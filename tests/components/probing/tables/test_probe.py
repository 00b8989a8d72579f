"""What is said above the curves of a probed task is true for its numbers, whatever they are."""

from components.probing.tables.probe import CONTROL, ITEMS, MAJORITY, UNSEEN, probe_finding, probe_table, sizes_note
from tests.components.probing.scores import probed_task

NAME = "Part of speech"


def test_the_table_has_a_row_per_series_and_layer() -> None:
    table = probe_table(probed_task([0.8, 0.9], controls=[0.7, 0.6], unseen=[0.5, 0.7]))
    assert len(table) == 8
    of_series = {name: rows["accuracy"].tolist() for name, rows in table.groupby("series")}
    assert of_series == {ITEMS: [0.8, 0.9], CONTROL: [0.7, 0.6], UNSEEN: [0.5, 0.7], MAJORITY: [0.3, 0.3]}
    assert UNSEEN not in set(probe_table(probed_task([0.8, 0.9]))["series"])


def test_the_best_layer_is_compared_with_the_control_and_with_layer_0() -> None:
    finding = probe_finding(probed_task([0.7, 0.94, 0.9], controls=[0.9, 0.61, 0.5], unseen=[0.2, 0.8, 0.1]), NAME)
    assert "best at layer 1: 94%; the control, with a random label per word, 61%" in finding
    assert "At layer 0, without any context: 70%." in finding
    assert "largest at layer 2: 40 points" in finding
    assert "200 words never seen in training, 80% (78–82) are right at layer 1, the most of all layers" in finding


def test_a_label_that_the_embeddings_have_is_said_to_be_in_layer_0() -> None:
    finding = probe_finding(probed_task([0.95, 0.9, 0.8], controls=[0.96, 0.9, 0.8]), NAME)
    assert "best at layer 0, the embeddings: 95%; the control, with a random label per word, 96%" in finding
    assert "No layer above is better for these words." in finding
    assert "largest at layer" not in finding
    assert "by heart" in finding


def test_a_best_layer_within_the_interval_of_layer_0_is_said_to_overlap() -> None:
    assert "the intervals overlap" in probe_finding(probed_task([0.9, 0.92], controls=[0.5, 0.5]), NAME)
    assert "overlap" not in probe_finding(probed_task([0.8, 0.92], controls=[0.5, 0.5]), NAME)


def test_words_never_trained_on_may_be_read_best_elsewhere() -> None:
    finding = probe_finding(probed_task([0.95, 0.9, 0.8], unseen=[0.73, 0.89, 0.6]), NAME)
    assert "never seen in training, 73% (71–75) are right at layer 0, and 89% at layer 1, the most" in finding
    finding = probe_finding(probed_task([0.95, 0.9, 0.8], unseen=[0.731, 0.732, 0.6]), NAME)
    assert finding.endswith("are right at layer 0.")


def test_almost_all_is_not_called_all() -> None:
    assert "layer 1: 99.8%" in probe_finding(probed_task([0.9, 0.998]), NAME)
    assert "layer 1: 100%" in probe_finding(probed_task([0.9, 1.0]), NAME)


def test_a_label_that_cannot_be_read_is_said_to_be_so() -> None:
    finding = probe_finding(probed_task([0.3, 0.31], majority=0.3), NAME)
    assert "cannot be read reliably" in finding
    assert "best layer, 1, gets 31% (29–33)" in finding
    assert "gets 30%" in finding


def test_texts_have_random_labels_each_and_no_selectivity() -> None:
    finding = probe_finding(probed_task([0.5, 0.9], controls=[0.4, 0.5], by_form=False, folds=5), "Sense")
    assert "random labels, 50%" in finding
    assert "per word" not in finding
    assert "selectivity" not in finding


def test_the_sizes_say_what_was_tested_on_what() -> None:
    assert "1,000 training words, 400 test words" in sizes_note(probed_task([0.5, 0.6]))
    assert "and 200 more with words never seen" in sizes_note(probed_task([0.5, 0.6], unseen=[0.1, 0.2]))
    folded = sizes_note(probed_task([0.5, 0.6], by_form=False, folds=5, left_out=1))
    assert "in 5 parts" in folded
    assert "1 text cannot be read by this model" in folded
