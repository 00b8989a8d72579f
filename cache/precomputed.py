"""Predictions that ship with the app, so that the first screen is never empty.

They are shown until the engine is ready and then replaced by live ones. Made by ``python -m cache.precompute``; a test
holds them to what the bundled model says.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.model.results import Candidate, Conditions, MaskPrediction, Predictions, Token, Tokens

FILE = Path(__file__).with_name("precomputed.json")
ATTENTION_FILE = Path(__file__).with_name("first_attention.bin")
MASKS_FILE = Path(__file__).with_name("first_masks.bin")
POSITIONS_FILE = Path(__file__).with_name("first_positions.bin")
FIRST_MODEL = "pocket-bert"


@st.cache_resource(show_spinner=False)
def _all() -> dict[str, Predictions]:
    return {entry["tokens"]["sentence"]: _predictions(entry) for entry in json.loads(FILE.read_text(encoding="utf-8"))}


def precomputed(model_id: str, sentence: str) -> Predictions | None:
    """Predictions for the typed masks of ``sentence``, if they ship with the app."""
    return _all().get(sentence) if model_id == FIRST_MODEL else None


def first_example() -> Predictions:
    """Predictions for the first preset: what a page shows where it has nothing better yet."""
    return next(iter(_all().values()))


@dataclass(frozen=True)
class FirstBytes:
    """What a room shows until it can compute: the bytes that its canvas draws, and what computed them."""

    payload: bytes
    conditions: Conditions


@st.cache_resource(show_spinner=False)
def first_attention() -> FirstBytes:
    """Every head of the attention room's first preset."""
    return FirstBytes(ATTENTION_FILE.read_bytes(), first_example().conditions)


@st.cache_resource(show_spinner=False)
def first_masks() -> FirstBytes:
    """The first preset of the room of masks without a mask and under the causal one."""
    return FirstBytes(MASKS_FILE.read_bytes(), first_example().conditions)


@dataclass(frozen=True)
class FirstPositions:
    """What the room of positions shows until it can compute: the bytes of its panels, and what computed them."""

    payload: bytes
    conditions: Conditions


@st.cache_resource(show_spinner=False)
def first_positions() -> FirstPositions:
    """Some positions and dimensions of the first model, beside those by rule."""
    return FirstPositions(POSITIONS_FILE.read_bytes(), first_example().conditions)


def _predictions(entry: dict[str, Any]) -> Predictions:
    return Predictions(
        tokens=Tokens(entry["tokens"]["sentence"], tuple(Token(**token) for token in entry["tokens"]["items"])),
        masks=tuple(
            MaskPrediction(
                position=mask["position"],
                hidden=mask["hidden"],
                candidates=tuple(Candidate(**candidate) for candidate in mask["candidates"]),
                entropy=mask["entropy"],
            )
            for mask in entry["masks"]
        ),
        conditions=Conditions(**entry["conditions"]),
    )
