"""Links from before: the mode had another name in every room, and distillation lived with speed."""

import streamlit as st

from pages.parts.links.notes import arriving
from pages.parts.modes import MODE
from pages.parts.rooms import ATTENTION, DISTILLATION, MASKS, POSITIONS, SENSES, SPEED

OLD_NAMES = {ATTENTION.path: "look", MASKS.path: "way", POSITIONS.path: "how", SENSES.path: "see", SPEED.path: "ask"}
# Rooms that used to open with another mode, and the settings of that one: a link with one of them means it.
OLD_FIRST = {
    MASKS.path: ("Side by side", {"masking", "size", "batch", "cells", "layer", "head", "from", "to", "step"}),
    POSITIONS.path: ("The four panels", {"positions", "dimensions", "compared", "alibi", "first", "second"}),
}
MOVED = {"The same blanks", "Soft targets", "Three losses", "Layer by layer", "What the teacher was worth"}


def follow_old_link(path: str) -> None:
    """Have an old link to the room at ``path`` open what it opened. To be called before anything is drawn."""
    mode = st.query_params.get(OLD_NAMES.get(path, ""))
    if not mode:
        first, settings = OLD_FIRST.get(path, ("", set()))
        if arriving(path) and MODE not in st.query_params and settings & set(st.query_params):
            st.query_params[MODE] = first
        return
    link = {name: value for name, value in st.query_params.to_dict().items() if name != OLD_NAMES[path]}
    link.setdefault(MODE, mode)
    if path == SPEED.path and link[MODE] in MOVED:
        st.switch_page(DISTILLATION.file, query_params=link)
    st.query_params.from_dict(link)
