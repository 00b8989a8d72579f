"""The inputs of the room: two members of the family."""

import streamlit as st

from components.family.model.presets import FAMILY_PRESETS, FamilyPreset
from components.model.family_members import FAMILY, family_member
from pages.family.context import FamilyContext
from pages.parts.examples import Examples
from pages.parts.layout import settings_place
from pages.parts.presenting import hides_controls
from pages.parts.sentence.box import EXAMPLES_AND_BOX
from pages.parts.settings import linked_choice

ONE, OTHER = "one", "other"  # in the link
LAYERS, WIDTH, LENGTH = "layers", "width", "length"  # in the link: changed numbers of the second model
FIRST = FAMILY_PRESETS[0]


def choose_models() -> bool:
    """No models to choose: this room runs none."""
    return True


def read_inputs(_: bool) -> FamilyContext:
    """Draw the examples, which are pairs of models. The link holds the pair."""
    if not hides_controls():
        with st.columns(EXAMPLES_AND_BOX)[0]:
            EXAMPLES.draw_row()
    return FamilyContext(*(family_member(_linked(name)) for name in (ONE, OTHER)))


def pair_lists() -> None:
    """Draw a list for each of the two models, for those who cannot click on the figure."""
    if hides_controls():
        return
    keys = [member.key for member in FAMILY]
    for name, label in ((ONE, "Model"), (OTHER, "Compared with")):
        st.session_state[_key(name)] = keys.index(_linked(name))
        with settings_place():
            st.selectbox(
                label,
                range(len(keys)),
                format_func=lambda number: FAMILY[number].name,
                key=_key(name),
                on_change=_chosen,
                args=(name,),
            )


def _linked(name: str) -> str:
    default = FIRST.first if name == ONE else FIRST.second
    return linked_choice(name, [default, *(member.key for member in FAMILY if member.key != default)])


def _key(name: str) -> str:
    return f"family-{name}"


def choose_pair(first: str, second: str) -> None:
    """Choose both members, and reset changed numbers."""
    st.query_params[ONE], st.query_params[OTHER] = first, second
    for tried in (LAYERS, WIDTH):
        st.query_params.pop(tried, None)


def _chosen(name: str) -> None:
    key = FAMILY[st.session_state[_key(name)]].key
    if name == OTHER:
        choose_pair(_linked(ONE), key)
    else:
        st.query_params[ONE] = key


def _use(preset: FamilyPreset) -> None:
    choose_pair(preset.first, preset.second)


def _here() -> FamilyPreset | None:
    now = (_linked(ONE), _linked(OTHER))
    return next((preset for preset in FAMILY_PRESETS if (preset.first, preset.second) == now), None)


EXAMPLES = Examples(FAMILY_PRESETS, use=_use, current=_here)
