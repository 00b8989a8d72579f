"""Encoder, decoder or both: the three masks, and what each is for."""

import streamlit as st

from components.charts.files import Figure
from components.family.charts.masks import mask_grid
from components.family.model.members import FAMILY
from components.family.model.shape import Reads
from components.family.tables.masks import mask_table, seen_share
from components.tables.numbers import percentage
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyConditions, FamilyContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import FAMILY as ROOM
from pages.parts.stage import headline

KINDS = {
    Reads.ENCODER: ("An encoder", "Every token looks at all. For labels, vectors, and words hidden in the middle."),
    Reads.DECODER: ("A decoder", "A token looks at what is left of it. For text that is written word by word."),
    Reads.BOTH: ("Both", "The text above is read from both sides; what is written below looks at all of it, and left."),
}


def show(at: FamilyContext) -> Findings:
    """Draw who may look at whom, three times."""
    both, left = (percentage(seen_share(mask_table(reads))) for reads in (Reads.ENCODER, Reads.DECODER))
    headline(f"In a text of six an encoder’s tokens look at {both} of all pairs, a decoder’s at {left}.")
    figures = []
    for column, (reads, (name, purpose)) in zip(st.columns(3), KINDS.items(), strict=True):
        table = mask_table(reads)
        chart = mask_grid(table)
        who = ", ".join(member.name for member in FAMILY if member.reads is reads)
        with column:
            st.markdown(f"**{name}**")
            st.altair_chart(chart, key=f"mask-{reads.name}", width="content", alt=f"{name}: {reads.value}")
            st.caption(purpose)
            st.caption(f"{who}.")
        figures.append(Figure(name.lower().replace(" ", "-"), chart, table))
    return Findings(
        "masks", figures, FamilyConditions(), code_of(at.other), about=about(ROOM, "masks"), code_note=COUNTED
    )
