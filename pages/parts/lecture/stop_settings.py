"""Whether a page still shows what the question of its stop is about, and the way back to that."""

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.result_log import results_of
from pages.parts.lecture.class_votes import vote_under_way
from pages.parts.lecture.tour_stop import NO_SETTINGS, CurrentStop
from pages.parts.links.parameters import SENTENCE

_FIRST = "tour-first-settings"  # by tour and index of the stop: its settings and the finding under them
_RESTORED = "tour-restored"  # the topics of the votes at whose end the page went back to the stop's case


def shows_another_case(here: CurrentStop, finding: str) -> bool:
    """Whether the page shows another case than the stop's: another sentence, or settings with another finding.

    Settings alone do not count, because some change only how a result is drawn; nor does the finding alone, because
    some views measure time.

    Args:
        here: The stop, whose figure has just been drawn.
        finding: What the view says.
    """
    if shows_another_sentence(here):
        return True
    settings = _settings()
    first: dict[tuple[str, int], tuple[dict[str, str], str]] = st.session_state.setdefault(_FIRST, {})
    first_settings, first_finding = first.setdefault(here.key, (settings, finding))
    return settings != first_settings and finding != first_finding


def shows_another_sentence(here: CurrentStop) -> bool:
    """Whether the page shows another sentence than the stop's link."""
    sentence = here.stop.parameters.get(SENTENCE)
    return sentence is not None and st.session_state.get(SENTENCE, sentence) != sentence


def offer_way_back(here: CurrentStop) -> None:
    """Say what the question is about, with a button that restores the settings of the stop.

    While this is on the page, the tour's bar says, too, that its answer is about the stop (``frame.css``).
    """
    with st.container(key="stop-changed", horizontal=True, vertical_alignment="center"):
        sentence = here.sentence_to_show if shows_another_sentence(here) else ""
        st.text(f"Asked about: “{sentence}”" if sentence else "The question was about another example or setting.")
        if st.button("Back to the question’s example", key=f"{here.question_key}-restore"):
            here.restore_settings()
            st.rerun()


def restore_at_first_showing(here: CurrentStop, classroom: Classroom) -> None:
    """Return to the stop's case, once a vote: the first figure after a vote is of what the class was asked about.

    Later the lecturer may change it: the class has seen the answer.
    """
    vote, shown = vote_under_way(here, results_of(classroom.results, here.question_key))
    restored: set[str] = st.session_state.setdefault(_RESTORED, set())
    if not shown and (topic := here.topic(vote.number)) not in restored:
        restored.add(topic)
        here.restore_settings()
        st.rerun()


def _settings() -> dict[str, str]:
    """The settings of the page. The address may lag behind the elements that are bound to it."""
    address = {name: value for name, value in st.query_params.to_dict().items() if name not in NO_SETTINGS}
    return {name: str(st.session_state.get(name, address.get(name, ""))) for name in sorted({*address, SENTENCE})}
