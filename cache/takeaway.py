"""Cached models that go into exported pages."""

import math
from typing import TYPE_CHECKING

import streamlit as st

from cache.engine import engine, parameter_count
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE

if TYPE_CHECKING:
    from components.takeaway.packing import PackedModel

PAGE_MODELS = (DEFAULT_MODEL, REFERENCE)  # small enough for a page, and of the architecture that it computes


def fill_page(model_id: str, sentence: str) -> bytes:
    """“The blank” as an HTML file with the model inside, opened at a sentence with "[MASK]" at every blank."""
    from components.takeaway.fill_page import fill_page

    return fill_page(_packed_model(model_id), sentence)


def page_megabytes(model_id: str) -> int:
    """About how large that file is: a byte for each parameter, in base64, and some more for vocabulary and scales."""
    return math.ceil(parameter_count(model_id) * 4 / 3 / 1e6)


@st.cache_resource(max_entries=len(PAGE_MODELS), show_spinner=False)
def _packed_model(model_id: str) -> "PackedModel":
    from components.takeaway.packing import packed_model

    return packed_model(engine().open_model(model_id))
