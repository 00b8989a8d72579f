"""What the room of tasks asks, computed once for all visitors."""

import json
import time
from typing import TYPE_CHECKING, Any

import streamlit as st

from cache.engine import engine
from components.model.checkpoints.multitask import HEADS_FOLDER, MULTITASK_MODEL_ID
from components.tasks.model.gold import passages
from components.tasks.model.specs import ANSWERS, SPAN

if TYPE_CHECKING:
    from components.tasks.model.head import Head
    from components.tasks.model.results import Likeness, PairReading, Search, TextReading
    from components.tasks.model.span_results import SpanReading
    from components.tasks.model.spans import Tell
    from components.tasks.model.word_results import WordsReading


@st.cache_resource(max_entries=1, show_spinner=False)
def heads() -> "dict[str, tuple[Head, ...]]":
    """Every head that ships."""
    from components.tasks.model.heads import kept_heads

    return kept_heads()


@st.cache_resource(max_entries=1, show_spinner=False)
def figures() -> dict[str, Any]:
    """How good the heads are: what ``python -m training.heads`` wrote beside them."""
    told: dict[str, Any] = json.loads((HEADS_FOLDER / "evaluation.json").read_text(encoding="utf-8"))
    return told


@st.cache_resource(max_entries=20, show_spinner=False)
def own_head(model_id: str) -> "Head":
    """The head that a model was published with."""
    from components.tasks.model.own_heads import own_head

    return own_head(engine().open_model(model_id))


@st.cache_data(max_entries=20, show_spinner=False)
def encoder_parameters(model_id: str) -> int:
    """How many numbers a model has learned, those of its own head left out."""
    return sum(weights.numel() for weights in engine().open_model(model_id).model.base_model.parameters())


def _asked(model_id: str, head: str) -> "tuple[Head, ...]":
    """A head that ships, or a model's own."""
    return heads()[head] if model_id == MULTITASK_MODEL_ID else (own_head(model_id),)


@st.cache_data(max_entries=500, show_spinner=False)
def text_reading(head: str, text: str, model_id: str = MULTITASK_MODEL_ID) -> "TextReading":
    """What a head says of a whole text."""
    from components.tasks.model.text import read_text

    return read_text(*engine().read(model_id, text), _asked(model_id, head))


@st.cache_data(max_entries=500, show_spinner=False)
def likenesses(head: str, one: str, other: str) -> "tuple[Likeness, ...]":
    """How alike two texts are, by each pooling of a head."""
    from components.tasks.model.text import likenesses

    opened, first = engine().read(MULTITASK_MODEL_ID, one)
    return likenesses(opened, first, opened.tokenizer.tokens(other), heads()[head])


@st.cache_data(max_entries=500, show_spinner=False)
def words_reading(head: str, text: str, model_id: str = MULTITASK_MODEL_ID) -> "WordsReading":
    """What a head says of every word."""
    from components.tasks.model.words import read_words

    return read_words(*engine().read(model_id, text), _asked(model_id, head)[0])


def span_reading(
    question: str, passage: str, longest: int, on_progress: "Tell", model_id: str = MULTITASK_MODEL_ID
) -> "SpanReading":
    """The best spans of a passage; progress is told while a long one is read for the first time."""
    kept: SpanReading = _span_reading(question, passage, longest, model_id, _on_progress=on_progress)
    return kept


@st.cache_data(max_entries=200, show_spinner=False)
def _span_reading(question: str, passage: str, longest: int, model_id: str, _on_progress: "Tell") -> "SpanReading":
    from components.tasks.model.spans import read_span

    head = _asked(model_id, SPAN)[0]
    return read_span(engine().open_model(model_id), question, passage, head, longest=longest, on_progress=_on_progress)


@st.cache_data(max_entries=500, show_spinner=False)
def pair_reading(head: str, first: str, second: str, model_id: str = MULTITASK_MODEL_ID) -> "PairReading":
    """What a head says of two texts, either way round."""
    from components.tasks.model.pairs import read_pair

    opened, tokens = engine().inspect(model_id, first, second)
    return read_pair(opened, tokens, engine().inspect(model_id, second, first)[1], _asked(model_id, head)[0])


@st.cache_data(max_entries=500, show_spinner=False)
def searched(question: str, chosen: tuple[int, ...]) -> "tuple[Search, float]":
    """Passages that ship, ranked both ways, and the seconds that took."""
    from components.tasks.model.search import search

    opened, asked = engine().read(MULTITASK_MODEL_ID, question)
    texts = [passages()[place].text for place in chosen]
    alone = [opened.tokenizer.tokens(text) for text in texts]
    pairs = [opened.tokenizer.pair(question, text) for text in texts]
    began = time.perf_counter()
    found = search(opened, asked, alone, pairs, heads()[ANSWERS][0])
    return found, time.perf_counter() - began
