"""A line below a sentence that is not English, or has characters that are not in the model's vocabulary."""

import streamlit as st

import cache.engine
from components.model.checkpoints.records import ModelRecord
from components.model.results import Tokens
from components.model.tokens.other_languages import TokenCounts, counts_if_not_english
from components.model.user_errors import UserError
from components.tables.phrases import by_count, count_phrase, isolate_direction, list_phrase, quoted
from pages.parts.sentence.context import SentenceContext

_NAMED_LIMIT = 3  # texts that are named; others are counted
_LENGTH_LIMIT = 24  # characters of a text that is named


def note_sentence(context: SentenceContext) -> None:
    """Draw the line, if it applies to the sentence and the model, and once models are loaded."""
    if cache.engine.engine_stage() is not cache.engine.EngineStage.READY:
        return
    try:
        tokens = context.tokens
    except UserError:  # the mode says why the sentence cannot be read
        return
    note_tokens(context.model, tokens)


def note_tokens(model: ModelRecord, tokens: Tokens) -> None:
    """Draw the line, if it applies to a text as ``model`` reads it."""
    counts = counts_if_not_english(tokens) if model.only_english else None
    if counts is not None:  # the unknown tokens are among those that it counts
        text = other_language_text(model.name, counts)
    else:
        text = unknown_text(model.name, tokens.unknown_texts)
    if text:
        with st.container(key="sentence-note"):
            st.text(text)


def other_language_text(model: str, counts: TokenCounts) -> str:
    """What a model's results are worth for another language, and how it reads the text.

    Args:
        model: Its name.
        counts: Of the text.
    """
    kinds = [
        f"{counts.parts:,} of them {by_count(counts.parts, 'a part', 'parts')} of words" if counts.parts else "",
        f"{counts.unknown:,} of them unknown" if counts.unknown else "",
    ]
    detail = ", ".join(["", *filter(None, kinds)])
    return (
        f"{model} has read English only, so its results for other languages mean little. "
        f"It reads this text as {count_phrase(counts.tokens, 'token')}{detail}."
    )


def unknown_text(model: str, unknown: dict[str, str]) -> str:
    """What a model's vocabulary cannot write, and what stands in its place; empty if there is nothing.

    Args:
        model: The model's name.
        unknown: The texts as typed, with the tokens in their places.
    """
    if not unknown:
        return ""
    named = [quoted(isolate_direction(_shortened(text))) for text in list(unknown)[:_NAMED_LIMIT]]
    others = len(unknown) - len(named)
    texts = list_phrase([*named, *([count_phrase(others, "other")] if others else [])])
    tokens = list_phrase(list(dict.fromkeys(unknown.values())))
    place = by_count(len(unknown), "its place", "the place of each")
    return f"The vocabulary of {model} has no tokens for {texts}: {tokens} stands in {place}."


def _shortened(text: str) -> str:
    return text if len(text) <= _LENGTH_LIMIT else f"{text[: _LENGTH_LIMIT - 1]}…"
