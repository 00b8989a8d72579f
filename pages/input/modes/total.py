"""The sum: every vector of every token, in columns, down to what layer 1 gets; and what each part is worth."""

from functools import partial

import streamlit as st

import cache.input
import cache.shared.input_vectors
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.input.charts.pictures import strips_chart
from components.input.model.results import name_without
from components.input.tables.answers import parts_table
from components.input.tables.arrays import array_finding, array_table
from components.input.tables.findings import missing_parts_note, parts_finding, sum_finding
from components.input.tables.strips import lengths_table, vector_table
from components.model.input_vectors.results import EmbeddingPart, InputVectors
from components.tables.input_strips import COLUMN_LIMIT
from components.widgets.input_strips import input_strips, kept_column
from pages.input.inputs import COLUMN
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note, rare_settings, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import INPUT
from pages.parts.selections import initial_selection, report_selection, times_begun
from pages.parts.sentence.blank_choice import choose_answer, choose_blank
from pages.parts.sentence.box import BESIDE, SECOND_SENTENCES
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice, linked_expander, linked_index, text, write_number
from pages.parts.snippets import snippet

ARRAYS = "arrays"  # in the link
ON, OFF = "on", "off"
NAMES, FIGURES = 155, 125  # pixels for "segments swapped" and "80.8% · “were”"


def show(context: SentenceContext) -> Findings | None:
    """Draw the vectors of a sentence or a pair; with a part switched off, what becomes of a prediction, too."""
    complete = cache.shared.input_vectors.input_vectors(context.model.id, context.sentence)
    model_parts = [EmbeddingPart(strip.name) for strip in complete.parts]
    with rare_settings():
        without = tuple(
            part
            for part in model_parts
            if choice(f"{part.value.capitalize()} embeddings", part.value, [ON, OFF]) == OFF
        )
        second = text("Sentence B (optional)", BESIDE, SECOND_SENTENCES.get(context.sentence, ""))
    try_this("Point at a token to see which tokens are nearest to it.")
    if without and not second.strip():
        return _without(context, without)
    word_tiles(context.tokens)
    vectors = _draw(context, second, without)
    headline(sum_finding(vectors))
    note(missing_parts_note(complete))
    figures = figures_of(context, vectors, second)
    more, code = _arrays(context, second)
    return Findings("sum", figures + more, vectors.conditions, code or _code_inputs(vectors, without))


def _arrays(context: SentenceContext, second: str) -> tuple[list[ChartFigure], str]:
    """Draw the arrays of the pass if their panel is open; both are empty while it is closed."""
    panel = linked_expander("Arrays and their shapes, from input_ids to pooler_output", ARRAYS)
    if panel is None:
        return [], ""
    arrays = cache.input.model_arrays(context.model.id, context.sentence, second)
    table, finding = array_table(arrays), array_finding(arrays)
    with panel:
        st.text(finding)
        titles = {"array": "Array", "shape": "Shape", "numbers": "First numbers", "meaning": "What it is"}
        st.dataframe(table.rename(columns=titles), hide_index=True, key="arrays", alt=finding)
    segments = [token.segment for token in arrays.tokens.items]
    code = snippet(INPUT, "arrays", context.model, ids=list(arrays.tokens.ids), segments=segments)
    return [ChartFigure("arrays", None, table)], code


def _without(context: SentenceContext, without: tuple[EmbeddingPart, ...]) -> Findings:
    """A hidden word's prediction with every part and without some, above the vectors that remain."""
    blanked = context.blank_context()
    if not blanked.blanks:
        st.info("Click a word above to hide it, and see what happens to its prediction.", icon=":material/touch_app:")
        vectors = _draw(context, "", without)
        headline(sum_finding(vectors))
        inputs, about = _code_inputs(vectors, without), room_prose(INPUT, "without")
        return Findings("sum", figures_of(context, vectors, ""), vectors.conditions, inputs, about)
    blank = choose_blank(blanked, key="without")
    answer = choose_answer(blanked, blank, key="without")
    question = (context.model.id, context.sentence, blanked.masked, blank, answer.id)
    answers = cache.input.ablate_parts(*question, without)
    table, finding = parts_table(answers), parts_finding(answers, name_without(without))
    headline(finding)
    word = escape_markdown(answers.answer.text)
    st.markdown(f"**Probability of “{word}”;** in brackets, the first choice where it is another word")
    chart = labelled_bars(
        table,
        value="probability",
        name="input",
        figure="figure",
        other=f"datum.input === '{name_without(without)}'",
        title="Probability",
        name_width=NAMES,
        figure_width=FIGURES,
    )
    st.altair_chart(chart, key="without-parts", alt=finding)
    st.markdown("**The sum that remains:**")
    vectors = _draw(context, "", without)
    inputs = {
        "sentence": context.sentence,
        "masked": list(blanked.masked),
        "blank": blank,
        "answer": answer.id,
        "together": [part.value for part in without] if len(without) > 1 else [],
    }
    return Findings(
        "without",
        [ChartFigure("without-parts", chart, table), *figures_of(context, vectors, "")],
        answers.conditions,
        inputs,
    )


def _draw(context: SentenceContext, second: str, without: tuple[EmbeddingPart, ...]) -> InputVectors:
    """Draw the strips; the link holds the column that is kept."""
    vectors = cache.shared.input_vectors.input_vectors(context.model.id, context.sentence, second, without)
    payload, key = cache.shared.input_vectors.strips(context.model.id, context.sentence, second, without), "strips"
    items = vectors.tokens.items[:COLUMN_LIMIT]
    default = max(range(len(items)), key=lambda place: (not items[place].special, len(items[place].text), place))
    linked = linked_index(COLUMN, len(items), first=0, default=default)
    current = default if linked is None else linked
    begin = initial_selection(key, f"{context.model.id} {context.sentence} {second}", current)
    with st.container(key="strips-place"):
        input_strips(
            payload,
            key=key,
            initial=begin,
            begun=times_begun(key),
            current=current,
            on_keep=partial(_follow, key, payload),
        )
    return vectors


def _follow(key: str, payload: bytes) -> None:
    column = kept_column(key, payload)
    if column is not None:
        write_number(COLUMN, column)
        report_selection(key, column)


def figures_of(context: SentenceContext, vectors: InputVectors, second: str) -> list[ChartFigure]:
    """The strips for export: every number, and the lengths of the vectors."""
    names = cache.input.piece_names(context.model.id, context.sentence, second)
    numbers = partial(vector_table, vectors, names)
    return [
        ChartFigure("strips", lambda: strips_chart(numbers()), numbers),
        ChartFigure("lengths", None, lengths_table(vectors, names)),
    ]


def _code_inputs(vectors: InputVectors, without: tuple[EmbeddingPart, ...]) -> dict[str, object]:
    """The inputs of the code that adds the vectors up again."""
    segments = [token.segment for token in vectors.tokens.items]
    return {"ids": list(vectors.tokens.ids), "segments": segments, "without": [part.value for part in without]}
