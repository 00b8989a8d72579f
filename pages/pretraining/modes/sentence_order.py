"""With and without NSP, as papers report it; and sentence order (SOP) on the visitor's pair."""

from dataclasses import dataclass

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL
from components.pretraining.model.published_objectives import ABLATIONS
from components.pretraining.tables.objectives import ablation_table, order_finding, order_table, published_finding
from components.tasks.model.results import PairReading
from components.tasks.model.specs import NEIGHBOUR
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import headline, note
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.box import second_sentence
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.snippets import model_source, repository_path, snippet

NAMES, FIGURES = 140, 80  # pixels
EXAMPLE_NOTE = "The order of an example pair, in plain transformers code:"


@dataclass(frozen=True)
class PublishedConditions:
    """The origin of the tables."""

    compiled_from: str = "the papers named above the tables"


def show(context: SentenceContext) -> Findings:
    """Draw the published comparisons and, if there is a pair, how a head trained on order judges it."""
    word_tiles(context.tokens)
    second = second_sentence(context.sentence)
    headline(published_finding())
    published = _draw_published()
    if not second.strip():
        st.info("Type a second sentence to see its order judged.", icon=":material/edit:")
        code = snippet(PRETRAINING, "sentence_order")
        return Findings("sentence_order", published, PublishedConditions(), code, code_note=EXAMPLE_NOTE)
    reading = cache.tasks.pair_reading(NEIGHBOUR, context.sentence, second)
    return Findings(
        "sentence_order",
        [*published, _draw_order(reading)],
        reading.conditions,
        {
            "first": context.sentence,
            "second": second,
            "encoder": model_source(MULTITASK_MODEL),
            "added": repository_path(HEADS_FOLDER),
        },
        computed=(Provenance(MULTITASK_MODEL, reading.conditions),),
    )


def _draw_published() -> list[ChartFigure]:
    figures = []
    for number, ablation in enumerate(ABLATIONS):
        st.markdown(f"**[{ablation.paper}]({ablation.link}), {ablation.table}**")
        table = ablation_table(ablation)
        shown = {task: st.column_config.NumberColumn(task, format="%.1f") for task in ablation.tasks}
        st.dataframe(
            table.rename(columns={"objective": "Pre-training"}),
            hide_index=True,
            height="content",
            key=f"ablation-{number}",
            column_config=shown,
        )
        figures.append(ChartFigure(f"ablation-{number + 1}", None, table))
    note("Figures in percent, as printed, on development sets.")
    return figures


def _draw_order(reading: PairReading) -> ChartFigure:
    after, before = (reading.spec.labels.index(label) for label in ("next", "before"))
    now, swapped = reading.probabilities, reading.swapped_probabilities
    order = order_table(float(now[after]), float(now[before]), (float(swapped[after]), float(swapped[before])))
    finding = order_finding(order)
    st.markdown("**Sentence order (SOP) on your pair:** probability that the order is right")
    chart = labelled_bars(
        order,
        value="probability",
        name="name",
        figure="figure",
        title="Probability",
        name_width=NAMES,
        figure_width=FIGURES,
        scale_max=1.0,
    )
    st.altair_chart(chart, key="order", alt=finding)
    st.caption(finding)
    return ChartFigure("order", chart, order)
