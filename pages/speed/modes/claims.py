"""Three well-known claims, each beside its measurement."""

import streamlit as st

from cache.shipped.agreement import shipped_agreement
from cache.shipped.family import family_figures
from components.charts.files import ChartFigure
from components.distillation.tables.agreement import quality_finding
from components.speed.charts.claims import claim_bars
from components.speed.tables.claims import claim_table, relative_quality
from components.speed.tables.findings import claims, claims_finding, claims_note, judged_cell, operations_finding
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.presenting import shows_one_picture
from pages.speed.code import timing_code
from pages.speed.context import SpeedContext, benchmark_findings


def show(context: SpeedContext) -> Findings:
    """Show every claim with its verdict."""
    result = context.result
    quality = relative_quality(family_figures(), *(model.model_id for model in result.models))
    note(claims_note(result))
    judged_claims = claims(result, quality=quality)
    for number, (column, claim) in enumerate(zip(st.columns(3), judged_claims, strict=True)):
        with column.container(border=True, height="stretch", key=f"shown-{number}"):
            st.markdown(f"**“{claim.claim}”**")
            st.text(claim.measured)
            st.text(claim.verdict)
            if not shows_one_picture():
                st.caption(f"In the paper, with its own two models: {claim.paper}.")
    headline(claims_finding(result, judged_claims))
    note(operations_finding(result))
    note(_quality_note(context, measured=quality is not None))
    table = claim_table(result, quality=quality)
    chart = claim_bars(table)
    finding = " ".join(f"{claim.claim}: {claim.measured}. {claim.verdict}" for claim in judged_claims)
    st.markdown("**Measured (bar) and claimed (tick)**")
    st.altair_chart(chart, key="claims-bars", alt=finding)
    return benchmark_findings(
        "claims", context, [ChartFigure("claims", chart, table)], timing_code(result, judged_cell(result.cells).cell)
    )


def _quality_note(context: SpeedContext, *, measured: bool) -> str:
    first, second = context.result.models
    if measured:
        sentence = (
            f"Quality is the top-1 accuracy of {context.names[1]} divided by that of {context.names[0]}, "
            "on text that neither was trained on."
        )
        agreement = shipped_agreement(first.model_id, second.model_id)
        if agreement is not None:
            finding = quality_finding(agreement.summary, context.names)
            sentence += (
                f" On {agreement.summary.blanks} blanks written for “Distillation”: {finding[:1].lower()}{finding[1:]}"
            )
        return sentence
    if first.random or second.random:
        return (
            "The quality is unknown: random weights give no answers. With the weights on this machine, "
            "“Same blanks” in “Distillation” measures how far the two agree."
        )
    return "The quality of these two was not measured; “Same blanks” in “Distillation” measures how far they agree."
