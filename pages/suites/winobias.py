"""WinoBias, from a visitor's file: how often a model finds its sentences likelier as they are written."""

import streamlit as st

import cache.engine
import cache.suites
from components.model.checkpoints.records import ModelRecord
from components.model.lists.errors import ListError
from components.model.user_errors import UserError
from components.suites.tables.pronouns import winobias_finding
from pages.parts.errors import show_error
from pages.parts.long_work import run_with_progress
from pages.parts.presenting import hides_controls
from pages.parts.settings import linked_expander
from pages.parts.visitor_lists import problem_text

WINOBIAS = "winobias"  # in the link: whether its panel is open
CRITICISM = (
    "Blodgett and others (2021) read this list, too: often such lists do not say what they measure. Whether the file "
    "holds the stereotyped sentences or the others, only its name says."
)


def winobias_panel(model: ModelRecord) -> None:
    """Draw a panel in the drawer that takes a file of WinoBias, and the result in one line. None on a projector."""
    if hides_controls() or cache.engine.engine_stage() is not cache.engine.EngineStage.READY:
        return
    panel = linked_expander("WinoBias", WINOBIAS)
    if panel is None:
        return
    with panel:
        st.caption(
            "A file of sentences with a pronoun in brackets. Each is compared with the other pronoun in its place."
        )
        uploaded = st.file_uploader(".txt, .dev, .test", type=["txt", "dev", "test"], key="winobias-file")
        if uploaded is not None:
            try:
                _draw_result(model, uploaded.getvalue())
            except ListError as error:
                show_error(UserError(problem_text(error, "pronoun")))
            except UserError as error:
                show_error(error)


def _draw_result(model: ModelRecord, content: bytes) -> None:
    pairs = cache.suites.winobias_pairs(content)
    what = f"{model.name} reads the pairs"
    scores = run_with_progress(what, cache.suites.suite_scores, model.id, pairs, unit="pass", key="winobias-run")
    st.text(winobias_finding(scores, model.name))
    st.text(CRITICISM)
