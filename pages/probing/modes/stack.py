"""All tasks at once: at which layer, on average, each task becomes readable."""

import streamlit as st

import cache.probing
from cache.shipped.probes import CARD, recorded_probes
from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord
from components.probing.charts.stack import centre_chart
from components.probing.model.results import LayerStack
from components.probing.tables.stack import AVERAGE_NOTE, nothing_added, shown_note, stack_finding, stack_table
from pages.parts.findings import WHY_ANSWERS_DIFFER, Findings, Provenance
from pages.parts.layout import headline, note
from pages.parts.long_work import show_progress
from pages.parts.settings import choice
from pages.probing.modes.probe import SHIPPED, TREEBANK, link_to_patching

ADDED, WHOLE = "What layers add to layer 0", "Layer 0 counts, too"


def show(model: ModelRecord) -> Findings:
    """Draw the centre of gravity of every task, and the mean of each group."""
    recorded = recorded_probes(model.id)
    added = choice("What counts", "counts", [ADDED, WHOLE], drawn_as="list") == ADDED
    # Recorded first: training them all takes a while.
    if recorded is not None and choice("Sentences", "texts", [TREEBANK, SHIPPED], drawn_as="list") == TREEBANK:
        stack, live = recorded.stack, False
        source = f"Surface and syntax: words of the {CARD.name}, {CARD.licence}. Meaning: built-in sentences."
    else:
        stack, live = _train(model), True
        source = "All tasks are from built-in sentences."
    table = stack_table(stack, added=added)
    finding = stack_finding(stack, added=added, model=model.name)
    headline(finding)
    note(nothing_added(stack) if added else "")
    conditions = stack.tasks[0].conditions
    layers = len(stack.tasks[0].layers) - 1
    chart = centre_chart(table, layers)
    st.altair_chart(chart, key="probing-stack", alt=finding)
    st.caption(AVERAGE_NOTE)
    st.caption(" ".join(filter(None, [shown_note(stack) if added else "", f"Bars: 95% intervals. {source}"])))
    st.caption(WHY_ANSWERS_DIFFER)
    shown = [probed for probed in stack.tasks if (probed.added if added else probed.whole) is not None]
    code = {
        "accuracies": {probed.task: [round(score.overall.value, 4) for score in probed.layers] for probed in shown},
        "guesses": {} if added else {probed.task: round(probed.chance, 4) for probed in shown},
    }
    by = (Provenance(model, conditions, live=live, shows_size=live),)
    return Findings(
        "stack",
        [ChartFigure("centres", chart, table)],
        conditions,
        code,
        computed=by,
        code_note="The same centres, from the accuracies of all layers:",
        onward=link_to_patching,
    )


def _train(model: ModelRecord) -> LayerStack:
    with show_progress("Training the probes", f"{model.id} all", key="probing-all") as report:
        return cache.probing.layer_stack(model.id, report)
