"""Trees read from the layers: tables, and sentences about one sentence and about many."""

from collections.abc import Mapping, Sequence

import pandas as pd

from components.model.statistics.bootstrap import Interval
from components.probing.model.parsed_sentences import Arc, Arcs
from components.probing.model.tree_results import PredictedTrees, TreeEvaluation, neighbour_arcs
from components.probing.tables.probe import overlaps_text
from components.tables.numbers import fixed, interval_text, percent_number, percentage
from components.tables.phrases import by_count, count_phrase, list_phrase, part_phrase, possessive
from components.tables.ties import overlapping_indices

CLAIM = 0.10  # the margin over neighbours from which trees are called more than word order
RANDOM_WEIGHTS = "random weights"
NEIGHBOURS = "Every word joined to the next"
_MISSING_LIMIT = 3  # missing arcs that are named
_ACCURACY_COLUMNS = ["vectors", "layer", "share", "low", "high"]


def right_counts(trees: PredictedTrees, gold: Arcs) -> list[int]:
    """The number of right arcs in each layer."""
    return [len(gold.intersection(arcs)) for arcs in trees.arcs]


def layer_name(layer: int) -> str:
    """A layer in the middle of a sentence."""
    return "the embeddings" if layer == 0 else f"layer {layer}"


def arc_table(trees: PredictedTrees, gold: Arcs | None) -> pd.DataFrame:
    """One row per layer and arc: ``Layer``, ``Word``, ``Joined to``, ``Squared distance``, ``In the parse``."""
    places = {node: place for place, node in enumerate(trees.nodes)}
    return pd.DataFrame(
        [
            {
                "Layer": layer,
                "Word": trees.words[low].text,
                "Joined to": trees.words[high].text,
                "Squared distance": float(trees.distances[layer, places[low], places[high]]),
                "In the parse": "unknown" if gold is None else "yes" if (low, high) in gold else "no",
            }
            for layer, arcs in enumerate(trees.arcs)
            for low, high in arcs
        ]
    )


def tree_finding(trees: PredictedTrees, layer: int, gold: Arcs | None) -> str:
    """What the tree of one layer is like; ``gold`` holds the arcs of the parse, None where it is unknown."""
    arcs = trees.arcs[layer]
    source = f"Layer {layer}" if layer else "Before layer 1"
    if gold is None:
        chain = len(neighbour_arcs(trees.nodes).intersection(arcs))
        joining = part_phrase(chain, len(arcs), "link")
        verb = by_count(1 if len(arcs) == 1 else chain, "joins", "join")
        return f"{source}: {joining} {verb} neighbouring words."
    right = right_counts(trees, gold)[layer]
    links = count_phrase(len(gold), "word link")
    return f"{source}: {right} of the {links} {by_count(right, 'is', 'are')} right."


def missing_finding(trees: PredictedTrees, layer: int, gold: Arcs | None) -> str:
    """Which arcs the tree of one layer misses, or that this is unknown; ``gold`` as in :func:`tree_finding`."""
    if gold is None:
        return "The parse of this sentence is not known here, so no arc can be called right or wrong."
    text = f"Joining every word to the next would get {len(gold & neighbour_arcs(trees.nodes))}."
    missing = sorted(gold.difference(trees.arcs[layer]))
    if missing:
        named = [_arc_text(trees, arc) for arc in missing[:_MISSING_LIMIT]]
        if len(missing) > _MISSING_LIMIT:
            named.append(f"{len(missing) - _MISSING_LIMIT} more")
        text = f"Missing here: {list_phrase(named)}. {text}"
    return text


def layers_finding(trees: PredictedTrees, gold: Arcs | None) -> str:
    """In which layers of one sentence most arcs are right; empty where its parse is unknown."""
    if gold is None:
        return ""
    counts = right_counts(trees, gold)
    best = [layer for layer, count in enumerate(counts) if count == max(counts)]
    if len(best) == len(counts):
        return f"All layers have equally many right arcs: {counts[0]}."
    return f"Most are right in {list_phrase([layer_name(layer) for layer in best])}: {max(counts)} of {len(gold)}."


def _arc_text(trees: PredictedTrees, arc: Arc) -> str:
    return "“{}–{}”".format(*(trees.words[word].text for word in arc))


def accuracy_table(evaluation: TreeEvaluation, model: str) -> pd.DataFrame:
    """One row per kind of vectors and layer. Columns: ``vectors``, ``layer``, ``share``, ``low``, ``high``."""
    rows = [
        (name, layer, interval.value, interval.low, interval.high)
        for name, accuracies in ((model, evaluation.trained), (RANDOM_WEIGHTS, evaluation.random))
        for layer, interval in enumerate(accuracies.accuracy)
    ]
    return pd.DataFrame(rows, columns=_ACCURACY_COLUMNS)


def best_layer_table(evaluations: Mapping[str, TreeEvaluation], names: Mapping[str, str]) -> pd.DataFrame:
    """The best layer of every model, the best model first, and joining every word to the next.

    Args:
        evaluations: By model id.
        names: The models' names by id.

    Returns:
        Columns: ``row`` from 1, ``name``, ``value``, ``low``, ``high``, ``figure``.
    """
    rows = [(NEIGHBOURS, next(iter(evaluations.values())).neighbours)]
    for model_id, evaluation in evaluations.items():
        best = evaluation.trained.best_layer
        rows.append((f"{names[model_id]}, {layer_name(best)}", evaluation.trained.accuracy[best]))
    rows.sort(key=lambda row: -row[1].value)
    return pd.DataFrame(
        {
            "row": range(1, len(rows) + 1),
            "name": [name for name, _ in rows],
            "value": [interval.value for _, interval in rows],
            "low": [interval.low for _, interval in rows],
            "high": [interval.high for _, interval in rows],
            "figure": [interval_text(interval) for _, interval in rows],
        }
    )


def evaluation_finding(evaluation: TreeEvaluation, model: str) -> str:
    """How many arcs are right on sentences not used in training, against neighbours, layer 0 and random weights."""
    trained, random = evaluation.trained, evaluation.random
    best = trained.best_layer
    adds_context = best > 0 and 0 not in overlapping_indices(trained.accuracy, best)
    return " ".join(
        (
            f"On {evaluation.sentence_count:,} sentences not used in training, {possessive(model)} best layer is "
            f"{layer_name(best)}{overlaps_text(trained.accuracy, best)}: "
            f"{interval_text(trained.accuracy[best])} of the arcs are right.",
            _claim(trained.margin[best], evaluation.neighbours, adds_context=adds_context),
            _comparison(trained.accuracy, best, random.accuracy[random.best_layer]),
        )
    )


def _claim(margin: Interval, neighbours: Interval, *, adds_context: bool) -> str:
    """Whether the margin over joining every word to the next is at least :data:`CLAIM`.

    It is called more than words and their order only if layers add to the embeddings: vectors of words and positions,
    without any context, have such a margin, too.
    """
    baseline = f"joining every word to the next ({percentage(neighbours.value)})"
    if margin.high < 0:
        return f"That is {_points(-margin.value)} below {baseline}: the probe reads less than word order alone gives."
    if margin.low <= 0:
        return f"That is no better than {baseline}, within the margin of error."
    above = f"That is {_points(margin.value)} above {baseline}"
    limit = f"{percent_number(CLAIM)} points"
    if margin.low >= CLAIM:
        if not adds_context:
            return f"{above}, which is more than {limit}; but words and their positions alone have as much."
        return f"{above}, which is more than {limit}, and more than words and their order give."
    if margin.high < CLAIM:
        return f"{above}, which is less than {limit}: little more than word order."
    return f"{above}. Whether that is {limit} or more cannot be told from so few sentences."


def _comparison(accuracy: Sequence[Interval], best: int, random: Interval) -> str:
    """The best layer beside the embeddings and random weights."""
    value, embeddings = accuracy[best], accuracy[0]
    if best == 0:
        text = "No layer does better than the embeddings"
    else:
        overlap = ", and the intervals overlap" if embeddings.high >= value.low else ""
        text = (
            f"The embeddings, which know no context, get {percentage(embeddings.value)}: "
            f"{_points(value.value - embeddings.value)} less{overlap}"
        )
    other = f"the same architecture with random weights gets {percentage(random.value)}"
    if value.low > random.high:
        return f"{text}; {other}."
    return f"{text}; {other}, {'which is more' if value.high < random.low else 'about as much'}."


def twin_finding(without: TreeEvaluation, positions: TreeEvaluation, names: tuple[str, str]) -> str:
    """The twin without positions beside one with positions, trained on equally many tokens.

    Args:
        without: The model without positions.
        positions: The model with positions.
        names: Of both models, in this order.
    """
    first, second = (each.trained.accuracy[each.trained.best_layer] for each in (without, positions))
    shares = f"{names[0]} gets {interval_text(first)}, its twin {names[1]} {interval_text(second)}"
    if first.high < second.low:
        return f"Without positions there is less of a tree to read: {shares}."
    if first.low > second.high:
        return f"Without positions there is more of a tree to read: {shares}."
    return f"With and without positions about as many arcs are right: {shares}."


def _points(share: float) -> str:
    return f"{fixed(100 * share, 1)} points"
