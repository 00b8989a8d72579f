"""Links from a blank to other rooms: “Word meanings” and “Change its mind”."""

import streamlit as st

from components.model.results import Predictions
from components.model.tokens.occurrences import find_occurrences
from components.model.user_errors import UserError
from components.model.word_senses import sense_presets
from pages.parts.presenting import hides_controls
from pages.parts.rooms import PATCHING, SENSES
from pages.parts.sentence.context import BlankContext
from pages.parts.sentence.filled import filled_sentence


def link_to_senses(context: BlankContext, predictions: Predictions) -> None:
    """Draw a link to “Word meanings” if the filled sentence has one of that room's words."""
    if hides_controls():
        return
    try:
        sentence = filled_sentence(context.masked_sentence, predictions)
        preset = next((each for each in sense_presets() if find_occurrences(sentence, each.forms)), None)
    except UserError:
        return  # the mode has shown the error already
    if preset is not None:
        st.page_link(
            SENSES.file,
            label=f"What does “{preset.word}” mean here? To the room “{SENSES.title}”",
            icon=SENSES.icon,
            query_params={"forms": ", ".join(preset.forms), "mine": sentence, "model": context.model.id},
        )


def link_to_patching(context: BlankContext) -> None:
    """Draw a link to “Change its mind”, where vectors are exchanged and not only words hidden."""
    if hides_controls():
        return
    st.page_link(
        PATCHING.file,
        label=f"What causes the answer? To the room “{PATCHING.title}”",
        icon=PATCHING.icon,
        query_params={"sentence": context.masked_sentence, "model": context.model.id},
    )
