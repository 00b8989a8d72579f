"""Prompt or fine-tune: a decoder labels sentences by a prompt, a fine-tuned encoder by its head."""

from collections.abc import Sequence

import streamlit as st

import cache.masks
import cache.tasks
import cache.teaching
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.masks.model.labelled_text import TUTORIAL_SENTENCES, labelled_sentences
from components.masks.tables.writing import accuracy_table, prompting_display_table, prompting_finding, prompting_table
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL
from components.tasks.model.specs import OPINION, TextPooling
from components.teaching.model.datasets import LabelledSentence
from pages.parts.findings import Findings, Provenance, joint_conditions
from pages.parts.layout import headline, note
from pages.parts.settings import choice, number, text
from pages.parts.snippets import model_source, repository_path

OWN, HELD_OUT = "my own", "held-out opinions"
RAW, CALIBRATED = "as it is", "corrected for word frequency"
PROMPT, WORDS = "The sentiment is", ("negative", "positive")
LABELS = ("negative", "positive")
COUNT = 40
NAME_WIDTH, FIGURE_WIDTH = 120, 130  # pixels


def show(decoder: ModelRecord) -> Findings:
    """Draw the accuracy of both on the same sentences, and every sentence with both labels."""
    sentences = _choose_sentences()
    prompt = text("Prompt after each sentence", "prompt", PROMPT)
    words = (
        text("Word for negative", "word-negative", WORDS[0]),
        text("Word for positive", "word-positive", WORDS[1]),
    )
    calibrated = choice("Score of a word", "score", [RAW, CALIBRATED]) == CALIBRATED
    prompted = cache.masks.zero_shot(decoder.id, sentences, prompt, words, calibrated)
    readings = [cache.tasks.text_reading(OPINION, sentence) for sentence, _ in sentences]
    pooled = [reading.with_pooling(TextPooling.CLS) for reading in readings]
    classified = [(reading.best, float(reading.probabilities[reading.best])) for reading in pooled]
    names = (decoder.name, MULTITASK_MODEL.name)
    finding = prompting_finding(prompted, [label for label, _ in classified], names)
    headline(finding)
    table = prompting_table(prompted, classified, LABELS, words)
    accuracies = accuracy_table(table, ("prompt", "fine-tuned"))
    chart = labelled_bars(
        accuracies,
        value="share",
        name="name",
        figure="figure",
        title="Share labelled correctly",
        name_width=NAME_WIDTH,
        figure_width=FIGURE_WIDTH,
        scale_max=1.0,
    )
    st.markdown("**Sentences labelled correctly**")
    st.altair_chart(chart, key="prompting-accuracy", alt=finding)
    shown = prompting_display_table(table)
    st.dataframe(shown, hide_index=True, key="prompting-sentences", alt=finding)
    note(
        "The classifier has learned from 300 labelled opinions, the prompt from none. "
        "With 175 billion parameters and a few examples, GPT-3 overtakes a fine-tuned BERT large (SuperGLUE: 71.8 to "
        "69.0).",
    )
    classifier = readings[0].conditions
    return Findings(
        "prompting",
        [ChartFigure("accuracy", chart, accuracies), ChartFigure("sentences", None, table)],
        joint_conditions(prompted.conditions, classifier),
        {
            "decoder": model_source(decoder),
            "sentences": [list(each) for each in sentences],
            "prompt": prompt.strip(),
            "words": [word.strip() for word in words],
            "calibrated": calibrated,
            "encoder": model_source(MULTITASK_MODEL),
            "added": repository_path(HEADS_FOLDER),
        },
        computed=(Provenance(decoder, prompted.conditions), Provenance(MULTITASK_MODEL, classifier)),
    )


def _spread(sentences: Sequence[LabelledSentence], count: int) -> list[LabelledSentence]:
    """``count`` of the sentences at equal distances, because they are sorted by label."""
    return [sentences[number * len(sentences) // count] for number in range(count)]


def _choose_sentences() -> tuple[tuple[str, int], ...]:
    """The visitor's sentences with their labels, or some of the held-out opinions.

    Raises:
        UserError: The visitor's sentences cannot be read.
    """
    if choice("Sentences", "on", [HELD_OUT, OWN]) == OWN:
        return labelled_sentences(text("+ positive | - negative", "own", TUTORIAL_SENTENCES))
    opinions = cache.teaching.load_dataset("opinions")
    count = number("How many", "many", low=10, high=len(opinions.test), default=COUNT, step=10)
    return tuple((each.text, LABELS.index(opinions.labels[each.label])) for each in _spread(opinions.test, count))
