"""What changed inside: weights and vectors of each layer, and forgetting."""

import streamlit as st

from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.titles import with_title
from components.teaching.charts.maps import sentence_map
from components.teaching.model.results import FineTuningResult, MapMethod
from components.teaching.tables.inside import (
    blanks_note,
    cka_finding,
    head_note,
    layer_change_table,
    similarity_finding,
    weight_finding,
)
from components.teaching.tables.maps import (
    AFTER,
    BEFORE,
    LABEL_SHARE_NOTE,
    cls_bounds,
    cls_table,
    layer_bounds,
    layer_captions,
    layer_table,
)
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.settings import choice
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.origin import draw_origin
from pages.teaching.weights import link_to_rooms

NAME, FIGURE = 110, 80  # pixels
MAP_HEIGHT = 260  # pixels


def show(context: TeachingContext) -> Findings:
    """Draw the changes by layer, and one layer's vectors before and after."""
    result = context.result
    table = layer_change_table(result)
    headline(weight_finding(result))
    draw_origin(context)
    left, right = st.columns(2, gap="medium")
    with left:
        moved = labelled_bars(
            table, value="moved", name="name", figure="figure", title="Moved, %", name_width=NAME, figure_width=FIGURE
        )
        moved = with_title(moved, "Change of the weights, % of their norm")
        st.altair_chart(moved, key="moved", alt=weight_finding(result))
    with right:
        alike = labelled_bars(
            table,
            value="alike",
            name="name",
            figure="alike_figure",
            title="CKA",
            name_width=NAME,
            figure_width=FIGURE,
            scale_max=1.0,
        )
        alike = with_title(alike, "Similarity before and after (CKA)")
        st.altair_chart(alike, key="alike", alt=cka_finding(result))
        st.caption(
            "CKA compares which sentences are close to each other before and after: 1 = the same, 0 = unrelated. "
            f"{similarity_finding(result)}"
        )
    layer = st.select_slider("Layer", range(len(result.layer_maps)), value=len(result.layer_maps) - 1, key="map-layer")
    places, captions = layer_table(result, layer), layer_captions(result, layer)
    columns = st.container(key="layer-maps").columns(2, gap="medium")
    for column, when, points, caption in zip(columns, (BEFORE, AFTER), result.layer_maps[layer], captions, strict=True):
        with column:
            some = places[places["when"] == when]
            picture = sentence_map(
                some,
                labels=result.labels,
                bounds=layer_bounds(points),
                height=MAP_HEIGHT,
                title=f"{when}, layer {layer}",
            )
            st.altair_chart(picture, key=f"layer-{when}", alt=f"Layer {layer}. {caption}.")
            st.caption(caption)
    if result.layer_spreads:
        st.caption(LABEL_SHARE_NOTE)
    with st.container(key="cls-maps"):
        figures = _draw_cls(result)
    note(blanks_note(result), head_note(result))
    return run_findings(
        "inside",
        context,
        [ChartFigure("moved", moved, table), ChartFigure("layer", None, places), *figures],
        code="inside",
        onward=lambda: link_to_rooms(context),
    )


def _draw_cls(result: FineTuningResult) -> list[ChartFigure]:
    """The vectors of [CLS] before and after, by a projection that the visitor chooses."""
    st.markdown("**[CLS] of the held-out sentences, last layer**")
    offered = [drawn.projection.value for drawn in result.cls_maps]
    projection = MapMethod(choice("[CLS] drawn by", "drawn", offered))
    table = cls_table(result, projection)
    for column, when in zip(st.columns(2, gap="medium"), (BEFORE, AFTER), strict=True):
        with column:
            points = table[table["when"] == when]
            picture = sentence_map(
                points,
                labels=result.labels,
                bounds=cls_bounds(points),
                height=MAP_HEIGHT,
                title=f"{when}, {projection.value}",
            )
            st.altair_chart(
                picture, key=f"cls-{when}", alt=f"[CLS] vectors {when.lower()} the run, {projection.value}."
            )
    return [ChartFigure("cls", None, table)]
