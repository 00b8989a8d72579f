"""Inside the feed-forward layer: the most active units for a word, what they write, and the answer without one."""

from collections.abc import Sequence

import streamlit as st

import cache.inside
from components.charts.files import ChartFigure
from components.inside.charts.units import ablation_bars, unit_bars
from components.inside.model.results import UnitAblation, UnitActivity
from components.inside.tables.units import (
    ablation_finding,
    peak_table,
    unit_finding,
    unit_name,
    unit_pair_table,
    unit_table,
)
from pages.inside.selection import choose_token
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.long_work import run_on_request
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import shows_one_picture
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import linked_expander, option

LAYER, UNIT, PROBES = "layer", "unit", "probes"  # in the link; the unit by its place among the most active ones
WAITS = "The model reads 250 sentences one by one, which takes a while."


def show(context: BlankContext) -> Findings:
    """Draw the most active units, and one of them switched off."""
    question = context.model.id, context.sentence, context.masked
    traced = cache.inside.traced_pass(*question)
    token, word = choose_token(context, traced)
    layers = [str(number) for number in range(1, traced.facts.layers + 1)]
    layer = option("Layer", LAYER, layers, default=len(layers) - 1, first=1)
    units = cache.inside.unit_activity(*question, token, layer)
    chosen = units[option("Unit", UNIT, [unit_name(each.unit) for each in units], first=1)]
    finding = unit_finding(chosen, layer=layer, word=word)
    headline(finding)
    ablation = cache.inside.without_unit(*question, token, layer, chosen.unit) if traced.facts.has_head else None
    if shows_one_picture() and ablation is not None:
        figures = [_draw_answer(ablation, chosen.unit, word)]
    else:
        left, right = st.columns(2)
        with left:
            figures = [_draw_units(units, finding)]
        with right:
            if ablation is not None:
                figures.append(_draw_answer(ablation, chosen.unit, word))
    _draw_peaks(context.model.id, layer, chosen.unit)
    inputs = {"input_ids": list(traced.ids), "blank": token, "layer": layer, "unit": chosen.unit}
    return Findings("units", figures, traced.conditions, inputs)


def _draw_units(units: Sequence[UnitActivity], finding: str) -> ChartFigure:
    st.markdown("**Units that write most**: length of what each adds, and the tokens it writes towards")
    table = unit_table(units)
    bars = unit_bars(table)
    st.altair_chart(bars, key="units-bars", alt=finding)
    return ChartFigure("units", bars, table)


def _draw_answer(ablation: UnitAblation, unit: int, word: str) -> ChartFigure:
    st.markdown(f"**The answer at “{escape_markdown(word)}”**, with {unit_name(unit).lower()} on and off")
    table = unit_pair_table(ablation)
    finding = ablation_finding(table, unit)
    note(finding)
    pairs = ablation_bars(table)
    st.altair_chart(pairs, key="units-off", alt=finding)
    return ChartFigure("unit-off", pairs, table)


def _draw_peaks(model_id: str, layer: int, unit: int) -> None:
    """The probe sentences in which a unit is most active, once a visitor asks for them."""
    panel = linked_expander("In which sentences is this unit most active?", PROBES)
    if panel is None:
        return
    with (
        panel,
        run_on_request("Read the probe sentences", WAITS, question=(model_id, layer), key="units") as on_progress,
    ):
        if on_progress is not None:
            peaks = cache.inside.unit_peaks(model_id, layer, on_progress)[unit]
            st.markdown(f"**{unit_name(unit)} of layer {layer + 1}**: its highest values in 250 probe sentences")
            st.dataframe(peak_table(peaks), hide_index=True, key="units-peaks")
