"""The sentence of the modes about distillation: presets to start from, and the box to type in."""

import streamlit as st

from components.model.presets import FILL_PRESETS, Preset
from pages.parts.masks import write_masks
from pages.parts.presenting import controls_hidden
from pages.parts.stepping import stepped

FIRST = FILL_PRESETS[0]
KEY = "sentence"


def sentence_presets() -> None:
    """Sentences to start from."""
    with st.container(horizontal=True, gap="small"):
        for number, preset in enumerate(FILL_PRESETS):
            st.button(preset.name, key=f"speed-preset-{number}", on_click=_use, args=(preset,), help=preset.sentence)


def sentence_step(by: int) -> None:
    """Go to the next preset, or the one before."""
    here = next((preset for preset in FILL_PRESETS if preset.sentence == st.session_state.get(KEY)), None)
    _use(stepped(FILL_PRESETS, here, by))


def sentence_box() -> str:
    """The sentence; the link holds it."""
    return st.text_input(
        "Your sentence: click a word below to hide it, or type [MASK] for a blank",
        FIRST.sentence,
        key=KEY,
        bind="query-params",
        on_change=_retyped,
        live="500ms",
    )


def kept_sentence() -> str:
    """The sentence where no box shows it: it stands there again as soon as one does."""
    return st.query_params.get(KEY, FIRST.sentence)


def notice(sentence: str) -> None:
    """What a preset is about, said as long as its sentence stands unchanged."""
    for preset in FILL_PRESETS:
        if preset.sentence == sentence and not controls_hidden():
            st.info(f"**{preset.name}.** {preset.notice}", icon=":material/lightbulb:")


def _use(preset: Preset) -> None:
    st.session_state[KEY] = preset.sentence
    write_masks(())


def _retyped() -> None:
    """Another sentence has nothing hidden."""
    if "mask" in st.query_params:
        write_masks(())
        # This run's link may still hold the sentence before, and was just written back: have the new one written too.
        st.session_state[KEY] = st.session_state[KEY]
