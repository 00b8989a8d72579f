"""What is written about trees is true for the numbers, and for the opposite numbers too."""

import numpy as np
import pytest

from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval
from components.probing.charts.trees import accuracy_lines
from components.probing.model.parsed_sentences import Arc, split_sentence, tree_nodes
from components.probing.model.tree_results import LayerAccuracies, PredictedTrees, TreeEvaluation, neighbour_arcs
from components.probing.tables.trees import (
    NEIGHBOURS,
    RANDOM_WEIGHTS,
    accuracy_table,
    arc_table,
    best_layer_table,
    evaluation_finding,
    layers_finding,
    missing_finding,
    tree_finding,
    twin_finding,
)

CONDITIONS = Conditions("minilm", "bundled", "a processor", "float32", "")
GOLD = frozenset({(0, 1), (1, 2), (1, 4)})  # of “Anna saw him, yesterday”


def trees(*arcs: tuple[Arc, ...]) -> PredictedTrees:
    words = split_sentence("Anna saw him, yesterday")
    nodes = tree_nodes(words)
    distances = np.arange(16 * len(arcs), dtype=np.float32).reshape(len(arcs), 4, 4)
    return PredictedTrees("Anna saw him, yesterday", words, nodes, (), ((0,),) * 5, arcs, distances, CONDITIONS)


def around(value: float, width: float = 0.01) -> Interval:
    return Interval(value - width, value, value + width)


def evaluation(
    shares: tuple[float, ...], *, neighbours: float = 0.4, random: float = 0.3, width: float = 0.01
) -> TreeEvaluation:
    def accuracies(values: tuple[float, ...]) -> LayerAccuracies:
        margins = tuple(around(value - neighbours, width) for value in values)
        return LayerAccuracies(tuple(around(value, width) for value in values), margins)

    return TreeEvaluation(
        "minilm", 64, 4000, 1200, 15_000, around(neighbours), accuracies(shares), accuracies((random,) * len(shares))
    )


def test_neighbours_skip_punctuation() -> None:
    assert neighbour_arcs(trees().nodes) == {(0, 1), (1, 2), (2, 4)}


def test_right_arcs_are_counted_and_missing_ones_named() -> None:
    read = trees(((0, 1), (1, 2), (2, 4)), ((0, 1), (1, 2), (1, 4)))
    first = tree_finding(read, 0, GOLD)
    assert "Before layer 1: 2 of the 3 word links are right" in first
    missing = missing_finding(read, 0, GOLD)
    assert "The embeddings misses" not in missing
    assert "“saw–yesterday”." in missing
    assert "would get 2." in missing
    second = tree_finding(read, 1, GOLD)
    assert "Layer 1: 3 of the 3 word links are right" in second
    assert missing_finding(read, 1, GOLD) == "Joining every word to the next would get 2."


def test_without_a_parse_no_arc_is_called_right() -> None:
    read = trees(((0, 1), (1, 2), (2, 4)), ((0, 4), (1, 4), (2, 4)))
    assert "3 of 3 links join neighbouring words" in tree_finding(read, 0, None)
    assert "1 of 3 links" in tree_finding(read, 1, None)
    assert "not known" in missing_finding(read, 0, None)
    assert layers_finding(read, None) == ""
    assert set(arc_table(read, None)["In the parse"]) == {"unknown"}


def test_the_best_layers_are_named() -> None:
    right, wrong = ((0, 1), (1, 2), (1, 4)), ((0, 2), (2, 4), (1, 4))
    assert "in layer 1: 3 of 3" in layers_finding(trees(wrong, right, wrong), GOLD)
    assert "in the embeddings and layer 2: 3 of 3" in layers_finding(trees(right, wrong, right), GOLD)
    assert "equally many right arcs: 1" in layers_finding(trees(wrong, wrong), GOLD)


def test_the_table_of_arcs_has_their_distances() -> None:
    table = arc_table(trees(((0, 1), (1, 2), (2, 4))), GOLD)
    assert table["Joined to"].tolist() == ["saw", "him", "yesterday"]
    assert table["Squared distance"].tolist() == [1.0, 6.0, 11.0]
    assert table["In the parse"].tolist() == ["yes", "yes", "no"]


@pytest.mark.parametrize(
    ("best", "width", "phrase"),
    [
        (0.60, 0.01, "20.0 points above joining every word to the next (40%), which is more than 10 points"),
        (0.45, 0.01, "5.0 points above joining every word to the next (40%), which is less than 10 points"),
        (
            0.50,
            0.02,
            "10.0 points above joining every word to the next (40%). Whether that is 10 points or more",
        ),
        (0.41, 0.03, "no better than joining every word to the next"),
        (0.30, 0.01, "10.0 points below joining every word to the next"),
    ],
)
def test_the_claim_of_ten_points_holds_or_not_by_the_numbers(best: float, width: float, phrase: str) -> None:
    text = evaluation_finding(evaluation((0.2, best, 0.15), width=width), "MiniLM")
    assert "MiniLM’s best layer is layer 1:" in text
    assert phrase in text
    assert sum(word in text for word in ("more than 10", "less than 10", "cannot be told", "no better", "below")) == 1


def test_embeddings_and_random_weights_are_compared_by_the_numbers() -> None:
    text = evaluation_finding(evaluation((0.2, 0.6)), "MiniLM")
    assert "get 20%: 40.0 points less; the same architecture with random weights gets 30%." in text
    opposite = evaluation_finding(evaluation((0.6, 0.2), random=0.7), "MiniLM")
    assert "best layer is the embeddings" in opposite
    assert "No layer does better than the embeddings" in opposite
    assert "gets 70%, which is more" in opposite
    assert "gets 60%, about as much" in evaluation_finding(evaluation((0.2, 0.6), random=0.6), "MiniLM")


def test_a_tree_is_claimed_only_where_layers_add_to_the_embeddings() -> None:
    """Pocket GPT: 53.6% in its embeddings, 54.0% in its best layer, both far above neighbours."""
    text = evaluation_finding(evaluation((0.536, 0.50, 0.54), neighbours=0.42), "pocket GPT")
    assert "more than 10 points" in text
    assert "words and their order give" not in text
    assert "words and their positions alone have as much" in text
    assert "(not clearly worse: layer 0)" in text
    assert "the intervals overlap" in text
    assert "words and their order give" not in evaluation_finding(
        evaluation((0.54, 0.50), neighbours=0.42), "a table of words"
    )
    clear = evaluation_finding(evaluation((0.53, 0.70, 0.68, 0.6), neighbours=0.42, width=0.015), "MiniLM")
    assert "words and their order give" in clear
    assert "(not clearly worse: layer 2)" in clear
    assert "the intervals overlap" not in clear


def test_the_twins_are_compared_in_either_direction() -> None:
    low, high, names = evaluation((0.3, 0.4)), evaluation((0.5, 0.6)), ("none", "sines")
    assert "less of a tree" in twin_finding(low, high, names)
    assert "more of a tree" in twin_finding(high, low, names)
    assert "about as many" in twin_finding(low, low, names)


def test_the_tables_hold_both_kinds_of_vectors_and_the_baseline() -> None:
    table = accuracy_table(evaluation((0.2, 0.6)), "MiniLM")
    assert table["vectors"].tolist() == ["MiniLM", "MiniLM", RANDOM_WEIGHTS, RANDOM_WEIGHTS]
    assert table["share"].tolist() == [0.2, 0.6, 0.3, 0.3]
    bars = best_layer_table({"a": evaluation((0.2, 0.6)), "b": evaluation((0.3, 0.1))}, {"a": "A", "b": "B"})
    assert bars["name"].tolist() == ["A, layer 1", NEIGHBOURS, "B, the embeddings"]
    assert bars["row"].tolist() == [1, 2, 3]
    chart = str(accuracy_lines(table, 0.4).to_dict())
    assert "Share of right arcs" in chart
    assert "UUAS" not in chart  # which only the method names
