"""The picture at the top of every mode: one encoder, and the head that is asked."""

from collections.abc import Sequence

import streamlit as st

from cache.tasks import encoder_parameters
from components.charts.files import ChartFigure
from components.model.checkpoints.multitask import MULTITASK_MODEL_ID
from components.model.results import Floats, Token
from components.tasks.charts.stack import stack_picture
from components.tasks.model.specs import HeadSpec
from components.tasks.tables.stack import encoder_text, size_text, stack


def live_encoder(model_id: str = MULTITASK_MODEL_ID) -> str:
    """What stands on the encoder."""
    return encoder_text(encoder_parameters(model_id))


def draw_picture(pieces: Sequence[Token], shares: Floats, head: HeadSpec, width: int, encoder: str) -> ChartFigure:
    """Draw it; vectors are as strong as the head reads them."""
    shown = stack(pieces, shares, head, width, encoder)
    chart = stack_picture(shown)
    heads = "four heads" if len(shown.heads) > 1 else "the head it was published with"
    st.altair_chart(
        chart,
        key="encoder-and-heads",
        alt=f"One encoder and {heads}. The highlighted head has {size_text(head, width)} parameters.",
    )
    return ChartFigure("encoder-and-heads", chart, shown.pieces)
