"""Which of the teacher's layers each layer of the student came from, and which it is like now."""

import streamlit as st

from cache.distillation import layer_likeness
from components.charts.distillation_layers import likeness_grid
from components.charts.files import Figure
from components.tables.distillation_formulas import CKA
from components.tables.distillation_layers import (
    Likeness,
    chance_finding,
    likeness_finding,
    likeness_table,
    measures,
)
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.situation import Lesson
from pages.speed.snippets import layers_snippet

ABOUT = """
Both models read the same sentences of the probe set, and every token has a vector in every layer. **CKA** (centred
kernel alignment) asks whether two layers lay out the tokens alike, whatever their axes, with $X$ and $Y$ holding
one row a token:
"""
MORE = """
The **mean cosine** compares each token's two vectors as they are: only models that share their axes, as a student
copied from its teacher does, can be alike by it. For **attention**, what each token looks at is compared head by head:
one less the Jensen–Shannon divergence in bits, which is 1 for the same and 0 for nothing shared. A thick frame and a
star mark where a layer of the student began as a copy.

**What this does not show:** that like layers do the same work, or that unlike ones do not: CKA is moved by few large
directions and by how many tokens there are. Sources: Kornblith et al. 2019, [Similarity of neural network
representations revisited](https://arxiv.org/abs/1905.00414); Davari et al. 2022, [Reliability of CKA as a similarity
measure](https://arxiv.org/abs/2210.16156); Sanh et al. 2019, [DistilBERT](https://arxiv.org/abs/1910.01108).
"""


def show(lesson: Lesson) -> None:
    """The matrix of likeness."""
    st.subheader("What became of the copied layers?", anchor=False)
    with st.spinner("Both models read some sentences…"):
        found = layer_likeness(*lesson.ids)
    measure = _measure([one.value for one in measures(found)])
    finding = likeness_finding(found, measure, lesson.names)
    st.text(finding)
    if found.origins is None:
        st.text(f"Where the layers of {lesson.names[1]} began is not known, so none is marked.")
    table = likeness_table(found, measure)
    chart = likeness_grid(table, title=measure.value)
    st.altair_chart(chart, key="layers-grid", alt=finding)
    if measure is Likeness.CKA:
        st.text(chance_finding(found))
    st.caption(f"Over {found.tokens} tokens of {found.sentences} sentences.")
    with st.expander("How this is computed, and what it does not show", key="layers-about"):
        st.markdown(ABOUT)
        typeset(CKA)
        st.markdown(MORE)
    lesson.computed()
    both = lesson.both(found.conditions)
    take_away([Figure("layers", chart, table)], both, snippet=layers_snippet(lesson), key="layers")


def _measure(options: list[str]) -> Likeness:
    if controls_hidden():
        return Likeness(linked_choice("alike", options))
    return Likeness(st.selectbox("Compared by", options, key="alike", bind="query-params", width=360))
