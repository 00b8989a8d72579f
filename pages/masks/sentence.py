"""The sentence of the room and the one beside it: presets to start from, and the boxes to type in."""

import streamlit as st

from components.model.mask_presets import PROOF_PRESETS, ProofPreset
from components.model.results import Tokens
from pages.masks.chosen import forget_words
from pages.parts.presenting import controls_hidden, linked_text
from pages.parts.stepping import stepped

FIRST = PROOF_PRESETS[0]
BESIDE = "beside"


def use(preset: ProofPreset) -> None:
    """Start from a preset."""
    st.session_state["sentence"] = preset.first
    if controls_hidden():
        st.query_params.pop(BESIDE, None)
    else:
        st.session_state[BESIDE] = preset.second
    forget_words()


def step(by: int) -> None:
    """Go to the next preset, or the one before; from a sentence of one's own, to the first or the last."""
    use(stepped(PROOF_PRESETS, preset_of(st.session_state.get("sentence", "")), by))


def presets() -> None:
    """Sentences to start from."""
    with st.container(horizontal=True, gap="small"):
        for preset in PROOF_PRESETS:
            st.button(preset.name, key=f"masks-preset-{preset.word}", on_click=use, args=(preset,), help=preset.first)


def preset_of(sentence: str) -> ProofPreset | None:
    """The preset that begins with this sentence."""
    return next((preset for preset in PROOF_PRESETS if preset.first == sentence), None)


def word_of_preset(tokens: Tokens) -> int | None:
    """Where the word that a preset is about stands; None in a sentence of a visitor's own."""
    preset = preset_of(tokens.sentence)
    places = (place for place, token in enumerate(tokens.items) if preset and token.text.casefold() == preset.word)
    return next(places, None)


def sentence_box() -> str:
    """The sentence; the link holds it."""
    return st.text_input(
        "Your sentence", FIRST.first, key="sentence", bind="query-params", on_change=_retyped, live="500ms"
    )


def second_box(sentence: str) -> str:
    """A sentence that begins like the first one; the link holds it."""
    preset = preset_of(sentence)
    return linked_text("A second sentence that begins alike", preset.second if preset else "", key=BESIDE)


def notice(sentence: str) -> None:
    """What a preset shows, said as long as its sentence stands unchanged."""
    preset = preset_of(sentence)
    if preset is not None and not controls_hidden():
        st.info(f"**{preset.name}.** {preset.notice}", icon=":material/lightbulb:")


def _retyped() -> None:
    if forget_words():
        # This run's link may still hold the sentence before, and was just written back: have the new one written too.
        st.session_state["sentence"] = st.session_state["sentence"]
