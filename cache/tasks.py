"""What the room of tasks asks, computed once for all visitors."""

import json
import time
from typing import TYPE_CHECKING, Any

import streamlit as st

from cache.engine import engine
from components.model.checkpoints.with_heads import HEADS_FOLDER, WITH_HEADS_ID
from components.tasks.model.gold import passages

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


@st.cache_data(max_entries=500, show_spinner=False)
def text_reading(head: str, text: str) -> "TextReading":
    """What a head says of a whole text."""
    from components.tasks.model.text import read_text

    return read_text(*engine().read(WITH_HEADS_ID, text), heads()[head])


@st.cache_data(max_entries=500, show_spinner=False)
def likenesses(head: str, one: str, other: str) -> "tuple[Likeness, ...]":
    """How alike two texts are, by each pooling of a head."""
    from components.tasks.model.text import likenesses

    opened, first = engine().read(WITH_HEADS_ID, one)
    return likenesses(opened, first, opened.tokenizer.tokens(other), heads()[head])


@st.cache_data(max_entries=500, show_spinner=False)
def words_reading(head: str, text: str) -> "WordsReading":
    """What a head says of every word."""
    from components.tasks.model.words import read_words

    return read_words(*engine().read(WITH_HEADS_ID, text), heads()[head][0])


def span_reading(question: str, passage: str, longest: int, on_progress: "Tell") -> "SpanReading":
    """The best spans of a passage; progress is told while a long one is read for the first time."""
    kept: SpanReading = _span_reading(question, passage, longest, _on_progress=on_progress)
    return kept


@st.cache_data(max_entries=200, show_spinner=False)
def _span_reading(question: str, passage: str, longest: int, _on_progress: "Tell") -> "SpanReading":
    from components.tasks.model.spans import read_span
    from components.tasks.model.specs import SPAN

    opened = engine().opened(WITH_HEADS_ID)
    return read_span(opened, question, passage, heads()[SPAN][0], longest=longest, on_progress=_on_progress)


@st.cache_data(max_entries=500, show_spinner=False)
def pair_reading(head: str, first: str, second: str) -> "PairReading":
    """What a head says of two texts, either way round."""
    from components.tasks.model.pairs import read_pair

    opened, tokens = engine().inspect(WITH_HEADS_ID, first, second)
    return read_pair(opened, tokens, engine().inspect(WITH_HEADS_ID, second, first)[1], heads()[head][0])


@st.cache_data(max_entries=500, show_spinner=False)
def searched(question: str, chosen: tuple[int, ...]) -> "tuple[Search, float]":
    """Passages that ship, ranked both ways, and the seconds that took."""
    from components.tasks.model.search import search
    from components.tasks.model.specs import ANSWERS

    opened, asked = engine().read(WITH_HEADS_ID, question)
    texts = [passages()[place].text for place in chosen]
    alone = [opened.tokenizer.tokens(text) for text in texts]
    pairs = [opened.tokenizer.pair(question, text) for text in texts]
    began = time.perf_counter()
    found = search(opened, asked, alone, pairs, heads()[ANSWERS][0])
    return found, time.perf_counter() - began
