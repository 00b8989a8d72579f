"""Home: what Riverbank is, one live example, and the way into the rooms."""

import streamlit as st

import cache.blanks
import cache.engine
import cache.shipped.first_answers
from components.charts.candidates import candidate_bars
from components.model.checkpoints.catalogue import FIRST_MODEL
from components.model.checkpoints.registry import record
from components.model.presets import FILL_PRESETS
from components.model.user_errors import UserError
from components.tables.predictions import candidate_table, finding
from pages.parts.conditions import computed_by
from pages.parts.live import is_live
from pages.parts.rooms import ROOMS

MONEY, RIVER = FILL_PRESETS[:2]
COUNT = 5
A_ROW = 3  # rooms
MODEL = record(FIRST_MODEL)


def example(sentence: str, key: str, *, live: bool) -> None:
    """Candidates for the first blank of a sentence."""
    try:
        found = (
            cache.blanks.predictions(MODEL.id, sentence, ())
            if live
            else cache.shipped.first_answers.precomputed(MODEL.id, sentence)
        )
    except UserError as error:
        st.info(str(error))
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
    computed_by(MODEL, cache.engine.conditions(MODEL.id), parameters=cache.engine.parameters(MODEL.id), live=True)
else:
    computed_by(MODEL, cache.shipped.first_answers.first_example().conditions, parameters=None, live=False)

st.header("The rooms", anchor=False)
for first in range(0, len(ROOMS), A_ROW):
    for column, room in zip(st.columns(A_ROW), ROOMS[first : first + A_ROW], strict=False):
        with column.container(border=True):
            if room.picture.exists():
                st.image(room.picture, alt=f"The room “{room.title}”", width="stretch")
            st.page_link(room.file, label=f"**{room.title}** ({room.technical})", icon=room.icon)
            st.caption(room.about)
