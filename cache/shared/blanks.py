"""Cached results about masked positions that several rooms share."""

from typing import TYPE_CHECKING

import streamlit as st

from cache.engine import engine

if TYPE_CHECKING:
    from components.model.blanks.results import PossibleAnswer
    from components.model.results import Predictions


def predictions(model_id: str, sentence: str, masked: tuple[int, ...] = (), temperature: float = 1.0) -> "Predictions":
    """Candidates for every mask, as many as any page shows."""
    # Streamlit would cache a call without a temperature and one with 1.0 separately.
    return _predictions(model_id, sentence, masked, temperature)


@st.cache_data(max_entries=2000, show_spinner=False)
def _predictions(model_id: str, sentence: str, masked: tuple[int, ...], temperature: float) -> "Predictions":
    from components.model.inference.prediction import predictions

    return predictions(*engine().read(model_id, sentence), masked, temperature=temperature)


@st.cache_data(max_entries=2000, show_spinner=False)
def possible_answers(model_id: str, sentence: str, masked: tuple[int, ...], blank: int) -> "tuple[PossibleAnswer, ...]":
    """The tokens at one blank that can be selected as the answer."""
    from components.model.blanks.occlusion import possible_answers

    return possible_answers(*engine().read(model_id, sentence), masked, blank)
