"""A page as a stop of a tour, which the link names.

``?tour=`` is the name of a bundled tour or, after a tilde, a tour packed into the link; ``?stop=`` counts from 1. A
stop with a question draws the question in place of its figure until the answer is shown, so no answer is sent before.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import streamlit as st

from components.classroom.entries import is_first_vote, round_of_vote
from components.model.user_errors import UserError
from components.tables.phrases import count_phrase
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.quiz import with_quiz
from components.tours.shipped import shipped_tours
from components.tours.tour import PACKED_PREFIX, Stop, Tour, unpack_tour
from components.widgets.tour_bar import StopShown, tour_bar
from pages.parts.lecture.score import recorded_answer
from pages.parts.lecture.typed_answers import show_typed
from pages.parts.links.address import forget_elements, replace_address, room_keys
from pages.parts.links.parameters import KEPT_PARAMETERS, NO_SETTINGS, SCORE, STAGE, STOP, TOUR
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import app_root, is_presenting
from pages.parts.rooms import PATHS, TOURS

FINISHED = "finished"  # parameter of the link
_CURRENT = "tour-current-stop"  # such a pair: where the visitor was in the last run
_SETTINGS = "tour-settings"  # names of all parameters that the link had since the visitor came to the stop
_SHOWN = "tour-answers-shown"  # pairs of a tour's name and the index of a stop
_QUOTED_WORDS = 3  # before or after a blank: fewer may stand in a question by chance
_ANSWERS = "tour-own-answers"  # this visitor's, by such pairs
_VOTES = "tour-votes"  # by such pairs: which vote is under way, if not the first


@dataclass(frozen=True)
class StopVote:
    """Which vote on the question of a stop is under way.

    Attributes:
        number: As :func:`~components.classroom.entries.round_of_vote` counts.
        seen_by: How many students had joined when the answer was last shown; 0 in the first round.
    """

    number: int = 1
    seen_by: int = 0

    @property
    def round_number(self) -> int:
        """The round, from 1."""
        return round_of_vote(self.number)

    @property
    def is_first(self) -> bool:
        """Whether it is the first vote of its round, so that another can follow before the answer is shown."""
        return is_first_vote(self.number)


@dataclass(frozen=True)
class CurrentStop:
    """The stop that the page is.

    Attributes:
        name: The tour's name or packed form.
        tour: The tour.
        index: Of the stop, from 0.
    """

    name: str
    tour: Tour
    index: int

    @property
    def stop(self) -> Stop:
        """The stop itself."""
        return self.tour.stops[self.index]

    @property
    def place_text(self) -> str:
        """Where it is in the tour, in words."""
        return f"{self.label} of {self.tour.quiz_count if self.is_quiz else self.tour.quiz_start}"

    @property
    def is_quiz(self) -> bool:
        """Whether it belongs to the quiz."""
        return self.index >= self.tour.quiz_start

    @property
    def quiz_note(self) -> str:
        """What is said above a question of the quiz, in Markdown; above the first, that the quiz ends the tour."""
        if self.index > self.tour.quiz_start:
            return f"{self.place_text}: the same kind of question, a new case"
        count = count_phrase(self.tour.quiz_count, "question")
        return f"**{self.place_text}: the tour ends with {count} like those before, about new cases.**"

    @property
    def is_before_quiz(self) -> bool:
        """Whether the quiz begins at the next stop."""
        return self.tour.quiz_count > 0 and self.index + 1 == self.tour.quiz_start

    @property
    def label(self) -> str:
        """Its number, or "Quiz" and its number in that."""
        return f"Quiz {self.index + 1 - self.tour.quiz_start}" if self.is_quiz else str(self.index + 1)

    @property
    def prompt(self) -> str:
        """The question as phones show it, with the sentence that it is about."""
        sentence = self.sentence_to_show if "sentence" in self.stop.parameters else ""
        quiz = f"{self.place_text}. " if self.is_quiz else ""
        quoted = f" “{sentence}”" if sentence and sentence not in self.stop.question else ""
        return f"{quiz}{self.stop.question}{quoted}"

    @property
    def sentence_to_show(self) -> str:
        """The sentence that the question is about; "" if the question quotes it, or if its tokens are answers."""
        parameters = self.stop.parameters
        sentence = "" if self.asks_for_place else parameters.get("sentence", parameters.get("text", ""))
        parts = [part.strip(" .") for part in sentence.split("[MASK]")]
        is_quoted = any(len(part.split()) >= _QUOTED_WORDS and part in self.stop.question for part in parts)
        return "" if is_quoted else sentence

    def asks_with(self, places: Sequence[str]) -> StopQuestion | None:
        """What the audience answers with: one of ``places`` if it points at something."""
        return None if self.stop.asks is None else self.stop.asks.with_places(places)

    @property
    def asks_for_place(self) -> bool:
        """Whether the audience points at something in the view."""
        return self.stop.asks is not None and self.stop.asks.kind is AnswerKind.PLACE

    @property
    def key(self) -> tuple[str, int]:
        """What session state knows the stop by."""
        return self.name, self.index

    @property
    def question_key(self) -> str:
        """The key of its question in a class, the same for all votes."""
        return self.topic(1)

    @property
    def is_withheld(self) -> bool:
        """Whether it has a question whose answer has not been shown yet."""
        return bool(self.stop.question) and self.key not in st.session_state.get(_SHOWN, ())

    @property
    def vote(self) -> StopVote:
        """The vote that is under way, as far as this window knows."""
        vote: StopVote = st.session_state.get(_VOTES, {}).get(self.key, StopVote())
        return vote

    @property
    def own_answer(self) -> str | None:
        """This visitor's answer; None until there is one."""
        answers: dict[tuple[str, int], str] = st.session_state.get(_ANSWERS, {})
        return answers.get(self.key)

    def keep_answer(self, answer: str) -> None:
        """Keep this visitor's answer, and show the right one."""
        st.session_state.setdefault(_ANSWERS, {})[self.key] = answer
        self.show_answer()

    def topic(self, vote: int) -> str:
        """The key of a vote on its question in a class."""
        tour = hashlib.sha256(self.name.encode()).hexdigest()[:12]
        return f"tour {tour} {self.index + 1}" + (f" vote {vote}" if vote > 1 else "")

    def show_answer(self) -> None:
        """Show the answer from the next run on."""
        st.session_state.setdefault(_SHOWN, set()).add(self.key)

    def hide_answer(self) -> None:
        """Hide the answer again."""
        st.session_state.setdefault(_SHOWN, set()).discard(self.key)

    def begin_vote(self, vote: StopVote) -> None:
        """Let another vote be under way from the next run on."""
        st.session_state.setdefault(_VOTES, {})[self.key] = vote

    @property
    def link(self) -> dict[str, str]:
        """The query parameters of the link to this stop."""
        return {**self.stop.parameters, **_kept_parameters(), TOUR: self.name, STOP: str(self.index + 1)}

    def restore_settings(self) -> None:
        """Set the page back to what the stop's link says."""
        settings = {*st.session_state.get(_SETTINGS, ()), *room_keys(), *self.stop.parameters}
        forget_elements(settings - NO_SETTINGS)
        replace_address(self.link)


def forget_votes() -> None:
    """Begin every question with its first vote, for another class."""
    st.session_state.pop(_VOTES, None)


def is_on_tour() -> bool:
    """Whether the page is a stop of a tour."""
    return TOUR in st.query_params


def sentence_determiner() -> str:
    """How a page calls the sentence that it shows: "This" where a tour or a lecturer has chosen it, else "Your"."""
    return "This" if is_on_tour() or is_presenting() else "Your"


def current_stop() -> CurrentStop | None:
    """The stop that the page is; None if it is none, or its tour does not exist."""
    if not is_on_tour():
        return None
    name = st.query_params[TOUR]
    try:
        tour = load_tour(name)
    except UserError:
        return None
    return CurrentStop(name, tour, _number(len(tour.stops)))


def place_on_tour() -> tuple[str, int]:
    """The tour on the screen and the index of its stop, or the number of stops at its end; ("", 0) without a tour."""
    here = current_stop()
    if here is not None:
        return here.name, here.index
    name = st.query_params.get(FINISHED, "")
    try:
        return (name, len(load_tour(name).stops)) if name else ("", 0)
    except UserError:
        return "", 0


def draw_tour_bar(*, again_text: str, on_again: Callable[[], None]) -> None:
    """Draw the tour's bar if the page is a stop of a tour.

    Args:
        again_text: The label of the button that asks an audience again; "" if it cannot be asked now.
        on_again: Called when it is to be asked again.
    """
    here = current_stop()
    if here is None:
        if is_on_tour():
            st.warning(escape_markdown(_tour_error(st.query_params[TOUR])), icon=":material/info:")
        elif place_on_tour()[0]:
            _draw_end_bar()
        return
    parameters = _kept_parameters()
    on, on_text = address_and_text(here.name, here.index + 1)
    withheld = here.is_withheld
    tour_bar(
        StopShown(
            title=here.tour.title,
            place=here.place_text,
            question=here.stop.question,
            answer="" if withheld else here.stop.labelled_answer,
            withheld=withheld,
            back=stop_address(here.tour, here.name, here.index - 1, parameters),
            on=on,
            back_text=_first_text(here.tour, here.index - 1),
            on_text=on_text,
            on_label="Quiz" if here.is_before_quiz else "Next",
            leave=address(here.stop, {name: value for name, value in parameters.items() if name != SCORE}),
            presenting=is_presenting(),
            again_text=again_text,
        ),
        key="tour-bar",
        on_show=here.show_answer,
        on_hide=here.hide_answer,
        on_again=on_again,
    )


def _draw_end_bar() -> None:
    """Draw the tour's bar on the end page, with a link back to the last stop."""
    name, count = place_on_tour()
    back, back_text = address_and_text(name, count - 1)
    tour_bar(
        StopShown(
            title=load_tour(name).title,
            place="The end",
            question="",
            answer="",
            withheld=False,
            back=back,
            on="",
            leave=f"{app_root()}{TOURS.parent.name}",
            presenting=is_presenting(),
            back_text=back_text,
            leave_text="Leave the tour",
        ),
        key="tour-bar",
    )


def begin_stop(*, is_alone: bool) -> bool:
    """Withhold the answer of a stop that the visitor has just come to. Call this before a page is drawn.

    Settings are those of its link: what was set before, at another stop or on the home page, is forgotten. Whoever goes
    back to a stop that was answered, and counts in the score of the link, sees that answer.

    Args:
        is_alone: Whether the visitor answers on the page, not an audience.

    Returns:
        Whether this session has just begun: a tab was opened or loaded again, or its process was killed.
    """
    here, is_new = current_stop(), _CURRENT not in st.session_state
    names: set[str] = st.session_state.setdefault(_SETTINGS, set())
    if here is not None and st.session_state.get(_CURRENT) != here.key:
        if not is_alone or here.own_answer is None or recorded_answer(here.index) is None:
            here.hide_answer()
        forget_elements({*names, *room_keys(), STAGE, *(name for stop in here.tour.stops for name in stop.parameters)})
        names.clear()
        if not here.is_withheld:
            show_typed(here.key)
    names.update(st.query_params)
    st.session_state[_CURRENT] = None if here is None else here.key
    return is_new


def address_and_text(name: str, place: int) -> tuple[str, str]:
    """Where a stop of the tour called ``name`` is, and what its page says first; of the end, after the last stop.

    Raises:
        UserError: There is no such tour.
    """
    tour, parameters = load_tour(name), _kept_parameters()
    address_of_stop = stop_address(tour, name, place, parameters) or end_address(name, parameters)
    return address_of_stop, _first_text(tour, place)


def _kept_parameters() -> dict[str, str]:
    return {name: st.query_params[name] for name in KEPT_PARAMETERS if name in st.query_params}


def _first_text(tour: Tour, place: int) -> str:
    """What the page of a stop says first; after the last stop, what its end says."""
    if place >= len(tour.stops):
        return f"The end of “{tour.title}”"
    return tour.stops[max(place, 0)].question or f"{place + 1} of {len(tour.stops)}"


def _tour_error(name: str) -> str:
    try:
        load_tour(name)
    except UserError as error:
        return str(error)
    return ""


def load_tour(name: str) -> Tour:
    """The bundled tour called ``name``, or the tour packed into it, with the stops of its quiz.

    Raises:
        UserError: There is no such tour.
    """
    if name.startswith(PACKED_PREFIX):
        return with_quiz(unpack_tour(name, PATHS), name)
    tour = shipped_tours(PATHS).get(name)
    if tour is None:
        raise UserError(f"There is no tour “{name[:40]}”. See “Tours” for the full list.")
    return with_quiz(tour, name)


def stop_address(tour: Tour, name: str, place: int, more: Mapping[str, str]) -> str:
    """The address of a stop; empty if there is no such stop.

    Args:
        tour: The tour.
        name: Its name or packed form, for the link.
        place: The index of the stop, from 0.
        more: Further parameters of the link.
    """
    if not 0 <= place < len(tour.stops):
        return ""
    return address(tour.stops[place], {**more, TOUR: name, STOP: str(place + 1)})


def end_address(name: str, more: Mapping[str, str]) -> str:
    """The address of the page after the last stop of the tour called ``name``."""
    return f"{app_root()}{TOURS.parent.name}?{urlencode({FINISHED: name, **more})}"


def address(stop: Stop, more: Mapping[str, str]) -> str:
    """The address of a stop on this server, with the parameters ``more``."""
    link = urlencode({**stop.parameters, **more})
    return f"{app_root()}{stop.path}" + (f"?{link}" if link else "")


def _number(count: int) -> int:
    """The index of the stop that the link names, from 0; 0 if it names none."""
    text = st.query_params.get(STOP, "1")
    return min(count, max(1, int(text))) - 1 if text.isdecimal() and len(text) < 4 else 0
