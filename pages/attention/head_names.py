"""The panel with the names of heads, as measured on the probe sentences."""

import streamlit as st

from cache.shipped.head_scores import shipped_head_scores
from components.attention.model.results import head_labels
from components.attention.tables.head_scores import label_finding, label_table
from pages.attention.context import AttentionContext
from pages.parts.layout import note
from pages.parts.settings import linked_expander

OPEN = "names"  # in the link


def names_panel(context: AttentionContext) -> None:
    """Say how many heads have a name, and list them if the panel is open. Draws nothing for models without scores."""
    scores = shipped_head_scores(context.model.id)
    if scores is None:
        return
    labels = head_labels(scores)
    finding = label_finding(labels, model=context.model.name)
    note(finding)
    panel = linked_expander("Names of heads", OPEN)
    if panel is not None:
        with panel:
            st.dataframe(label_table(labels), hide_index=True, key="names-table", alt=finding)
            st.caption(f"Measured on {scores.sentences:,} test sentences, not on the one above.")
