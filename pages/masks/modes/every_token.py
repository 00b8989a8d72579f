"""In the drawer: every token of the sentence as the next one, and what it costs a decoder."""

import streamlit as st

import cache.masks
import cache.shared.blanks
from components.charts.labelled import labelled_bars
from components.masks.tables.next_tokens import next_token_finding, next_token_table
from components.model.checkpoints.records import ModelRecord
from pages.parts.errors import show_errors
from pages.parts.sentence.context import BlankContext


@show_errors()
def draw_losses(decoder: ModelRecord, blanked: BlankContext) -> None:
    """Draw the loss at each token."""
    losses = cache.masks.next_token_losses(decoder.id, _without_blanks(blanked))
    finding = next_token_finding(losses)
    st.text(finding)
    table = next_token_table(losses)
    chart = labelled_bars(table, value="nats", name="token", figure="figure", title="Loss in nats")
    st.altair_chart(chart, key="next-tokens", alt=finding)


def _without_blanks(blanked: BlankContext) -> str:
    """The sentence with the encoder's words in place of typed blanks, which a decoder has never read."""
    sentence = blanked.sentence
    if not blanked.tokens.typed_masks:
        return sentence
    predictions = cache.shared.blanks.predictions(blanked.model.id, sentence)
    for mask in reversed(predictions.masks):
        token = blanked.tokens.items[mask.position]
        sentence = f"{sentence[: token.start]}{mask.candidates[0].text}{sentence[token.end :]}"
    return sentence
