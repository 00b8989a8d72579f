"""The inputs of the room: a model, the phenomenon to look into, and a visitor's own pairs."""

from collections.abc import Sequence

import streamlit as st

import cache.suites
from components.model.checkpoints.records import ModelRecord
from components.model.lists.errors import ListError
from components.model.user_errors import UserError
from components.suites.model.pairs import MinimalPair
from components.suites.model.presets import SUITE_PRESETS, SuitePreset
from components.suites.model.readers import PAIR_LIMIT
from pages.parts.errors import show_error
from pages.parts.examples import Examples
from pages.parts.links.parameters import MODE
from pages.parts.presenting import hides_controls
from pages.parts.settings import linked_expander
from pages.parts.visitor_lists import FILE_TYPES, problem_text

PAIRS, PRONOUN_VIEW = "Pairs", "She or he?"  # the views
PHENOMENON, BY, PAIR, OWN_PAIRS = "about", "by", "pair", "own-pairs"  # in the link
WIDTHS = (1.3, 2)  # of the examples and of the empty column
_OWN_KEYS = ("own-pairs-typed", "own-pairs-file")
FILES = [*FILE_TYPES, "tab"]
EXAMPLE = "The dog barks.\tThe dog bark.\tShort sentences\nThe dogs bark.\tThe dogs barks.\tShort sentences"


def read_inputs(model: ModelRecord) -> ModelRecord:
    """Draw the examples of the first view; returns what every view needs, the model."""
    if not hides_controls() and st.query_params.get(MODE, PAIRS) == PAIRS:
        with st.columns(WIDTHS)[0]:
            EXAMPLES.draw_row()
    return model


def own_pairs() -> tuple[MinimalPair, ...]:
    """The pairs that a visitor has pasted or uploaded in the drawer; none while its panel is closed or empty."""
    panel = linked_expander("Your own pairs", OWN_PAIRS)
    if panel is None or hides_controls():
        return ()
    with panel:
        st.caption(
            "One pair per line: the good sentence, a tab, the bad one, and if you like a tab and what they are about. "
            f"Up to {PAIR_LIMIT:,} pairs."
        )
        typed = st.text_area("Pairs", height=120, placeholder=EXAMPLE, key=_OWN_KEYS[0], persist_state="session")
        st.caption("Or a file: yours, BLiMP’s, Goldberg’s “generated.tab”, Ettinger’s, or CrowS-Pairs’.")
        uploaded = st.file_uploader(", ".join(f".{kind}" for kind in FILES), type=FILES, key=_OWN_KEYS[1])
        content = typed if uploaded is None else uploaded.getvalue()
        if not content.strip():
            return ()
        try:
            return cache.suites.pairs_of(content)
        except ListError as error:
            show_error(UserError(problem_text(error, "phenomenon")))
        except UserError as error:
            show_error(error)
    return ()


def forget_choices(phenomena: Sequence[str], names: Sequence[str]) -> None:
    """Take from the link what another list has, and this one has not."""
    for parameter, options in ((PHENOMENON, phenomena), (BY, names)):
        if st.query_params.get(parameter) not in (None, *options):
            st.query_params.pop(parameter)


def choose_phenomenon(name: str) -> None:
    """Look into the pairs of one phenomenon."""
    st.query_params.pop(PAIR, None)
    if name == SUITE_PRESETS[0].phenomenon:
        st.query_params.pop(PHENOMENON, None)
    else:
        st.query_params[PHENOMENON] = name


def _use(preset: SuitePreset) -> None:
    choose_phenomenon(preset.phenomenon)


def _current() -> SuitePreset | None:
    if st.query_params.get(OWN_PAIRS) == "true" and any(st.session_state.get(key) for key in _OWN_KEYS):
        return None
    name = st.query_params.get(PHENOMENON, SUITE_PRESETS[0].phenomenon)
    return next((preset for preset in SUITE_PRESETS if preset.phenomenon == name), None)


EXAMPLES = Examples(SUITE_PRESETS, use=_use, current=_current)
