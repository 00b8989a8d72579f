"""What the room of the input asks, computed once for all visitors."""

from typing import TYPE_CHECKING

import streamlit as st

from cache.engine import engine
from cache.shipped.word_counts import FILE as COUNTS
from cache.shipped.word_counts import word_counts
from components.input.tables.strips import strips_bytes
from components.model.checkpoints.catalogue import REFERENCE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from components.input.model.cutting import CutWord, Rule
    from components.input.model.elsewhere import Occurrence
    from components.input.model.merges import Merge, NextMerges, Pair
    from components.input.model.results import CutText, InputVectors, Part, WithoutParts
    from components.input.model.results import Pair as PairResult
    from components.model.checkpoints.open_model import OpenModel

__all__ = ["COUNTS"]


@st.cache_data(max_entries=200, show_spinner=False)
def input_vectors(model_id: str, sentence: str, second: str = "", without: "tuple[Part, ...]" = ()) -> "InputVectors":
    """What enters layer 1, part by part, of a sentence or a pair; parts ``without`` are left out of the sum."""
    from components.input.model.embeddings import input_vectors

    return input_vectors(*engine().inspect(model_id, sentence, second), without=without)


@st.cache_data(max_entries=200, show_spinner=False)
def strips(
    model_id: str, sentence: str, second: str = "", without: "tuple[Part, ...]" = (), *, vectors: bool = True
) -> bytes:
    """The bytes that draw them, or those of the rows above the ``vectors`` alone."""
    found, opened = input_vectors(model_id, sentence, second, without), engine().open_for_inspection(model_id)
    return strips_from(opened, found, _occurrences(model_id), vectors=vectors)


def strips_from(
    opened: "OpenModel",
    found: "InputVectors",
    occurrences: "Mapping[int, tuple[Occurrence, ...]]",
    *,
    vectors: bool = True,
) -> bytes:
    """The bytes of a model's vectors; without ``vectors``, of the rows above them alone."""
    from components.input.model.nearest import nearest_pieces

    names = [opened.tokenizer.raw_token(token_id) for token_id in found.tokens.ids]
    return strips_bytes(found, names, nearest_pieces(opened, found.tokens.ids), occurrences, vectors=vectors)


@st.cache_data(max_entries=500, show_spinner=False)
def piece_names(model_id: str, sentence: str, second: str = "") -> list[str]:
    """The pieces of a sentence or a pair as the vocabulary has them."""
    opened, tokens = engine().inspect(model_id, sentence, second)
    return [opened.tokenizer.raw_token(token_id) for token_id in tokens.ids]


@st.cache_resource(max_entries=20, show_spinner=False)
def _occurrences(model_id: str) -> "Mapping[int, tuple[Occurrence, ...]]":
    from components.input.model.elsewhere import occurrences_of_pieces

    return occurrences_of_pieces(engine().open_for_inspection(model_id).tokenizer)


@st.cache_data(max_entries=1000, show_spinner=False)
def cut_words(model_id: str, sentence: str) -> "tuple[CutWord, ...]":
    """Every word of a sentence, and how the model's vocabulary cuts it."""
    from components.input.model.cutting import cut_words

    opened, _ = engine().read(model_id, sentence)
    return cut_words(opened.tokenizer, sentence)


@st.cache_data(max_entries=50, show_spinner=False)
def rule(model_id: str) -> "Rule":
    """The rule that a model's vocabulary cuts by."""
    from components.input.model.cutting import vocabulary_of

    return vocabulary_of(engine().open_model(model_id).tokenizer.backend).rule


@st.cache_resource(show_spinner=False)
def pocket_merges() -> "dict[Pair, int]":
    """The merges behind the pocket family's vocabulary."""
    from components.input.model.cutting import vocabulary_of
    from components.input.model.merges import learned_merges

    pieces = vocabulary_of(engine().open_model(REFERENCE).tokenizer.backend).pieces
    return learned_merges(sorted(pieces, key=lambda piece: pieces[piece]))


def pocket_words(sentence: str) -> "tuple[CutWord, ...]":
    """The words of a sentence as the pocket family's vocabulary cuts them."""
    return cut_words(REFERENCE, sentence)


def merges_of(word: str) -> "tuple[Merge, ...]":
    """The merges of the pocket family's vocabulary that a word goes through."""
    from components.input.model.merges import merges_of

    return merges_of(word, pocket_merges())


@st.cache_data(max_entries=300, show_spinner=False)
def next_merges(done: int) -> "NextMerges":
    """What either rule would join next in the family's text, after so many merges."""
    from components.input.model.merges import next_merges

    return next_merges(word_counts(), pocket_merges(), done)


@st.cache_data(max_entries=500, show_spinner=False)
def without_parts(
    model_id: str,
    sentence: str,
    masked: tuple[int, ...],
    blank: int,
    answer: int,
    together: "tuple[Part, ...]" = (),
) -> "WithoutParts":
    """A blank with every part of the input vectors, then without one at a time, and without several ``together``."""
    from components.input.model.without_parts import without_parts

    return without_parts(*engine().read(model_id, sentence), masked, blank, answer, together=together)


@st.cache_data(max_entries=300, show_spinner=False)
def pair_readings(model_id: str, first: str, second: str) -> "PairResult | None":
    """What the model's next-sentence head says of a pair; None where it has none."""
    from components.input.model.next_sentence import next_sentence_head, pair_readings

    opened = engine().open_for_inspection(model_id)
    folder = engine().weights_folder(opened.record)
    head = None if folder is None else next_sentence_head(folder)
    if head is None:
        return None
    tokenizer = opened.tokenizer
    return pair_readings(opened, head, tokenizer.pair(first, second), tokenizer.pair(second, first))


@st.cache_data(max_entries=300, show_spinner=False)
def cut_text(model_id: str, sentence: str, limit: int, overlap: int, telling: str) -> "CutText":
    """A text that is too long, under each way of cutting it; windows share ``overlap`` pieces."""
    from components.input.model.windows import cut_text

    opened = engine().open_model(model_id)
    tokens = opened.tokenizer.tokens_of_any_length(sentence)
    return cut_text(opened, tokens, limit=limit, overlap=overlap, telling=telling)


@st.cache_data(max_entries=50, show_spinner=False)
def positions(model_id: str) -> int:
    """How many pieces a model reads at most."""
    return engine().open_model(model_id).tokenizer.positions


@st.cache_data(max_entries=50, show_spinner=False)
def vocabulary_size(model_id: str) -> int:
    """How many pieces a model's tokenizer can write."""
    return engine().open_model(model_id).tokenizer.size
