"""The sum: every vector of every token, in columns, down to what layer 1 gets; and what each part is worth."""

from functools import partial

import streamlit as st

import cache.input
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.input.charts.pictures import strips_picture
from components.input.model.results import InputVectors, Part, name_without
from components.input.strips import input_strips, kept_column
from components.input.tables.answers import parts_table
from components.input.tables.findings import missing_parts_note, parts_finding, sum_finding
from components.input.tables.strips import MOST_COLUMNS, lengths_table, vector_table
from pages.input.inputs import COLUMN
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import INPUT
from pages.parts.selections import initial_selection, report_selection
from pages.parts.sentence.blank_choice import choose_answer, choose_blank
from pages.parts.sentence.box import BESIDE, SECOND_SENTENCES
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice, linked_index, text, write_number
from pages.parts.snippets import snippet

ON, OFF = "on", "off"
NAMES, FIGURES = 155, 125  # pixels for "segments swapped" and "80.8% · “were”"


def show(at: SentenceContext) -> Findings | None:
    """Draw the vectors of a sentence or a pair; with a part switched off, what becomes of a prediction, too."""
    complete = cache.input.input_vectors(at.model.id, at.sentence)
    model_parts = [Part(strip.name) for strip in complete.parts]
    without = tuple(
        part for part in model_parts if choice(f"{part.value.capitalize()} embeddings", part.value, [ON, OFF]) == OFF
    )
    second = text("Second sentence (optional)", BESIDE, SECOND_SENTENCES.get(at.sentence, ""))
    if without and not second.strip():
        return _without(at, without)
    word_tiles(at.tokens)
    vectors = _draw(at, second, without)
    headline(sum_finding(vectors))
    note(missing_parts_note(complete))
    return Findings(
        "sum",
        figures_of(at, vectors, second),
        vectors.conditions,
        code_of(at, vectors, without),
        about=room_prose(INPUT, "sum"),
        computed=(at.computed,),
    )


def _without(at: SentenceContext, without: tuple[Part, ...]) -> Findings:
    """A hidden word's prediction with every part and without some, above the vectors that remain."""
    blanked = at.blank_context()
    if not blanked.blanks:
        st.info("Click a word above to hide it, and see what happens to its prediction.", icon=":material/touch_app:")
        vectors = _draw(at, "", without)
        headline(sum_finding(vectors))
        code, about_what = code_of(at, vectors, without), room_prose(INPUT, "without")
        return Findings("sum", figures_of(at, vectors, ""), vectors.conditions, code, about_what, (at.computed,))
    blank = choose_blank(blanked, key="without")
    answer = choose_answer(blanked, blank, key="without")
    question = (at.model.id, at.sentence, blanked.masked, blank, answer.id)
    answers = cache.input.without_parts(*question, without)
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
    vectors = _draw(at, "", without)
    code = snippet(
        INPUT,
        "without",
        at.model,
        sentence=at.sentence,
        masked=list(blanked.masked),
        blank=blank,
        answer=answer.id,
        together=[part.value for part in without] if len(without) > 1 else [],
    )
    return Findings(
        "without",
        [ChartFigure("without-parts", chart, table), *figures_of(at, vectors, "")],
        answers.conditions,
        code,
        about=room_prose(INPUT, "without"),
        computed=(at.computed,),
    )


def _draw(at: SentenceContext, second: str, without: tuple[Part, ...]) -> InputVectors:
    """Draw the strips; the link holds the column that is kept."""
    vectors = cache.input.input_vectors(at.model.id, at.sentence, second, without)
    payload, key = cache.input.strips(at.model.id, at.sentence, second, without), "strips"
    items = vectors.tokens.items[:MOST_COLUMNS]
    default = max(range(len(items)), key=lambda place: (not items[place].special, len(items[place].text), place))
    linked = linked_index(COLUMN, len(items), first=0, default=default)
    begin = initial_selection(key, f"{at.model.id} {at.sentence} {second}", default if linked is None else linked)
    with st.container(key="strips-place"):
        input_strips(payload, key=key, initial=begin, on_keep=partial(_follow, key, payload))
    return vectors


def _follow(key: str, payload: bytes) -> None:
    kept = kept_column(key, payload)
    if kept is not None:
        write_number(COLUMN, kept)
        report_selection(key, kept)


def figures_of(at: SentenceContext, found: InputVectors, second: str) -> list[ChartFigure]:
    """The strips for export: every number, and the lengths of the vectors."""
    names = cache.input.piece_names(at.model.id, at.sentence, second)
    numbers = partial(vector_table, found, names)
    return [
        ChartFigure("strips", lambda: strips_picture(numbers()), numbers),
        ChartFigure("lengths", None, lengths_table(found, names)),
    ]


def code_of(at: SentenceContext, vectors: InputVectors, without: tuple[Part, ...]) -> str:
    """Code that adds the vectors up again."""
    segments = [token.segment for token in vectors.tokens.items]
    left_out = [part.value for part in without]
    return snippet(INPUT, "sum", at.model, ids=list(vectors.tokens.ids), segments=segments, without=left_out)
