"""Cached results about masked positions that several rooms share."""

from typing import TYPE_CHECKING

import streamlit as st

from cache.engine import engine

if TYPE_CHECKING:
    from components.model.blanks.results import ModelPair, NamedWords, PossibleAnswer
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


@st.cache_data(max_entries=1000, show_spinner=False)
def named_words(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int, words: tuple[str, ...]
) -> "NamedWords":
    """The probability of each of ``words`` at the blank."""
    from components.model.blanks.named_words import named_words

    return named_words(*engine().read(model_id, sentence), masked, blank, words)


@st.cache_data(max_entries=500, show_spinner=False)
def model_pair(model_id: str, other_id: str, sentence: str, masked: tuple[int, ...], number: int) -> "ModelPair":
    """Two models compared at blank ``number``, from 0; ``masked`` are positions of the first model's tokens."""
    from components.model.blanks.model_pair import model_pair

    opened, tokens = engine().read(model_id, sentence)
    return model_pair(opened, engine().open_model(other_id), tokens, masked, number)
