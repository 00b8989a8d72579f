"""Three well-known claims, each beside what was measured."""

import streamlit as st

from cache.agreement import shipped_agreement
from cache.family import family_figures
from components.charts.files import Figure
from components.charts.speed_claims import claim_bars
from components.model.timing_results import Interval, TimingResult
from components.tables.distillation import quality_finding
from components.tables.speed_claims import claim_table, held_out_quality
from components.tables.speed_files import speed_conditions
from components.tables.speed_findings import claims, claims_note, operations_finding
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.shown import Shown, measured_by
from pages.speed.timing_snippets import CODE_NOTE, claims_snippet

ABOUT = """
“It is possible to reduce the size of a BERT model by 40%, while retaining 97% of its language understanding
capabilities and being 60% faster”: so the abstract of Sanh et al. 2019, about DistilBERT. *Smaller* compares numbers of
parameters, *faster* the medians of one pass, both of this benchmark; *quality* is what held-out text shows of the
pocket family, the share of hidden pieces that come first:
"""
FORMULA = (
    r"1 - \frac{N_\mathrm{second}}{N_\mathrm{first}}, \qquad "
    r"\frac{\mathrm{median}(t_\mathrm{first})}{\mathrm{median}(t_\mathrm{second})} - 1, \qquad "
    r"\frac{\mathrm{top1}_\mathrm{second}}{\mathrm{top1}_\mathrm{first}}"
)
MORE = """
A claim is met by what comes within two hundredths of it, its interval counted in. The speed is that of the smallest
batch that was timed, and of the length nearest to 128 tokens. The paper timed a pass over the task STS-B on a
processor, one sentence pair at a time (table 3), and names no length. Its models end in a small head for that task;
those timed here end in the vocabulary head, which is as large in both and brings the ratio nearer to 1.

**What this does not show:** the paper's own quality, which is the score of nine tasks of understanding (GLUE) after
training for each; nothing here stands for that. Nor its own machine: a claim that fails here may hold there. Sources:
Sanh et al. 2019, [DistilBERT](https://arxiv.org/abs/1910.01108), section 4; Wang et al. 2018,
[GLUE](https://arxiv.org/abs/1804.07461).
"""


def show(at: Shown) -> None:
    """Every claim with its verdict."""
    st.subheader("Smaller, faster, as good?", anchor=False)
    result = at.result
    quality = _quality(result)
    if note := claims_note(result):
        st.text(note)
    said = claims(result, quality=quality)
    for column, claim in zip(st.columns(3), said, strict=True):
        with column.container(border=True, height="stretch"):
            st.markdown(f"**“{claim.claim}”**")
            st.text(claim.measured)
            st.text(claim.verdict)
    st.text(operations_finding(result))
    st.text(_about_quality(at, measured=quality is not None))
    table = claim_table(result, quality=quality)
    chart = claim_bars(table)
    finding = " ".join(f"{claim.claim}: {claim.measured}. {claim.verdict}" for claim in said)
    st.altair_chart(chart, key="claims-bars", alt=finding)
    measured_by(at)
    with st.expander("How this is computed, and what it does not show", key="claims-about"):
        st.markdown(ABOUT)
        typeset(FORMULA)
        st.markdown(MORE)
    take_away(
        [Figure("claims", chart, table)],
        speed_conditions(result),
        snippet=claims_snippet(result),
        key="claims",
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


def _about_quality(at: Shown, *, measured: bool) -> str:
    first, second = at.result.models
    if measured:
        said = (
            f"The quality is {at.names[1]}’s share of right first choices over {at.names[0]}’s, on text that neither "
            "was trained on."
        )
        authored = shipped_agreement(first.model_id, second.model_id)
        if authored is not None:
            found = quality_finding(authored.summary, at.names)
            said += f" Over {authored.summary.blanks} blanks written for this room, {found[:1].lower()}{found[1:]}"
        return said
    if first.random or second.random:
        return (
            "The quality is unknown here: random weights answer nothing. With the weights on this machine, "
            "“The same blanks” measures how far the two agree."
        )
    return "The quality of these two was not measured beforehand; “The same blanks” measures how far they agree."
