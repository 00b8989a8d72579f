"""Which bank: what a word means in each sentence, layer by layer."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

import cache
from cache.senses import first_sense_map, word_vectors
from components.model.records import ModelRecord, Role
from components.model.refusal import Refusal
from components.model.registry import record
from components.tables.sense_map import MOST_POINTS
from components.widgets.arrow_keys import arrow_keys
from components.widgets.sense_map import sense_map
from pages.parts.conditions import computed_by
from pages.parts.live import is_live
from pages.parts.long_work import telling
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden, large_type, presenting, teachers_links
from pages.parts.rooms import SENSES
from pages.parts.ways import chosen_way
from pages.senses.asked import FIRST, forms_box, pooling, presets, question, sentences, step
from pages.senses.modes import apart, groups, map_of, models, own
from pages.senses.situation import Senses

WORDS = Path(__file__).with_name("words.md").read_text(encoding="utf-8")
MODES: dict[str, Callable[[Senses], None]] = {
    "The map": map_of.show,
    "How well apart?": apart.show,
    "Groups": groups.show,
    "Two models": models.show,
}
MINE = "My sentences"


def live_room(model: ModelRecord, typed: str) -> None:
    """The word on the screen, looked at in the chosen way."""
    chosen = chosen_way(list(MODES), key="see", unlinked=[MINE])
    if chosen == MINE:
        own.show(typed)
        return
    if not sentences(typed):
        raise Refusal(f"There are no sentences with this word yet. Give some under “{MINE}”, or choose a word above.")
    asked = question(model, typed, pooling())
    with telling("Reading the sentences", asked.key, key="read") as told:
        found = word_vectors(asked, told)
    if not found.points:
        raise Refusal("The word stands in none of the sentences. Name other forms of it above.")
    if len(found.points) > MOST_POINTS:
        raise Refusal(f"The word stands {len(found.points):,} times; at most {MOST_POINTS:,} are drawn. Take fewer.")
    if found.missing or found.refused:
        without = f"{len(found.missing):,} without the word" if found.missing else ""
        unread = f"{len(found.refused):,} that cannot be read ({found.refused[0][1]})" if found.refused else ""
        st.caption(f"Left out: {'; '.join(filter(None, (without, unread)))}.")
    MODES[chosen](Senses(model, asked, found))


def example() -> None:
    """What was computed beforehand, of the first word."""
    st.caption(f"The word “{FIRST.word}”, drawn beforehand:")
    sense_map(first_sense_map(), key="example-map")
    conditions = cache.first_example().conditions
    computed_by(record(conditions.model_id), conditions, parameters=None, live=False)


large_type()
if presenting():
    arrow_keys(key="steps", on_step=step)
else:
    st.title(f"{SENSES.title} ({SENSES.technical})", anchor=False)
    st.markdown(
        "Each point is one word in one sentence, as the model has it after a layer. **Press play** and see the "
        "sentences part by what the word means in them."
    )
if controls_hidden():
    typed = forms_box()
    model = choose_model(*Role, listed=False)
else:
    presets()
    box, picker = st.columns([3, 1.3], vertical_alignment="bottom")
    with box:
        typed = forms_box()
    with picker:
        model = choose_model(*Role)
if model is not None:
    try:
        if is_live():
            live_room(model, typed)
        else:
            example()
    except Refusal as refusal:
        st.warning(str(refusal), icon=":material/info:")
if not presenting():
    teachers_links(key="senses")
    st.markdown(WORDS)
