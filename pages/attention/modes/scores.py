"""Head scores over the probe set, rather than the sentence on the screen."""

import streamlit as st

import cache.attention
import cache.engine
from cache.shipped.head_scores import shipped_head_scores
from components.attention.charts.head_scores import head_bars, head_grid
from components.attention.model.head_probes import FILE
from components.attention.model.results import HeadPattern, HeadScores, head_labels
from components.attention.tables.head_scores import (
    head_score_table,
    heads_by_score,
    label_finding,
    label_table,
    pattern_finding,
)
from components.charts.files import ChartFigure
from pages.attention.context import AttentionContext
from pages.attention.selection import HEAD, LAYER
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.layout import headline, note, notes_place
from pages.parts.long_work import run_on_request
from pages.parts.modes import go_to_mode
from pages.parts.presenting import hides_controls
from pages.parts.rooms import ATTENTION
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice
from pages.parts.snippets import repository_path

BAR_COUNT = 10
TAKES = "The model reads 650 sentences one by one, which takes a while."


def show(context: AttentionContext) -> Findings | None:
    """Draw the scores of the chosen pattern, and the names of all heads."""
    word_tiles(context.trace.tokens)
    scores = _scores(context)
    if scores is None:
        return None
    labels, name = head_labels(scores), context.model.name
    patterns = [scored.pattern.value for scored in scores.patterns]
    pattern = HeadPattern(choice("Pattern", "kind", patterns, drawn_as="list"))
    table = heads_by_score(head_score_table(scores, labels), pattern)
    finding = pattern_finding(scores, labels, pattern, model=name)
    headline(finding)
    note(label_finding(labels, model=name))
    grid, bars = head_grid(table, title=pattern.value), head_bars(table, count=BAR_COUNT)
    left, right = st.columns(2)
    with left:
        st.markdown(f"**Score of every head: {pattern.value}** (named heads are outlined)")
        st.altair_chart(grid, key="scores-grid", alt=finding)
    with right:
        st.markdown("**Highest scores** (black tick: baseline)")
        st.altair_chart(bars, key="scores-bars", alt=finding)
    best = table.iloc[0]
    if not hides_controls():
        place = (int(best["layer"]), int(best["head"]))
        with notes_place():
            st.button(f"Show {best['name']} in this sentence", key="scores-look", on_click=_look, args=place)
    with st.expander("Names of all heads", key="scores-names"):
        st.dataframe(label_table(labels), hide_index=True, key="scores-table", alt=label_finding(labels, model=name))
    shipped = shipped_head_scores(context.model.id) is not None
    return Findings(
        "scores",
        [ChartFigure("head-scores", grid, table), ChartFigure("highest-heads", bars, table.head(BAR_COUNT))],
        scores.conditions,
        {"probes": repository_path(FILE)},
        about=room_prose(ATTENTION, "scores", sentences=scores.sentences),
        computed=(Provenance(context.model, scores.conditions, live=not shipped),),
    )


def _scores(context: AttentionContext) -> HeadScores | None:
    """The shipped scores, or scores computed when a visitor asks for them."""
    shipped = shipped_head_scores(context.model.id)
    if shipped is not None:
        return shipped
    wanted = f"The heads of {context.model.name} have not been scored yet."
    with run_on_request(
        "Score every head", f"{wanted} {TAKES}", question=context.model.id, key="scores"
    ) as on_progress:
        return None if on_progress is None else cache.attention.head_scores(context.model.id, on_progress)


def _look(layer: int, head: int) -> None:
    st.query_params.update({LAYER: str(layer), HEAD: str(head)})
    go_to_mode("Every head")
