"""The tree in the vectors: arcs over a sentence, read from every layer by a structural probe."""

from functools import partial

import streamlit as st

import cache.probing
from cache.shipped.first_probe import first_tree
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.probing.arcs import tree_arcs_input
from components.probing.charts.trees import accuracy_lines
from components.probing.model.tree_files import tree_evaluations
from components.probing.model.tree_presets import known_parse, tree_presets
from components.probing.model.tree_results import PredictedTrees, TreeEvaluation
from components.probing.tables.trees import (
    accuracy_table,
    arc_table,
    best_layer_table,
    evaluation_finding,
    layers_finding,
    missing_finding,
    tree_finding,
    twin_finding,
)
from pages.parts.findings import Findings, precomputed_findings, room_prose
from pages.parts.layout import draw_settings_in, headline, in_drawer, note, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.rooms import PROBING
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.filled import bring_sentence, note_filled
from pages.parts.sentence.notes import note_sentence
from pages.parts.settings import linked_number, text, write_number
from pages.probing.modes.probe import LIMITS, link_to_patching

SENTENCE, LAYER = "tree", "layer"  # in the link
TITLE = "How many arcs are right in other sentences?"
TRY = "Type a sentence of your own, and step through the layers."
_TWINS = ("pocket-nopos", "pocket-sinusoidal")  # trained on equally many tokens


def show(model: ModelRecord) -> Findings | None:
    """Draw the trees of a sentence, and the share of right arcs on a treebank's sentences."""
    bring_sentence(PROBING, SENTENCE)
    evaluations = tree_evaluations()
    evaluation = evaluations.get(model.id)
    if evaluation is None:
        _offer_models(model, list(evaluations))
        return None
    with draw_settings_in(st.container(key="tree-sentence")):
        sentence = text("Sentence", SENTENCE, tree_presets()[0].sentence)
        note_filled(sentence)
    note_sentence(SentenceContext(model, sentence))
    trees = cache.probing.sentence_trees(model.id, sentence)
    layer = _draw_trees(trees, evaluation, model)
    about = room_prose(
        PROBING,
        "tree",
        rank=evaluation.rank,
        train=f"{evaluation.training_count:,}",
        test=f"{evaluation.sentence_count:,}",
    )
    parsed = known_parse(trees.sentence)
    return Findings(
        "tree",
        [ChartFigure("arcs", None, arc_table(trees, None if parsed is None else parsed.arcs))],
        trees.conditions,
        _code_inputs(trees, layer),
        about=about,
        onward=link_to_patching,
    )


def show_precomputed(model: ModelRecord) -> Findings | None:
    """Draw the stored trees of the first sentence while the model loads; those of another wait for it."""
    trees = first_tree.read()
    evaluation = tree_evaluations().get(model.id)
    with draw_settings_in(st.container(key="tree-sentence")):
        sentence = text("Sentence", SENTENCE, tree_presets()[0].sentence)
    if evaluation is None or (model.id, sentence) != (trees.conditions.model_id, trees.sentence):
        return None
    _draw_trees(trees, evaluation, model)
    return precomputed_findings(trees.conditions)


def _draw_trees(trees: PredictedTrees, evaluation: TreeEvaluation, model: ModelRecord) -> int:
    """Draw the trees of a sentence, with the answer above and notes in the drawer; returns the layer in the link."""
    evaluations = tree_evaluations()
    parsed = known_parse(trees.sentence)
    gold = None if parsed is None else parsed.arcs
    best = evaluation.trained.best_layer
    layer = linked_number(LAYER, low=0, high=len(trees.arcs) - 1, default=best)
    headline(tree_finding(trees, layer, gold))
    note(missing_finding(trees, layer, gold), layers_finding(trees, gold))
    try_this(TRY)
    with st.container(key="tree-place"):
        tree_arcs_input(
            [(word.text, word.punctuation) for word in trees.words],
            trees.arcs,
            None if gold is None else sorted(gold),
            layer=layer,
            key="tree-arcs",
            on_choose=lambda chosen: write_number(LAYER, chosen, default=best),
        )
    note(f"An arc joins two words whose vectors are close after the probe’s map. {LIMITS}")
    note(evaluation_finding(evaluation, model.name))
    in_drawer(TITLE, partial(_draw_accuracies, model, evaluation, evaluations))
    return layer


def _draw_accuracies(model: ModelRecord, evaluation: TreeEvaluation, evaluations: dict[str, TreeEvaluation]) -> None:
    """Draw the recorded shares of right arcs, by layer and by model."""
    finding = evaluation_finding(evaluation, model.name)
    names = {model_id: model_record(model_id).name for model_id in evaluations}
    without, positions = (evaluations[twin] for twin in _TWINS)
    twins = twin_finding(without, positions, (names[_TWINS[0]], names[_TWINS[1]]))
    note(twins)
    by_layer, by_model = accuracy_table(evaluation, model.name), best_layer_table(evaluations, names)
    left, right = st.columns(2)
    with left:
        count = f"{evaluation.sentence_count:,}"
        st.markdown(f"**Right arcs by layer** on {count} sentences of UD English-EWT, not used in training")
        lines = accuracy_lines(by_layer, evaluation.neighbours.value)
        st.altair_chart(lines, key="tree-accuracy", alt=finding)
    with right:
        st.markdown("**The best layer of every bundled model**, with 95% intervals")
        bars = interval_bars(by_model)
        st.altair_chart(bars, key="tree-models", alt=twins)


def _offer_models(model: ModelRecord, model_ids: list[str]) -> None:
    """Say that a model has no probe, and offer those that do."""
    st.info(
        f"A probe fits one model only, and there is none for {escape_markdown(model.name)}. Choose another model.",
        icon=":material/touch_app:",
    )
    if hides_controls():
        return
    with st.container(horizontal=True, key="tree-choices"):
        for model_id in model_ids:
            st.button(
                f"Use {model_record(model_id).name}", key=f"tree-use-{model_id}", on_click=_use_model, args=(model_id,)
            )


def _use_model(model_id: str) -> None:
    if model_id == DEFAULT_MODEL:
        st.query_params.pop("model", None)
    else:
        st.query_params["model"] = model_id


def _code_inputs(trees: PredictedTrees, layer: int) -> dict[str, object]:
    words = [(trees.words[node].text, list(trees.token_positions[node])) for node in trees.nodes]
    return {
        "probe": trees.conditions.model_id,
        "input_ids": list(trees.token_ids),
        "words": words,
        "layer": layer,
    }
