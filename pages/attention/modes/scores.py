"""What each head does, over many sentences and not over the one on the screen."""

import streamlit as st

import cache
from cache.head_scores import shipped_head_scores
from components.charts.files import Figure
from components.charts.head_scores import head_bars, head_grid
from components.model.head_scores_results import HeadScores, Kind, head_labels
from components.tables.head_scores import head_score_table, heads_by_score, kind_finding, label_finding, label_table
from pages.attention.chosen import HEAD, LAYER
from pages.attention.reading import Reading
from pages.attention.snippets import previous_token_snippet
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.take_away import take_away

MOST_BARS = 10
ABOUT = """
Every head is scored over {sentences} sentences, with the pairs of words marked that belong together. Some 290 were
written one by one, the others put together from parts so that partners stand one to six words apart:
shares of attention against evenly spread attention, grammar against the best fixed distance (“always the next word but
one”), after [Clark et al. 2019](https://arxiv.org/abs/1906.04341). A head gets a **name** only where it passes its
baseline by a margin (0.4 of its attention; ten pairs in a hundred for grammar; within a tenth of even for “broad”) and
by three standard errors, over all sentences and in each half of them, which are built differently. Most heads may well
have none.

**What this does not show:** what a head does in text of another kind. Names rest on these sentences; on a treebank of
web English, pocket BERT’s head for determiner → noun held (.76 right, against .61 for the best distance), and object →
verb (.37 against .35) and possessor → possessed (.47 against .61) did not. Nor
what it does in the sentence above, and whether the model uses it: a head whose
attention lines up with a relation need not compute it
([Kovaleva et al. 2019](https://arxiv.org/abs/1908.08593) switched heads off to see). “Previous” and “next” count
tokens, so a piece of a word counts.
"""


def show(reading: Reading) -> None:
    """The scores of the chosen kind, and every head's name."""
    st.subheader("What does each head do?", anchor=False)
    scores = _scores(reading)
    if scores is None:
        return
    labels, name = head_labels(scores), reading.model.name
    st.text(label_finding(labels, model=name))
    kind = _kind(scores)
    table = heads_by_score(head_score_table(scores, labels), kind)
    finding = kind_finding(scores, labels, kind, model=name)
    st.text(finding)
    grid, bars = head_grid(table, title=kind.value), head_bars(table, count=MOST_BARS)
    left, right = st.columns(2)
    with left:
        st.markdown(f"**Every head**: {kind.value}; a thick frame is a name")
        st.altair_chart(grid, key="scores-grid", alt=finding)
    with right:
        st.markdown("**The highest**; the tick is what the baseline reaches")
        st.altair_chart(bars, key="scores-bars", alt=finding)
    best = table.iloc[0]
    if not controls_hidden():
        place = (int(best["layer"]), int(best["head"]))
        st.button(f"Look at {best['name']} in this sentence", key="scores-look", on_click=_look, args=place)
    with st.expander("The name of every head", key="scores-names"):
        st.dataframe(label_table(labels), hide_index=True, key="scores-table", alt=label_finding(labels, model=name))
    with st.expander("How this is computed, and what it does not show", key="scores-about"):
        st.markdown(ABOUT.format(sentences=scores.sentences))
    shipped = shipped_head_scores(reading.model.id) is not None
    computed_by(reading.model, scores.conditions, parameters=cache.parameters(reading.model.id), live=not shipped)
    figures = [Figure("head-scores", grid, table), Figure("highest-heads", bars, table.head(MOST_BARS))]
    take_away(figures, scores.conditions, snippet=previous_token_snippet(reading), key="scores")


def _scores(reading: Reading) -> HeadScores | None:
    """What ships with the app, or what is worked out when a visitor asks for it."""
    shipped = shipped_head_scores(reading.model.id)
    if shipped is not None:
        return shipped
    asked = st.session_state.setdefault("scores-asked", set())
    if reading.model.id not in asked:
        st.info(
            f"The heads of {reading.model.name} have not been scored on this machine. It takes the model through some "
            "hundred sentences, one after the other.",
            icon=":material/hourglass_top:",
        )
        st.button("Score every head", key="scores-run", on_click=asked.add, args=(reading.model.id,))
        return None
    place, stop = st.empty(), st.empty()
    stop.button("Stop", key="scores-stop", on_click=asked.discard, args=(reading.model.id,))
    bar = place.progress(0.0, text="Scoring every head…")

    def told(done: int, of: int) -> None:
        bar.progress(done / of, text=f"Sentence {done} of {of}")

    found = cache.head_scores(reading.model.id, told)
    place.empty()
    stop.empty()
    return found


def _kind(scores: HeadScores) -> Kind:
    options = [found.kind.value for found in scores.kinds]
    if controls_hidden():
        return Kind(linked_choice("kind", options))
    return Kind(st.selectbox("What is scored", options, key="kind", bind="query-params", width=360))


def _look(layer: int, head: int) -> None:
    st.query_params.update({LAYER: str(layer), HEAD: str(head)})
    st.session_state["look"] = "Every head"
