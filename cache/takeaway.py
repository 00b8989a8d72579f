"""Cached models that go into exported pages."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

import cache.inside
from cache.attention import named_heads
from cache.engine import engine, parameter_count
from components.attention.atlas import ATLAS_FILES, Selection
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE

if TYPE_CHECKING:
    from components.takeaway.accuracy import AttentionRounding
    from components.takeaway.machine_page import MachinePlace
    from components.takeaway.packing import PackedModel

PAGE_MODELS = (DEFAULT_MODEL, REFERENCE)  # small enough for a page, and of the architecture that it computes


def fill_page(model_id: str, sentence: str) -> bytes:
    """“The blank” as an HTML file with the model inside, opened at a sentence with "[MASK]" at every blank."""
    from components.takeaway.fill_page import fill_page

    return fill_page(_packed_model(model_id), sentence)


def heads_page(
    model_id: str, sentence: str, selected: Selection, *, hides_special: bool, arc_limit: int, why: Sequence[str]
) -> bytes:
    """“Every head” as an HTML file with the model inside, opened at a sentence and a selection in its atlas.

    Args:
        model_id: The model.
        sentence: The sentence.
        selected: The selection.
        hides_special: Whether special tokens are left out.
        arc_limit: The number of tokens up to which a head is drawn as arcs.
        why: How the numbers are computed, and what they do not show.
    """
    from components.takeaway.heads_page import heads_page

    settings = {
        "initial": selected.to_plain(),
        "labels": [[*panel, text] for panel, text in named_heads(model_id).items()],
        "hide": hides_special,
        "arcLimit": arc_limit,
    }
    model, rounding = _packed_model(model_id), _attention_rounding(model_id)
    return heads_page(model, ATLAS_FILES, sentence, rounding=rounding, settings=settings, why=why)


def machine_page(model_id: str, sentence: str, place: "MachinePlace", notes: Sequence[str]) -> bytes:
    """“The whole pass” as an HTML file with the model inside, opened at a sentence with "[MASK]" at every blank."""
    from components.inside.tables.plan import machine_plan
    from components.takeaway.machine_page import machine_page

    plan = machine_plan(engine().open_model(model_id))
    return machine_page(_packed_model(model_id), plan, sentence, place, notes=notes)


def machine_figure(
    model_id: str, sentence: str, masked: tuple[int, ...], token: int, headline: str, why: Sequence[str]
) -> bytes:
    """“The whole pass” over one sentence as an HTML file without a model."""
    from components.takeaway.machine_page import machine_figure

    payload, parts = cache.inside.way_parts(model_id, sentence, masked, token)
    return machine_figure(payload, parts, headline=headline, why=why)


def page_megabytes(model_id: str) -> int:
    """About how large a file with the model inside is: a byte for each parameter, in base64, vocabulary and scales."""
    return math.ceil(parameter_count(model_id) * 4 / 3 / 1e6)


@st.cache_resource(max_entries=len(PAGE_MODELS), show_spinner=False)
def _packed_model(model_id: str) -> "PackedModel":
    from components.takeaway.packing import packed_model

    return packed_model(engine().open_model(model_id))


@st.cache_resource(max_entries=len(PAGE_MODELS), show_spinner=False)
def _attention_rounding(model_id: str) -> "AttentionRounding":
    from components.takeaway.accuracy import attention_rounding
    from components.takeaway.packing import packed_weights

    opened = engine().open_model(model_id)
    return attention_rounding(opened, packed_weights(opened))
