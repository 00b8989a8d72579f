"""Whether a page still shows what the question of its stop is about, and the way back to that."""

from collections.abc import Mapping
from typing import NoReturn

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.rate_limits import steady_time
from components.classroom.result_log import results_of
from pages.parts.lecture.class_votes import vote_under_way
from pages.parts.lecture.tour_stop import CurrentStop
from pages.parts.links.address import room_keys, set_in_next_run
from pages.parts.links.parameters import MODE, MODEL, NO_SETTINGS, SENTENCE

_FIRST = "tour-first-settings"  # by tour and index of the stop: its settings and the finding under them
_ORIGINAL = "tour-original-settings"  # by tour and index of the stop: its settings when its question was first drawn
_CHANGED = "tour-changed-settings"  # likewise: those changed before the answer was shown, with their values before
# By the topics of the votes at whose end the page went back to the stop's case: when, and from which settings.
_RESTORED = "tour-restored"
STALE_S = 5.0  # a browser that has not heard of the stop's case yet may send the settings before it for so long


def leaves_question(here: CurrentStop) -> bool:
    """Whether the settings are not those that the question is about. Call this where the question is drawn."""
    values = {name: _value(name) for name in {*room_keys(), *_address(), MODEL, MODE, SENTENCE}}
    settings: dict[str, object] = st.session_state.setdefault(_ORIGINAL, {}).setdefault(
        here.key, {name: value for name, value in values.items() if value is not None or name == MODE}
    )
    changed = _changed(settings, here)
    st.session_state.setdefault(_CHANGED, {})[here.key] = changed
    return bool(changed)


def shows_another_case(here: CurrentStop, finding: str) -> bool:
    """Whether the page shows another case than the stop's: another sentence, or settings with another finding.

    Settings alone do not count, because some change only how a result is drawn; nor does the finding alone, because
    some views measure time. What was changed before the answer does count: the stop's finding was never drawn.

    Args:
        here: The stop, whose figure has just been drawn.
        finding: What the view says.
    """
    if shows_another_sentence(here):
        return True
    settings = _settings()
    changes: dict[tuple[str, int], dict[str, object]] = st.session_state.setdefault(_CHANGED, {})
    changes[here.key] = _changed(changes.get(here.key, {}), here)
    if changes[here.key]:
        return True
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
        st.text(f"Asked about: “{sentence}”" if sentence else "The question is about another example or setting.")
        if st.button("Back to the question’s example", key=f"{here.question_key}-restore"):
            _restore(here)


def restore_at_first_showing(here: CurrentStop, classroom: Classroom) -> None:
    """Return to the stop's case, once a vote: the first figure after a vote is of what the class was asked about.

    Later the lecturer may change it: the class has seen the answer. What the browser still sends of the settings
    before, as a run that it began meanwhile does, is no such change.
    """
    vote, shown = vote_under_way(here, results_of(classroom.results, here.question_key))
    restored: dict[str, tuple[float, dict[str, str]]] = st.session_state.setdefault(_RESTORED, {})
    topic, settings = here.topic(vote.number), {name: str(_value(name)) for name in here.stop.parameters}
    since, before = restored.get(topic, (0.0, {}))
    is_stale = settings == before and steady_time() - since < STALE_S
    if is_stale or (not shown and topic not in restored):
        restored.setdefault(topic, (steady_time(), settings))
        _restore(here)


def _restore(here: CurrentStop) -> NoReturn:
    """Set the page back to what the question is about."""
    changed = _changed(st.session_state.get(_ORIGINAL, {}).get(here.key, {}), here)
    elements = {name for name in changed if name in st.session_state and name not in here.stop.parameters}
    set_in_next_run({name: changed[name] for name in elements})
    here.restore_settings()
    st.rerun()


def _changed(settings: Mapping[str, object], here: CurrentStop) -> dict[str, object]:
    """Those settings of a question that have another value now. What is only not drawn now has not changed."""
    return {
        name: value
        for name, value in settings.items()
        if str(now := _value(name)) != str(value) and (now is not None or name in here.stop.parameters)
    }


def _settings() -> dict[str, str]:
    """The settings of the page."""
    return {name: str(_value(name) or "") for name in sorted({*_address(), SENTENCE})}


def _address() -> list[str]:
    """The parameters of the address that are settings."""
    return [name for name in st.query_params if name not in NO_SETTINGS]


def _value(name: str) -> object:
    """The value of a setting, or None. An element is newer than the parameter of the address that it is bound to."""
    return st.session_state.get(name, st.query_params.get(name))
