"""The way on: a word that has a room of its own is taken there, in this sentence."""

import streamlit as st

import cache
from components.model.occurrences import occurrences
from components.model.refusal import Refusal
from pages.parts.presenting import controls_hidden
from pages.parts.rooms import SENSES
from pages.parts.situation import Situation
from pages.senses.asked import PRESETS


def to_the_senses(at: Situation) -> None:
    """A link to "Which bank?" where the sentence, its blanks filled by the model, has one of that room's words."""
    if controls_hidden():
        return
    try:
        sentence = _filled(at)
    except Refusal:
        return  # the room above has said why already
    for preset in PRESETS:
        if occurrences(sentence, preset.forms):
            st.page_link(
                SENSES.file,
                label=f"What does “{preset.word}” mean here? To the room “{SENSES.title}”",
                icon=SENSES.icon,
                query_params={"forms": ", ".join(preset.forms), "mine": sentence, "model": at.model.id},
            )
            return


def _filled(at: Situation) -> str:
    """The sentence with the model's first choice in every blank."""
    text = at.blanked
    if at.blanks:
        for mask in cache.predictions(at.model.id, at.sentence, at.masked).masks:
            text = text.replace("[MASK]", mask.candidates[0].text, 1)
    return text
