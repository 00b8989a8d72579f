"""Where am I: how a model is told where a token stands, and what becomes of it when that changes."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from cache.positions import positions
from cache.precomputed import first_positions
from components.model.records import ModelRecord, Role
from components.model.refusal import NothingMasked, Refusal
from components.model.registry import record
from components.widgets.arrow_keys import arrow_keys
from components.widgets.position_panels import position_panels
from pages.parts.carried import bring, remember
from pages.parts.conditions import computed_by
from pages.parts.live import is_live
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden, large_type, presenting, teachers_links
from pages.parts.rooms import POSITIONS
from pages.parts.ways import chosen_way
from pages.positions.modes import by_hand, distance, order, panels, past_end, shape
from pages.positions.sentence import BY_HAND, FIRST, MODE, ORDER, PAST_THE_END, presets, sentence_box, step
from pages.positions.situation import Here

WORDS = Path(__file__).with_name("words.md").read_text(encoding="utf-8")
MODES: dict[str, Callable[[Here], None]] = {
    "The four panels": panels.show,
    "A function of distance?": distance.show,
    BY_HAND: by_hand.show,
    "The shape of the table": shape.show,
    PAST_THE_END: past_end.show,
    ORDER: order.show,
}


def live_room(model: ModelRecord, sentence: str) -> None:
    """The model's positions, looked at in the chosen way."""
    MODES[chosen_way(list(MODES), key=MODE)](Here(model, positions(model.id), sentence))


def example() -> None:
    """What was computed beforehand: a part of the panels."""
    found = first_positions()
    st.caption("Until then, an example: the first 64 positions and the first 64 dimensions.")
    position_panels(found.payload, key="example-panels")
    computed_by(record(found.conditions.model_id), found.conditions, parameters=None, live=False)


large_type()
bring(POSITIONS.path, own=FIRST.sentence)
if presenting():
    arrow_keys(key="steps", on_step=step)
else:
    st.title(f"{POSITIONS.title} ({POSITIONS.technical})", anchor=False)
    st.markdown(
        "Attention by itself sees a bag of words. So models are **told where each token stands**, in one of a few "
        "ways: here they are side by side. Point at a panel to compare two positions in all of them."
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
remember(sentence, own=FIRST.sentence)
if model is not None:
    try:
        if is_live():
            live_room(model, sentence)
        else:
            example()
    except NothingMasked as refusal:
        st.info(str(refusal), icon=":material/touch_app:")
    except Refusal as refusal:
        st.warning(str(refusal), icon=":material/info:")
if not presenting():
    teachers_links(key="positions")
    st.markdown(WORDS)
