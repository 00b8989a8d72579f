"""What the mask takes away: one sentence read from both sides and from the left alone."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from cache.precomputed import first_masks
from components.model.records import ModelRecord, Role
from components.model.refusal import NothingMasked, Refusal
from components.model.registry import record
from components.widgets.arrow_keys import arrow_keys
from components.widgets.mask_grids import mask_grids
from pages.masks.modes import models, prediction, proof, side_by_side
from pages.masks.sentence import FIRST, notice, presets, sentence_box, step
from pages.parts.carried import bring, remember
from pages.parts.conditions import computed_by
from pages.parts.live import is_live
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden, guess_first, large_type, presenting, teachers_links
from pages.parts.rooms import MASKS
from pages.parts.ways import chosen_way

WORDS = Path(__file__).with_name("words.md").read_text(encoding="utf-8")
MODES: dict[str, Callable[[ModelRecord, str], None]] = {
    "Side by side": side_by_side.show,
    "Two models": models.show,
    "The proof on “bank”": proof.show,
    "What it does to prediction": prediction.show,
}


def live_room(model: ModelRecord, sentence: str) -> None:
    """The sentence on the screen, looked at in the chosen way."""
    MODES[chosen_way(list(MODES), key="way")](model, sentence)
    notice(sentence)


def example(sentence: str) -> None:
    """What was computed beforehand, of the first preset."""
    if sentence != FIRST.first:
        st.caption(f"Until then, an example: {FIRST.first}")
    if guess_first():
        return  # a guess can be asked for once there is a model to compare it with
    found = first_masks()
    mask_grids(found.payload, key="example-grids")
    computed_by(record(found.conditions.model_id), found.conditions, parameters=None, live=False)


large_type()
bring(MASKS.path, own=FIRST.first)
if presenting():
    arrow_keys(key="steps", on_step=step)
else:
    st.title(f"{MASKS.title} ({MASKS.technical})", anchor=False)
    st.markdown(
        "A **mask** says which words a word may look at. BERT looks both ways; a model that writes the next word looks "
        "only left. Take the right side away, and see what goes with it."
    )
if controls_hidden():
    sentence = sentence_box()
    model = choose_model(*Role, listed=False)
else:
    presets()
    box, picker = st.columns([3, 1.3], vertical_alignment="bottom")
    with box:
        sentence = sentence_box()
    with picker:
        model = choose_model(*Role)
remember(sentence, own=FIRST.first)
if model is not None:
    try:
        if is_live():
            live_room(model, sentence)
        else:
            example(sentence)
    except NothingMasked as refusal:
        st.info(str(refusal), icon=":material/touch_app:")
    except Refusal as refusal:
        st.warning(str(refusal), icon=":material/info:")
if not presenting():
    teachers_links(key="masks")
    st.markdown(WORDS)
