"""Head scores over the probe set, rather than the sentence on the screen."""

import streamlit as st

import cache.attention
import cache.engine
from cache.shipped.head_scores import shipped_head_scores
from components.attention.charts.head_scores import head_bars, head_grid
from components.attention.model.head_probes import FILE
from components.attention.model.results import HeadPattern, HeadScores, head_labels
from components.attention.tables.head_scores import (
    baseline_name,
    equal_attention_note,
    head_score_table,
    heads_by_score,
    label_finding,
    label_table,
    pattern_finding,
)
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.tables.attention_weights import head_name
from pages.attention.context import AttentionContext
from pages.attention.inputs import SECOND
from pages.attention.selection import FROM, HEAD, LAYER, STRONGEST, TO
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.layout import headline, note, notes_place
from pages.parts.links.address import forget_elements, replace_address
from pages.parts.links.parameters import SENTENCE
from pages.parts.long_work import run_on_request
from pages.parts.modes import go_to_mode
from pages.parts.presenting import hides_controls
from pages.parts.rooms import ATTENTION
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice
from pages.parts.snippets import repository_path

BAR_COUNT = 10
KIND = "kind"  # in the link
EVERY_HEAD = "Every head"  # the view that shows a head
# Any sentence can show these; of the others not every sentence has the words.
IN_EVERY_SENTENCE = {
    HeadPattern.PREVIOUS,
    HeadPattern.NEXT,
    HeadPattern.ITSELF,
    HeadPattern.START,
    HeadPattern.BROAD,
}
TAKES = "The model reads several hundred sentences one by one, which takes a while."


def show(context: AttentionContext) -> Findings | None:
    """Draw the scores of the chosen pattern, and the names of all heads."""
    word_tiles(context.trace.tokens)
    scores = _scores(context)
    if scores is None:
        return None
    labels, name, causal = head_labels(scores), context.model.name, context.model.role is Role.CAUSAL
    patterns = [scored.pattern.value for scored in scores.patterns]
    pattern = HeadPattern(choice("Pattern", KIND, patterns, drawn_as="list"))
    table = heads_by_score(head_score_table(scores, labels), pattern)
    finding = pattern_finding(scores, labels, pattern, model=name, causal=causal)
    headline(finding)
    note(label_finding(labels, model=name))
    grid, bars = head_grid(table, title=pattern.value), head_bars(table, count=BAR_COUNT)
    left, right = st.columns(2)
    with left:
        st.markdown("**Score of every head** (outlined: named)")
        st.altair_chart(grid, key="scores-grid", alt=finding)
    with right:
        st.markdown(f"**Highest scores** (tick: {baseline_name(pattern)})")
        st.altair_chart(bars, key="scores-bars", alt=finding)
    st.caption(equal_attention_note(scores, pattern, token_count=len(context.tokens), causal=causal))
    best = table.iloc[0]
    if not hides_controls():
        place = (int(best["layer"]), int(best["head"]))
        with notes_place():
            _look_button(context, pattern, place)
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


def _look_button(context: AttentionContext, pattern: HeadPattern, place: tuple[int, int]) -> None:
    """A button that shows a head, counted from 1, in this sentence, or in one that has what the pattern needs."""
    layer, head = place
    name = head_name(layer - 1, head - 1)
    if pattern in IN_EVERY_SENTENCE:
        st.button(f"Show {name} in this sentence", key="scores-look", on_click=_look, args=place)
        return
    if not st.button(f"Show a sentence in which {name} does this", key="scores-look"):
        return
    with st.spinner("Reading sentences…"):
        example = cache.attention.head_example(context.model.id, pattern.value, layer - 1, head - 1)
    if example is None:
        st.text(f"No such sentence among those we read: in all of them, {name} attends more to other tokens.")
        return
    forget_elements({SENTENCE, SECOND, KIND})
    left_out = {SECOND, KIND, TO, STRONGEST}
    link = {name: value for name, value in st.query_params.to_dict().items() if name not in left_out}
    chosen = {LAYER: layer, HEAD: head, FROM: example.query + 1}
    replace_address({**link, **{name: str(number) for name, number in chosen.items()}, SENTENCE: example.sentence})
    go_to_mode(EVERY_HEAD)
    st.rerun()


def _look(layer: int, head: int) -> None:
    st.query_params.update({LAYER: str(layer), HEAD: str(head)})
    go_to_mode(EVERY_HEAD)
