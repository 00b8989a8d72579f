"""The inputs of the room: a model, a list of pairs, the phenomenon to look into, and a visitor's own pairs."""

from collections.abc import Sequence

import streamlit as st

import cache.suites
from components.model.checkpoints.records import ModelRecord
from components.model.lists.errors import ListError
from components.model.user_errors import UserError
from components.suites.model.operator_lists import operator_lists
from components.suites.model.pairs import SHIPPED, MinimalPair
from components.suites.model.presets import SUITE_PRESETS, SuitePreset
from components.suites.model.readers import PAIR_LIMIT
from pages.parts.errors import show_error
from pages.parts.examples import OWN, Examples
from pages.parts.links.parameters import MODE
from pages.parts.presenting import hides_controls
from pages.parts.settings import choice, current_value, linked_choice, linked_expander, set_choice
from pages.parts.visitor_lists import FILE_TYPES, problem_text

PAIRS, PRONOUN_VIEW = "Pairs", "She or he?"  # the views
PHENOMENON, BY, PAIR, OWN_PAIRS, LIST = "about", "by", "pair", "own-pairs", "list"  # in the link
CLASS_LIST = "The class’s pairs"  # of the lists; the first is the app's, and the operator's files follow
WIDTHS = (1.3, 1, 1)  # of the examples, of the lists of pairs and of the empty column
_OWN_KEYS = ("own-pairs-typed", "own-pairs-file")
FILES = [*FILE_TYPES, "tab"]
EXAMPLE = "The dog barks.\tThe dog bark.\tShort sentences\nThe dogs bark.\tThe dogs barks.\tShort sentences"


def read_inputs(model: ModelRecord) -> ModelRecord:
    """Draw the examples of the first view; returns what every view needs, the model."""
    if not hides_controls() and st.query_params.get(MODE, PAIRS) == PAIRS:
        examples, lists, _ = st.columns(WIDTHS, vertical_alignment="center")
        with examples:
            EXAMPLES.draw_row()
        with lists.container(key="suite-lists"):
            choice("Pairs", LIST, _list_names(), drawn_as="list")
    return model


def current_list() -> str:
    """The list of pairs that the first view shows: the app's, :data:`CLASS_LIST`, or a file of the operator."""
    if hides_controls():
        return linked_choice(LIST, _list_names())
    name = current_value(LIST)
    return name if name is not None and name in _list_names() else SHIPPED


def operator_pairs(name: str) -> tuple[MinimalPair, ...]:
    """The pairs of one of the operator's lists; none for another list.

    Raises:
        UserError: The file cannot be read, or holds no pairs.
    """
    file = operator_lists().get(name)
    if file is None:
        return ()
    try:
        return cache.suites.pairs_of(file.read_bytes())
    except ListError as error:
        raise UserError(problem_text(error, "phenomenon")) from error
    except OSError as error:
        raise UserError(f"“{name}” cannot be read on this server.") from error


def _list_names() -> list[str]:
    return [SHIPPED, CLASS_LIST, *operator_lists()]


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
    set_choice(LIST, SHIPPED)
    choose_phenomenon(preset.phenomenon)


def _current() -> SuitePreset | None:
    if current_list() != SHIPPED:
        return None
    if st.query_params.get(OWN_PAIRS) == "true" and any(st.session_state.get(key) for key in _OWN_KEYS):
        return None
    name = st.query_params.get(PHENOMENON, SUITE_PRESETS[0].phenomenon)
    return next((preset for preset in SUITE_PRESETS if preset.phenomenon == name), None)


def _other_name() -> str:
    return OWN if current_list() == SHIPPED else "Examples"


EXAMPLES = Examples(SUITE_PRESETS, use=_use, current=_current, other_name=_other_name)
