"""The diagram at the top of every mode: one encoder, and the head in use."""

from collections.abc import Sequence

import streamlit as st

from cache.tasks import encoder_parameters
from components.charts.files import ChartFigure
from components.model.checkpoints.multitask import MULTITASK_MODEL_ID
from components.model.results import Floats, Token
from components.tasks.charts.encoder import encoder_chart
from components.tasks.model.specs import HeadSpec
from components.tasks.tables.encoder import encoder_diagram, encoder_text, size_text


def encoder_label(model_id: str = MULTITASK_MODEL_ID) -> str:
    """The text on the encoder."""
    return encoder_text(encoder_parameters(model_id))


def draw_encoder(tokens: Sequence[Token], shares: Floats, head: HeadSpec, width: int, encoder: str) -> ChartFigure:
    """Draw the diagram; each token is as dark as its share in what the head reads."""
    shown = encoder_diagram(tokens, shares, head, width, encoder)
    chart = encoder_chart(shown)
    heads = "four heads" if len(shown.heads) > 1 else "the head it was published with"
    st.altair_chart(
        chart,
        key="encoder-and-heads",
        alt=f"One encoder and {heads}. The highlighted head has {size_text(head, width)} parameters.",
    )
    return ChartFigure("encoder-and-heads", chart, shown.tokens)
