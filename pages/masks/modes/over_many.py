"""The effect of hiding a side over the probe set: shipped for the bundled twins, computed on request for others."""

import streamlit as st

import cache.engine
import cache.masks
from cache.shipped.side_ablation import shipped_side_ablation
from components.charts.files import ChartFigure
from components.masks.charts.sides import effect_strips
from components.masks.tables.side_ablation import (
    STRIP_LEGEND,
    amount_finding,
    effect_finding,
    effect_table,
    group_finding,
    rank_finding,
    skipped_finding,
    strip_description,
    twins_finding,
    twins_table,
)
from components.model.blanks.blank_probes import FILE
from components.model.blanks.sides_results import ContextSide, SideAblation
from components.model.checkpoints.records import ModelRecord
from pages.parts.findings import Findings, Provenance, joint_conditions
from pages.parts.layout import note
from pages.parts.links.address import replace_address
from pages.parts.long_work import run_on_request
from pages.parts.settings import choice
from pages.parts.snippets import model_source, repository_path

TAKES = "It runs the model on about a hundred sentences, up to three times each."
LEFT, RIGHT, TWINS = "the right side hidden", "the left side hidden", "a left-to-right model"
HIDDEN = "hidden"  # in the link
OLD_TWINS = "against the model beside it"  # in old links


def show(model: ModelRecord, beside: ModelRecord | None) -> Findings | None:
    """Draw the strips for one side, and the findings."""
    st.markdown("**Over many sentences**")
    effects = _effects(model)
    if effects is None:
        return None
    if st.query_params.get(HIDDEN) == OLD_TWINS:
        replace_address({**st.query_params.to_dict(), HIDDEN: TWINS})
    chosen = choice("What is compared", HIDDEN, [LEFT, RIGHT] if beside is None else [LEFT, RIGHT, TWINS])
    if chosen == TWINS and beside is not None:
        other = _effects(beside)
        if other is None:
            return None
        side = ContextSide.LEFT
        table, spreads = twins_table(effects, other), cache.masks.effect_spreads(model.id, beside.id)
        finding = twins_finding(effects, other, spreads, (model.name, beside.name))
        ranks, what = rank_finding(table, f"for {beside.name}", f"for {model.name}"), f"gain of {beside.name}"
        title = f"Bits gained by {beside.name} over {model.name} with its right side hidden"
    else:
        other, side = None, ContextSide.LEFT if chosen == LEFT else ContextSide.RIGHT
        table, finding = effect_table(effects, side), effect_finding(effects, side, model=model.name)
        spreads = cache.masks.effect_spreads(model.id, side)
        ranks, what = rank_finding(table, "with both sides", f"with the {side.value}"), "loss"
        title = f"Bits the word loses with the {side.value}"
    amount, groups = amount_finding(effects), group_finding(spreads, what)
    note(finding, ranks, amount, groups, skipped_finding(effects))
    st.caption(STRIP_LEGEND)
    chart = effect_strips(table, spreads, title=title)
    st.altair_chart(chart, key="many-strips", alt=strip_description(spreads, title))
    measured = [(model, effects), *([] if beside is None or other is None else [(beside, other)])]
    side_seen = "left" if side is ContextSide.LEFT else "right"
    causal = model_source(beside) if beside is not None and other is not None else None
    return Findings(
        "many",
        [ChartFigure("every-sentence", chart, table), ChartFigure("spread", None, spreads)],
        effects.conditions if other is None else joint_conditions(effects.conditions, other.conditions),
        {"probes": repository_path(FILE), "side": side_seen, "causal": causal},
        computed=tuple(
            Provenance(record, ablation.conditions, live=shipped_side_ablation(record.id) is None)
            for record, ablation in measured
        ),
        code_note="The median over all sentences, in plain transformers code for a notebook:",
        label="Export the figures of all sentences",
    )


def _effects(model: ModelRecord) -> SideAblation | None:
    """The shipped effects, or those computed when the visitor presses the button; None before that."""
    shipped = shipped_side_ablation(model.id)
    if shipped is not None:
        return shipped
    status = f"{model.name} has not been run on the test sentences on this machine."
    with run_on_request(
        f"Run {model.name}", f"{status} {TAKES}", question=model.id, key=f"effects-{model.id}"
    ) as progress:
        return None if progress is None else cache.masks.side_ablation(model.id, progress)
