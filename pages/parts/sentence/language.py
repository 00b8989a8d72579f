"""A line below the sentence if it is probably not English, for models that have read nothing else."""

import streamlit as st

from components.model.tokens.other_languages import TokenCounts, counts_if_not_english
from components.model.user_errors import UserError
from components.tables.phrases import by_count, count_phrase
from pages.parts.sentence.context import SentenceContext


def note_other_language(context: SentenceContext) -> None:
    """Draw the line, if it applies to the sentence and the model."""
    if not context.model.only_english:
        return
    try:
        counts = counts_if_not_english(context.tokens)
    except UserError:  # the mode says why the sentence cannot be read
        return
    if counts is not None:
        with st.container(key="language-note"):
            st.text(other_language_text(context.model.name, counts))


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
