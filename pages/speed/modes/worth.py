"""What the teacher was worth: the student beside its control, which had the same size and text and no teacher."""

from dataclasses import replace

import streamlit as st

from cache.agreement import shipped_agreement
from cache.family import family_figures
from components.charts.distillation import family_bars, interval_bars
from components.charts.files import Figure
from components.model.agreement_results import Agreement
from components.model.registry import record
from components.tables.distillation import agreement_table, share_text
from components.tables.distillation_family import FamilyFigures, family_finding, family_table
from pages.parts.conditions import computed_by
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.snippets import worth_snippet

TEACHER, STUDENT, CONTROL = "pocket-bert", "pocket-distilbert", "pocket-scratch"
ABOUT = """
The student and its control have the same layers and width and read the same corpus, the student {student:,} pieces and
the control {control:,}. The student began with copies of some of its teacher's layers and learned from its answers too;
the control began at random and learned from the hidden words alone. So the difference is what a teacher is worth:
copies and soft targets together.
"""
FORMULA = r"\mathrm{top1} = \frac{1}{n} \sum_{i=1}^{n} \bigl[\, \arg\max_w q(w \mid \text{blank } i) = w_i \,\bigr]"
MORE = """
The pieces asked for are hidden in documents that none of them was trained on.

**What this does not show:** which part came from the copied layers and which from the soft targets. Nor what the
control would reach with more training, which the teacher had: its own hours count, and are not in the student's. One
training each, from one seed: another might differ by some tenths of a point. Sources: Sanh et al. 2019,
[DistilBERT](https://arxiv.org/abs/1910.01108), table 4; Turc et al. 2019, [Well-read students learn
better](https://arxiv.org/abs/1908.08962), which trains small models without a teacher first.
"""


def show() -> None:
    """The family's figures; needs no model."""
    st.subheader("What was the teacher worth?", anchor=False)
    members = [_member(model_id) for model_id in (TEACHER, STUDENT, CONTROL)]
    teacher, student, control = members
    table = family_table(members)
    finding = family_finding(teacher, student, control)
    st.text(finding)
    right, alike = st.columns(2)
    with right:
        st.markdown("**Right first choices** on held-out text")
        tops = family_bars(table, "top1", title="Right first choices")
        st.altair_chart(tops, key="worth-top1", alt=finding)
    with alike:
        st.markdown(f"**The same first choice as {teacher.name}**")
        same = family_bars(table.iloc[1:].assign(row=[1, 2]), "agreement", title="Same first choice")
        st.altair_chart(same, key="worth-agreement", alt=finding)
    figures = [Figure("family", tops, table)]
    pairs = [(one, found) for one in (STUDENT, CONTROL) if (found := shipped_agreement(TEACHER, one)) is not None]
    for model_id, found in pairs:
        figures.append(_authored(model_id, found))
    with st.expander("How this is computed, and what it does not show", key="worth-about"):
        tokens = {name: family_figures()[one].tokens for name, one in (("student", STUDENT), ("control", CONTROL))}
        st.markdown(ABOUT.format(**tokens))
        typeset(FORMULA)
        st.markdown(MORE)
    _computed(pairs[0][1])
    conditions = replace(pairs[0][1].conditions[0], model_id=", ".join((TEACHER, STUDENT, CONTROL)))
    note = "The shares over the authored blanks from plain transformers code, for a notebook:"
    take_away(figures, conditions, snippet=worth_snippet(TEACHER, (STUDENT, CONTROL)), key="worth", code_note=note)


def _member(model_id: str) -> FamilyFigures:
    found = family_figures()[model_id]
    return FamilyFigures(record(model_id).name, found.top1, found.loss, found.agreement, found.kl)


def _authored(model_id: str, found: Agreement) -> Figure:
    """The same question over the blanks written for this room."""
    names = record(TEACHER).name, record(model_id).name
    taught = model_id == STUDENT
    does = "says what its teacher says" if taught else f"makes {names[0]}’s first choice"
    said = (
        f"Over {found.summary.blanks} blanks written for this room, {names[1]} {does} in "
        f"{share_text(found.summary.first_choice)}."
    )
    st.text(said)
    table = agreement_table(found.summary, names=None if taught else names)
    chart = interval_bars(table)
    st.altair_chart(chart, key=f"worth-{model_id}", alt=said)
    return Figure(f"{model_id}-authored", chart, table)


def _computed(found: Agreement) -> None:
    for model_id in (TEACHER, STUDENT, CONTROL):
        computed_by(record(model_id), found.conditions[0], parameters=None, live=False)
    st.caption("Held-out text does not ship with the app: these figures lie beside the weights, in their cards.")
