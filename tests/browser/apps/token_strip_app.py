"""A page that owns the masks of a token strip, for the browser tests to click on."""

import time

import streamlit as st

from components.widgets.token_strip import Chip, masked_positions, token_strip

SENTENCES = {
    "river": "[CLS] the capital of france is un ##believ ##able , [MASK] said . [SEP]",
    "script": "[CLS] <img␣src=x␣onerror=alert(1)> <script>alert(2)</script> عربي [SEP]",
    "long": "[CLS] " + "rind ##fleisch ##etikettierungs ##überwachungs ##aufgaben ##übertragungs ##gesetz " + "x" * 90,
}


def current_chips() -> list[Chip]:
    """The chips of the chosen sentence, masked as the session says."""
    masked = st.session_state.get("masked", ())
    chips = []
    for position, token in enumerate(SENTENCES[st.session_state["sentence"]].split()):
        chip = Chip(token.replace("␣", " "), position, "masked" if position in masked else "plain", token[:2] == "##")
        if token == "[MASK]":
            chip = Chip(token, position, "typed")
        elif token in ("[CLS]", "[SEP]"):
            chip = Chip(token, position, "special")
        chips.append(chip)
    return chips


def toggled() -> None:
    positions = masked_positions("strip", current_chips())
    if positions is not None:
        st.session_state["masked"] = positions


def clear() -> None:
    st.session_state["masked"] = ()


st.title("Token strip")
st.radio("Sentence", list(SENTENCES), key="sentence", on_change=clear, horizontal=True)
token_strip(current_chips(), key="strip", on_toggle=toggled)
if "slow" in st.query_params:
    time.sleep(1)  # long enough that further clicks arrive while this run still goes on
st.button("Clear", on_click=clear)
st.text(f"Python holds {list(st.session_state.get('masked', ()))}")
