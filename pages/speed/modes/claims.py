"""Three well-known claims, each beside what was measured."""

import streamlit as st

from cache.shipped.agreement import shipped_agreement
from cache.shipped.family import family_figures
from components.charts.files import ChartFigure
from components.distillation.tables.agreement import quality_finding
from components.model.statistics.bootstrap import Interval
from components.speed.charts.claims import claim_bars
from components.speed.model.results import TimingResult
from components.speed.tables.claims import claim_table, held_out_quality
from components.speed.tables.files import speed_conditions
from components.speed.tables.findings import claims, claims_finding, claims_note, judged_cell, operations_finding
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.rooms import SPEED
from pages.speed.code import CODE_NOTE, timing_code
from pages.speed.context import SpeedContext, provenance_text


def show(at: SpeedContext) -> Findings:
    """Every claim with its verdict."""
    result = at.result
    quality = _quality(result)
    note(claims_note(result))
    said = claims(result, quality=quality)
    for number, (column, claim) in enumerate(zip(st.columns(3), said, strict=True)):
        with column.container(border=True, height="stretch", key=f"shown-{number}"):
            st.markdown(f"**“{claim.claim}”**")
            st.text(claim.measured)
            st.text(claim.verdict)
    headline(claims_finding(result, said))
    note(operations_finding(result))
    note(_about_quality(at, measured=quality is not None))
    table = claim_table(result, quality=quality)
    chart = claim_bars(table)
    finding = " ".join(f"{claim.claim}: {claim.measured}. {claim.verdict}" for claim in said)
    st.markdown("**Measured (bar) and claimed (tick)**")
    st.altair_chart(chart, key="claims-bars", alt=finding)
    return Findings(
        "claims",
        [ChartFigure("claims", chart, table)],
        speed_conditions(result),
        timing_code(result, judged_cell(result.cells).cell),
        about=room_prose(SPEED, "claims"),
        note=provenance_text(at),
        link=at.link,
        code_note=CODE_NOTE,
    )


def _quality(result: TimingResult) -> Interval | None:
    """What the family's evaluation says of these two, if it compared them."""
    first, second = result.models
    found = family_figures()
    if first.model_id not in found or second.model_id not in found:
        return None
    one, other = found[first.model_id], found[second.model_id]
    # Models that answer different questions, or none rightly, have no quality to be compared.
    return held_out_quality(one, other) if one.causal == other.causal and min(one.top1, other.top1) > 0 else None


def _about_quality(at: SpeedContext, *, measured: bool) -> str:
    first, second = at.result.models
    if measured:
        said = (
            f"Quality is the top-1 accuracy of {at.names[1]} divided by that of {at.names[0]}, on text that neither "
            "was trained on."
        )
        authored = shipped_agreement(first.model_id, second.model_id)
        if authored is not None:
            found = quality_finding(authored.summary, at.names)
            said += f" On {authored.summary.blanks} blanks written for “Distillation”: {found[:1].lower()}{found[1:]}"
        return said
    if first.random or second.random:
        return (
            "The quality is unknown: random weights give no answers. With the weights on this machine, "
            "“Same blanks” in “Distillation” measures how far the two agree."
        )
    return "The quality of these two was not measured; “Same blanks” in “Distillation” measures how far they agree."
