"""The proof: a word whose meaning is settled on its right, under either mask."""

import streamlit as st

import cache
from cache import masks
from components.charts.files import Figure
from components.charts.shared_word import proof_curve
from components.model.records import ModelRecord
from components.model.refusal import Refusal
from components.model.shared_word_results import ProofCurves
from components.tables.shared_word import (
    COSINE,
    MEASURES,
    beginning_text,
    proof_finding,
    proof_table,
    right_texts,
)
from pages.masks.chosen import WORD
from pages.masks.sentence import preset_of, second_box
from pages.masks.snippets import proof_snippet
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_choice, linked_number
from pages.parts.take_away import take_away

MEASURE = "measure"
WIDTH = 220  # pixels
ABOUT = r"""
The same word, read by the same weights in two sentences that begin alike: how far apart are its two vectors after each
layer? The cosine distance is $1 - \frac{u \cdot v}{|u|\,|v|}$, the Euclidean one $|u - v|$. Under a causal mask a
vector is made from its own place and those before it: where those are the same the vectors are the same, number for
number, so that the distance is **0 and not merely small**. That is why a model that reads from the left cannot know
which bank is meant, and why BERT was trained on hidden words ([Devlin et al. 2019](https://arxiv.org/abs/1810.04805)).

**What this does not show:** that the distance *means* the two senses. Anything else on the right moves the vector as
well; “Which bank?” measures senses. And a causal model is not lost: later words can look back and know.
"""


def show(model: ModelRecord, sentence: str) -> None:
    """Both curves, and the words to choose from."""
    second = second_box(sentence)
    if sentence.strip() and not second.strip():
        beginning = " ".join(sentence.split()[:3])
        raise Refusal(f"Please type a second sentence that begins like the first one: “{beginning} …”")
    preset = preset_of(sentence)
    own_pair = preset is not None and preset.second == second
    found = masks.proof(model.id, sentence, second, preset.word if preset is not None and own_pair else None)
    position, measure = _settings(found)
    if position != found.word.start:
        found = masks.proof(model.id, sentence, second, None, position)
    _sentences(found)
    table, finding = proof_table(found), proof_finding(found, measure=measure)
    st.text(finding)
    chart = proof_curve(table, measure=measure)
    st.altair_chart(chart, key="proof-curve", alt=finding)
    with st.expander("How this is computed, and what it does not show", key="proof-about"):
        st.markdown(ABOUT)
    computed_by(model, found.conditions, parameters=cache.parameters(model.id), live=True)
    take_away([Figure("proof", chart, table)], found.conditions, snippet=proof_snippet(model, found), key="proof")


def _settings(found: ProofCurves) -> tuple[int, str]:
    """Where the word begins, and how distance is measured. The link counts the shared words from 1."""
    starts = [word.start for word in found.words]
    usual = starts.index(found.word.start) + 1
    number = linked_number(WORD, low=1, high=len(starts), usual=usual)
    if controls_hidden():
        return starts[number - 1], linked_choice(MEASURE, list(MEASURES))
    labels = [f"{place}. {word.text}" for place, word in enumerate(found.words, 1)]
    st.session_state["choose-word"] = labels[number - 1]

    def changed() -> None:
        st.query_params[WORD] = str(labels.index(st.session_state["choose-word"]) + 1)

    with st.container(horizontal=True):
        chosen = st.selectbox("The word both share", labels, key="choose-word", on_change=changed, width=WIDTH)
        measure = st.segmented_control(
            "Distance", list(MEASURES), default=COSINE, key=MEASURE, bind="query-params", required=True
        )
    return starts[labels.index(chosen)], str(measure)


def _sentences(found: ProofCurves) -> None:
    """Where the two part."""
    beginning = beginning_text(found)
    for column, name, rest in zip(st.columns(2), ("first", "second"), right_texts(found), strict=True):
        with column:
            st.caption(f"The {name} sentence: what both share, and what follows")
            st.text(f"{beginning} | {rest}")
