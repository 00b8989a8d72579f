"""The same sentence as next-word prediction: every token is a target, predicted from the tokens to its left."""

import streamlit as st

import cache.masks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.masks.tables.next_tokens import next_token_finding, next_token_table
from components.model.checkpoints.records import ModelRecord
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.sentence.tiles import word_tiles


def show(causal: ModelRecord, sentence: str) -> Findings:
    """Draw a causal model's loss at each token."""
    result = cache.masks.next_token_losses(causal.id, sentence)
    word_tiles(result.tokens)
    finding = next_token_finding(result)
    headline(finding)
    note(f"{causal.name} sees only the tokens to the left of each target.")
    table = next_token_table(result)
    chart = labelled_bars(table, value="nats", name="token", figure="figure", title="Loss in nats")
    st.markdown("**Loss at each token, in nats**; on the right, the model’s first choice")
    st.altair_chart(chart, key="next-tokens", alt=finding)
    figure = ChartFigure("next-tokens", chart, table)
    return Findings("left_to_right", [figure], result.conditions, {"ids": list(result.tokens.ids)})
