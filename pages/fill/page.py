"""Fill the blank: hide a word, and see which words the model would put there."""

from pathlib import Path

import streamlit as st

import cache
from components.model.records import ModelRecord, Role
from components.model.refusal import NothingMasked, Refusal
from components.model.registry import record
from components.widgets.arrow_keys import arrow_keys
from pages.fill.guess import guessed
from pages.fill.modes import (
    blank,
    every_position,
    left_only,
    models,
    my_list,
    sentences,
    several,
    where_from,
    word,
)
from pages.fill.onward import to_the_senses
from pages.fill.sentence import FIRST, notice, presets, sentence_box, step
from pages.parts.carried import bring, remember
from pages.parts.conditions import computed_by
from pages.parts.live import is_live
from pages.parts.masks import mask_strip, masks_from_link
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden, guess_first, large_type, presenting, teachers_links
from pages.parts.rooms import FILL
from pages.parts.situation import Situation
from pages.parts.ways import chosen_way

WORDS = Path(__file__).with_name("words.md").read_text(encoding="utf-8")
MODES = {
    "The blank": blank.show,
    "A word I name": word.show,
    "Several blanks": several.show,
    "Two sentences": sentences.show,
    "Two models": models.show,
    "Every position": every_position.show,
    "Where from?": where_from.show,
    "Left side only": left_only.show,
    "A list of my own": my_list.show,
}
# Where a guess is asked for: here for all others; the blank has a temperature to heed, the last two ask of no blank.
ASK_FOR_THEMSELVES = (blank.show, every_position.show, my_list.show)
# These show the model's own words for the blanks, which the way on to "Which bank?" reads too: it asks no model itself.
ANSWERED = (blank.show, word.show)


def live_room(model: ModelRecord, sentence: str) -> None:
    """The sentence the visitor typed, asked of the model in the chosen way."""
    tokens = cache.tokens(model.id, sentence)
    masked = masks_from_link(tokens)
    mask_strip(tokens, masked, key="strip")
    at, show = Situation(model, tokens, masked), MODES[chosen_way(list(MODES), key="mode", label="Ways of asking")]
    if show in ASK_FOR_THEMSELVES or guessed(at):
        show(at)
        if show in ANSWERED:
            to_the_senses(at)
    notice(sentence)


def example(model: ModelRecord, sentence: str) -> None:
    """What was computed beforehand: for the sentence if it is a preset, else for the first preset."""
    found = cache.precomputed(model.id, sentence) or cache.first_example()
    if found.tokens.sentence == sentence:
        mask_strip(found.tokens, masks_from_link(found.tokens), key="example-strip")
    else:  # no chips: a click on one would hide a word of the visitor's own sentence
        st.caption(f"Until then, an example: {found.tokens.sentence}")
    if guess_first():
        return  # a guess can be asked for once there is a model to compare it with
    blank.draw(found)
    computed_by(record(found.conditions.model_id), found.conditions, parameters=None, live=False)


large_type()
bring(FILL.path, own=FIRST.sentence)
if presenting():
    arrow_keys(key="steps", on_step=step)
else:
    st.title(f"{FILL.title} ({FILL.technical})", anchor=False)
    st.markdown(
        "BERT was trained by hiding words and guessing them. Hide one, and see **which words it would put there**."
    )
if controls_hidden():
    sentence = sentence_box()
    model = choose_model(Role.MASKED, listed=False)
else:
    presets()
    box, picker = st.columns([3, 1.3], vertical_alignment="bottom")
    with box:
        sentence = sentence_box()
    with picker:
        model = choose_model(Role.MASKED)
remember(sentence, own=FIRST.sentence)
if model is not None:
    live = is_live()
    try:
        (live_room if live else example)(model, sentence)
    except NothingMasked as refusal:
        st.info(str(refusal), icon=":material/touch_app:")
    except Refusal as refusal:
        st.warning(str(refusal), icon=":material/info:")
if not presenting():
    teachers_links(key="fill")
    st.markdown(WORDS)
