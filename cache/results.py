"""Results, computed once for all visitors."""

import streamlit as st

from cache.warmup import warmup
from components.model.evidence_results import LayerReading, LeftOnly, Occlusion, PossibleAnswer
from components.model.listed import ListRow
from components.model.named_words_results import NamedWords
from components.model.pair_results import ModelPair, SentencePair
from components.model.results import Conditions, Predictions, Tokens, TokenScore
from components.model.several_results import SeveralBlanks


@st.cache_data(max_entries=2000, show_spinner=False)
def tokens(model_id: str, sentence: str) -> Tokens:
    """``sentence`` as ``model_id`` reads it."""
    return warmup().engine().tokens(model_id, sentence)


def predictions(model_id: str, sentence: str, masked: tuple[int, ...], temperature: float = 1.0) -> Predictions:
    """Candidates for every mask, as many as a page ever shows: choosing how many needs no model."""
    # To Streamlit a question that leaves the temperature out is another one than one that says 1.
    return _predictions(model_id, sentence, masked, temperature)


@st.cache_data(max_entries=2000, show_spinner=False)
def _predictions(model_id: str, sentence: str, masked: tuple[int, ...], temperature: float) -> Predictions:
    return warmup().engine().predictions(model_id, sentence, masked, temperature)


@st.cache_data(max_entries=1000, show_spinner=False)
def named_words(
    model_id: str, sentence: str, masked: tuple[int, ...], position: int, words: tuple[str, ...]
) -> NamedWords:
    """How likely each of ``words`` is at the mask at ``position``."""
    return warmup().engine().named_words(model_id, sentence, masked, position, words)


@st.cache_data(max_entries=500, show_spinner=False)
def several_blanks(model_id: str, sentence: str, masked: tuple[int, ...]) -> SeveralBlanks:
    """All masks filled, each for itself and together."""
    return warmup().engine().several_blanks(model_id, sentence, masked)


@st.cache_data(max_entries=500, show_spinner=False)
def sentence_pair(model_id: str, first: str, masked: tuple[int, ...], second: str) -> SentencePair:
    """One model at the blank of two sentences."""
    return warmup().engine().sentence_pair(model_id, first, masked, second)


@st.cache_data(max_entries=500, show_spinner=False)
def model_pair(model_id: str, other_id: str, sentence: str, masked: tuple[int, ...], number: int) -> ModelPair:
    """Two models at the same blank of one sentence."""
    return warmup().engine().model_pair(model_id, other_id, sentence, masked, number)


@st.cache_data(max_entries=50, show_spinner=False)
def parameters(model_id: str) -> int:
    """How many numbers ``model_id`` has learned."""
    return warmup().engine().parameters(model_id)


@st.cache_data(max_entries=5000, show_spinner=False)
def every_position(model_id: str, sentence: str, positions: tuple[int, ...]) -> tuple[TokenScore, ...]:
    """How likely each of ``positions`` is given all other tokens."""
    return warmup().engine().every_position(model_id, sentence, positions)


@st.cache_data(max_entries=2000, show_spinner=False)
def possible_answers(
    model_id: str, sentence: str, masked: tuple[int, ...], position: int
) -> tuple[PossibleAnswer, ...]:
    """The words that can be followed at one blank."""
    return warmup().engine().possible_answers(model_id, sentence, masked, position)


@st.cache_data(max_entries=5000, show_spinner=False)
def occlusions(
    model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int, others: tuple[int, ...]
) -> tuple[Occlusion, ...]:
    """What an answer loses when each of ``others`` is masked as well."""
    return warmup().engine().occlusions(model_id, sentence, masked, position, answer, others)


@st.cache_data(max_entries=2000, show_spinner=False)
def layer_readout(
    model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int
) -> tuple[LayerReading, ...]:
    """What the vocabulary head reads at a blank after every layer."""
    return warmup().engine().layer_readout(model_id, sentence, masked, position, answer)


@st.cache_data(max_entries=2000, show_spinner=False)
def left_only(model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int) -> LeftOnly:
    """A blank predicted from the whole sentence, and from its left side alone."""
    return warmup().engine().left_only(model_id, sentence, masked, position, answer)


@st.cache_data(max_entries=50, show_spinner=False)
def conditions(model_id: str) -> Conditions:
    """What figures of ``model_id`` are computed by."""
    return warmup().engine().conditions(model_id)


@st.cache_data(max_entries=500, show_spinner=False)
def list_rows(model_id: str, items: tuple[tuple[str, str | None], ...]) -> tuple[ListRow, ...]:
    """Answers to a part of a list of sentences."""
    return warmup().engine().list_rows(model_id, items)
