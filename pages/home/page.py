"""Home: what Riverbank is, one live example, and the way into the rooms."""

import streamlit as st

import cache
from components.charts.candidates import candidate_bars
from components.model.presets import FILL_PRESETS
from components.model.refusal import Refusal
from components.model.registry import record
from components.tables.predictions import candidate_table, finding
from pages.parts.conditions import computed_by
from pages.parts.live import is_live
from pages.parts.rooms import ROOMS

MONEY, RIVER = FILL_PRESETS[:2]
COUNT = 5
A_ROW = 3  # rooms
MODEL = record(cache.FIRST_MODEL)


def example(sentence: str, key: str, *, live: bool) -> None:
    """Candidates for the first blank of a sentence."""
    try:
        found = cache.predictions(MODEL.id, sentence, ()) if live else cache.precomputed(MODEL.id, sentence)
    except Refusal as refusal:
        st.info(str(refusal))
        return
    if found is None:
        return
    table = candidate_table(found.masks[0], count=COUNT)
    st.vega_lite_chart(candidate_bars(table), key=f"{key}-bars", alt=finding(table))


st.title("Riverbank", anchor=False)
st.header("See how BERT reads", anchor=False)
st.markdown(
    "Which bank do you mean, the one with the money or the one by the river? BERT tells them apart by the words around "
    "them. **Change a word and watch.**"
)
live = is_live()
for column, preset, key in zip(st.columns(2, gap="large"), (MONEY, RIVER), ("money", "river"), strict=True):
    with column:
        sentence = st.text_input("A sentence with a [MASK]", preset.sentence, key=key, live="500ms")
        example(sentence, key, live=live)
if live:
    computed_by(MODEL, cache.conditions(MODEL.id), parameters=cache.parameters(MODEL.id), live=True)
else:
    computed_by(MODEL, cache.first_example().conditions, parameters=None, live=False)

st.header("The rooms", anchor=False)
for first in range(0, len(ROOMS), A_ROW):
    for column, room in zip(st.columns(A_ROW), ROOMS[first : first + A_ROW], strict=False):
        with column.container(border=True):
            if room.picture.exists():
                st.image(room.picture, alt=f"The room “{room.title}”", width="stretch")
            st.page_link(room.file, label=f"**{room.title}** ({room.technical})", icon=room.icon)
            st.caption(room.about)
