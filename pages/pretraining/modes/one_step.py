"""One training step: what training on one sentence does to it, to another sentence, and to the weights."""

import streamlit as st

import cache.pretraining
from components.charts.files import ChartFigure
from components.pretraining.charts.curves import training_curves
from components.pretraining.model.presets import STEP_OPENER, STEP_OTHER, STEP_WORDS
from components.pretraining.tables.findings import first_step_note, training_finding
from components.pretraining.tables.one_step import gradient_table, training_table
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.long_work import show_progress
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice, text

FEW, MANY = "10", "100"
MARKS = {FEW: (0, 1, 2, 5, 10), MANY: (0, 1, 2, 5, 10, 30, 100)}


def show(context: SentenceContext) -> Findings | None:
    """Train on the sentence, and compare."""
    word_tiles(context.tokens)
    default_words = STEP_WORDS if context.sentence == STEP_OPENER else ("", STEP_WORDS[1])
    word = text("Word to train", "word", default_words[0])
    other = text("Another sentence (not trained on)", "other", STEP_OTHER)
    other_word = text("Word to follow there", "otherword", default_words[1])
    marks = MARKS[choice("Steps", "steps", [FEW, MANY])]
    if not word.strip() or not other_word.strip():
        st.info("Enter the correct word for each blank.", icon=":material/edit:")
        return None
    question = (context.model.id, context.sentence, word, other, other_word, marks)
    with show_progress("Training", str(question), key="steps") as on_progress:
        training = cache.pretraining.train_on_sentence(*question, lambda done, of: on_progress(f"Step {done} of {of}"))
    finding = training_finding(training)
    headline(finding)
    table, weights = training_table(training), gradient_table(training)
    chart = training_curves(table)
    st.markdown("**Probability of both words, step by step;** beside each dot, the model’s first choice")
    st.altair_chart(chart, key="taught", alt=finding)
    st.markdown("**Largest gradients before the first step:** norm of the gradient / norm of the weights")
    said_of_weights = ", ".join(f"{row.weights} {row.figure}" for row in weights.itertuples())
    columns = {"weights": "Weight matrix", "figure": "Gradient / weights"}
    shown = weights.rename(columns=columns)[[*columns.values()]]
    st.dataframe(shown, hide_index=True, key="gradients", alt=said_of_weights)
    note(first_step_note(training))
    inputs = {
        "sentence": context.sentence,
        "word": word.strip().lower(),
        "other": other,
        "other_word": other_word.strip().lower(),
        "evaluation_steps": list(marks),
    }
    figures = [ChartFigure("taught", chart, table), ChartFigure("gradients", None, weights)]
    return Findings("one_step", figures, training.conditions, inputs)
