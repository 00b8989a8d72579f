"""The sentence of the room, or the pair: presets to start from, and the boxes to type in."""

import streamlit as st

from components.model.attention_presets import ATTENTION_PRESETS, AttentionPreset
from pages.attention.chosen import LAYER, forget_words
from pages.parts.presenting import controls_hidden
from pages.parts.stepping import stepped

FIRST = ATTENTION_PRESETS[0]


def use(preset: AttentionPreset) -> None:
    """Start from a preset."""
    st.session_state["sentence"] = preset.sentence
    st.session_state["second"] = preset.second or ""
    forget_words()
    if preset.layer_hint is not None and LAYER not in st.query_params:
        st.query_params[LAYER] = str(preset.layer_hint + 1)


def step(by: int) -> None:
    """Go to the next preset, or the one before; from a sentence of one's own, to the first or the last."""
    here = next((preset for preset in ATTENTION_PRESETS if preset.sentence == st.session_state.get("sentence")), None)
    use(stepped(ATTENTION_PRESETS, here, by))


def presets() -> None:
    """Sentences to start from."""
    with st.container(horizontal=True, gap="small"):
        for number, preset in enumerate(ATTENTION_PRESETS):
            shown = preset.sentence if len(preset.sentence) < 200 else f"{preset.sentence[:200]}…"
            st.button(preset.name, key=f"attention-preset-{number}", on_click=use, args=(preset,), help=shown)


def sentence_box() -> str:
    """The sentence; the link holds it."""
    return st.text_input(
        "Your sentence",
        FIRST.sentence,
        key="sentence",
        bind="query-params",
        on_change=forget_words,
        live="500ms",
    )


def second_box() -> str:
    """A sentence to be read together with the first, or nothing; the link holds it."""
    return st.text_input(
        "A second sentence, read together with it (optional)",
        key="second",
        bind="query-params",
        on_change=forget_words,
        live="500ms",
    )


def notice(sentence: str) -> None:
    """What a preset shows, said as long as its sentence stands unchanged."""
    for preset in ATTENTION_PRESETS:
        if preset.sentence == sentence and not controls_hidden():
            st.info(f"**{preset.name}.** {preset.notice}", icon=":material/lightbulb:")


def other_of(sentence: str) -> str | None:
    """What a preset is to be compared with."""
    return next((preset.other for preset in ATTENTION_PRESETS if preset.sentence == sentence), None)
