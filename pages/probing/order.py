"""All tasks at once, in the drawer: at which layer, on average, each task becomes readable."""

import streamlit as st

from cache.shipped.probes import CARD, RecordedProbes
from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord
from components.probing.charts.stack import centre_chart
from components.probing.tables.stack import AVERAGE_NOTE, nothing_added, shown_note, stack_finding, stack_table
from pages.parts.findings import WHY_ANSWERS_DIFFER, Findings, Provenance
from pages.parts.foot import conclude_part
from pages.parts.layout import note
from pages.parts.rooms import PROBING

TITLE = "Surface, then syntax, then meaning?"


def draw_order(model: ModelRecord, recorded: RecordedProbes) -> None:
    """Draw the recorded centre of gravity of every task, and the mean of each group."""
    stack = recorded.stack
    table, finding = stack_table(stack), stack_finding(stack, model=model.name)
    chart = centre_chart(table, len(stack.tasks[0].layers) - 1)
    st.altair_chart(chart, key="probing-stack", alt=finding)
    note(finding, nothing_added(stack), AVERAGE_NOTE, shown_note(stack))
    source = f"Surface and syntax: words of the {CARD.name}, {CARD.licence}. Meaning: built-in sentences."
    note(f"Bars: 95% intervals. {source}")
    note(WHY_ANSWERS_DIFFER)
    conditions = stack.tasks[0].conditions
    code = {
        "accuracies": {
            probed.task: [round(score.overall.value, 4) for score in probed.layers]
            for probed in stack.tasks
            if probed.added is not None
        }
    }
    conclude_part(
        PROBING,
        Findings(
            "stack",
            [ChartFigure("centres", chart, table)],
            conditions,
            code,
            computed=(Provenance(model, conditions, live=False, shows_size=False),),
            code_note="The centres, from the accuracies of all layers:",
        ),
    )
