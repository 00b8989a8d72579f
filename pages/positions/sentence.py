"""The sentence of the room: presets to start from, and the box to type in."""

import streamlit as st

from components.model.position_presets import POSITION_PRESETS, PositionPreset
from pages.parts.masks import PARAMETER as MASK
from pages.parts.presenting import controls_hidden
from pages.parts.stepping import stepped

FIRST = POSITION_PRESETS[0]
MODE = "how"
ORDER, PAST_THE_END, BY_HAND = "Does order matter?", "Past the end", "RoPE by hand"
READING = (ORDER, PAST_THE_END, BY_HAND)  # ways of looking that read the sentence
ONE, TWO, QUERY, KEY = "one", "two", "query", "key"
WORDS = (ONE, TWO, QUERY, KEY)  # parameters that name words of one sentence


def preset_of(sentence: str) -> PositionPreset | None:
    """The preset with this sentence."""
    return next((preset for preset in POSITION_PRESETS if preset.sentence == sentence), None)


def use(preset: PositionPreset) -> None:
    """Start from a preset, where it can be seen what it is about."""
    read(preset)
    if st.session_state.get(MODE, st.query_params.get(MODE)) in READING:
        return
    st.session_state[MODE] = PAST_THE_END if preset.long else ORDER


def read(preset: PositionPreset) -> None:
    """Take a preset's sentence."""
    st.session_state["sentence"] = preset.sentence
    forget_words()


def step(by: int) -> None:
    """Go to the next preset, or the one before, in the way of looking that is shown; from one's own, to an end."""
    read(stepped(POSITION_PRESETS, preset_of(st.session_state.get("sentence", "")), by))


def presets() -> None:
    """Sentences to start from."""
    with st.container(horizontal=True, gap="small"):
        for number, preset in enumerate(POSITION_PRESETS):
            shown = preset.sentence if len(preset.sentence) < 200 else f"{preset.sentence[:200]}…"
            st.button(preset.name, key=f"positions-preset-{number}", on_click=use, args=(preset,), help=shown)


def sentence_box() -> str:
    """The sentence; the link holds it."""
    return st.text_input(
        "Your sentence",
        FIRST.sentence,
        key="sentence",
        bind="query-params",
        on_change=retyped,
        live="500ms",
    )


def notice(sentence: str) -> None:
    """What to look for in a preset, said as long as its sentence stands unchanged."""
    preset = preset_of(sentence)
    if preset is not None and not controls_hidden():
        st.info(f"**{preset.name}.** {preset.notice}", icon=":material/lightbulb:")


def forget_words() -> None:
    """Another sentence has other words."""
    for name in (MASK, *WORDS):
        st.query_params.pop(name, None)


def retyped() -> None:
    """Another sentence was typed."""
    if any(name in st.query_params for name in (MASK, *WORDS)):
        forget_words()
        # This run's link may still hold the sentence before, and was just written back: have the new one written too.
        st.session_state["sentence"] = st.session_state["sentence"]
