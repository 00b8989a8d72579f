"""In the drawer: the labels of a decoder that was only prompted, beside those of a fine-tuned encoder."""

import streamlit as st

import cache.masks
import cache.shared.heads
from components.masks.model.labelled_text import TUTORIAL_SENTENCES, labelled_sentences
from components.masks.tables.writing import prompting_finding, prompting_table
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.unlisted import MULTITASK_MODEL
from components.model.heads.specs import OPINION, TextPooling
from pages.parts.errors import show_errors
from pages.parts.layout import draw_settings_in
from pages.parts.settings import text

PROMPT, LABELS = "The sentiment is", ("negative", "positive")


@show_errors()
def draw_labels(decoder: ModelRecord) -> None:
    """Draw every sentence with both labels."""
    with draw_settings_in(st.container()):
        typed = text("+ positive | - negative", "own", TUTORIAL_SENTENCES)
        prompt = text("Prompt after each sentence", "prompt", PROMPT)
    sentences = labelled_sentences(typed)
    prompted = cache.masks.zero_shot(decoder.id, sentences, prompt, LABELS)
    readings = [cache.shared.heads.text_reading(OPINION, sentence) for sentence, _ in sentences]
    classified = [reading.with_pooling(TextPooling.CLS).best for reading in readings]
    finding = prompting_finding(prompted, classified, (decoder.name, MULTITASK_MODEL.name))
    st.text(finding)
    st.dataframe(prompting_table(prompted, classified, LABELS), hide_index=True, key="prompting", alt=finding)
