"""The sentence of the room: presets to start from, the box to type in, and what a preset shows."""

import streamlit as st

from components.model.presets import FILL_PRESETS, Preset
from pages.parts.masks import write_masks
from pages.parts.presenting import controls_hidden
from pages.parts.stepping import stepped

FIRST = FILL_PRESETS[0]


def use(preset: Preset) -> None:
    """Start from a preset."""
    st.session_state["sentence"] = preset.sentence
    write_masks(())


def step(by: int) -> None:
    """Go to the next preset, or the one before; from a sentence of one's own, to the first or the last."""
    here = next((preset for preset in FILL_PRESETS if preset.sentence == st.session_state.get("sentence")), None)
    use(stepped(FILL_PRESETS, here, by))


def presets() -> None:
    """Sentences to start from."""
    with st.container(horizontal=True, gap="small"):
        for number, preset in enumerate(FILL_PRESETS):
            st.button(preset.name, key=f"preset-{number}", on_click=use, args=(preset,), help=preset.sentence)


def retyped() -> None:
    """Another sentence has nothing hidden."""
    if "mask" in st.query_params:
        write_masks(())
        # This run's link may still hold the sentence before, and was just written back: have the new one written too.
        st.session_state["sentence"] = st.session_state["sentence"]


def sentence_box() -> str:
    """The sentence; the link holds it."""
    return st.text_input(
        "Your sentence: click a word below to hide it, or type [MASK] for a blank",
        FIRST.sentence,
        key="sentence",
        bind="query-params",
        on_change=retyped,
        live="500ms",
    )


def notice(sentence: str) -> None:
    """What a preset shows, said as long as its sentence stands unchanged."""
    for preset in FILL_PRESETS:
        if preset.sentence == sentence and not controls_hidden():
            st.info(f"**{preset.name}.** {preset.notice}", icon=":material/lightbulb:")
