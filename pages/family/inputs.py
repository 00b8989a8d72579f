"""The inputs of the room: two members of the family."""

import streamlit as st

from components.family.model.members import FAMILY, family_member
from components.family.model.presets import FAMILY_PRESETS, FamilyPreset
from pages.family.context import FamilyContext
from pages.parts.examples import Examples
from pages.parts.links.parameters import MODE
from pages.parts.presenting import hides_controls
from pages.parts.settings import linked_choice

TABLE = "One table"  # the mode that shows every member, whichever two are chosen
ONE, OTHER = "one", "other"  # in the link
LAYERS, WIDTH, LENGTH = "layers", "width", "length"  # in the link: changed numbers of the second model
WIDTHS = (1.3, 2)  # of the examples and of both lists
FIRST = FAMILY_PRESETS[0]


def choose_models() -> bool:
    """No models to choose: this room runs none."""
    return True


def read_inputs(_: bool) -> FamilyContext:
    """Draw the controls for two models: examples, and a list for each; none above the table of all models."""
    if hides_controls() or st.query_params.get(MODE) == TABLE:
        return FamilyContext(*(family_member(_linked(name)) for name in (ONE, OTHER)))
    examples, lists = st.columns(WIDTHS, vertical_alignment="center")
    with examples:
        EXAMPLES.draw_row()
    pair = lists.container(horizontal=True, key="family-lists")
    for name, label in ((ONE, "Model"), (OTHER, "Compared with")):
        keys = [member.key for member in FAMILY]
        st.session_state[_key(name)] = keys.index(_linked(name))
        with pair:
            st.selectbox(
                label,
                range(len(keys)),
                format_func=lambda number: FAMILY[number].name,
                key=_key(name),
                on_change=_chosen,
                args=(name,),
                label_visibility="collapsed",
            )
    return FamilyContext(*(family_member(_linked(name)) for name in (ONE, OTHER)))


def _linked(name: str) -> str:
    default = FIRST.first if name == ONE else FIRST.second
    return linked_choice(name, [default, *(member.key for member in FAMILY if member.key != default)])


def _key(name: str) -> str:
    return f"family-{name}"


def choose_other(key: str) -> None:
    """Choose the second member, and reset changed numbers."""
    st.query_params[OTHER] = key
    for tried in (LAYERS, WIDTH):
        st.query_params.pop(tried, None)


def _chosen(name: str) -> None:
    key = FAMILY[st.session_state[_key(name)]].key
    if name == OTHER:
        choose_other(key)
    else:
        st.query_params[ONE] = key


def _use(preset: FamilyPreset) -> None:
    st.query_params[ONE] = preset.first
    choose_other(preset.second)


def _here() -> FamilyPreset | None:
    now = (_linked(ONE), _linked(OTHER))
    return next((preset for preset in FAMILY_PRESETS if (preset.first, preset.second) == now), None)


EXAMPLES = Examples(FAMILY_PRESETS, use=_use, current=_here)
