"""The panel on the projector while an audience guesses: a code for phones, and the number of guesses."""

from collections import Counter
from urllib.parse import urlencode, urlsplit

import streamlit as st

from cache.classes.guesses import tally
from components.charts.qr import qr_code, qr_code_uri
from components.classroom.check.questions import QUESTIONS
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.server.lan_address import lan_address, start_command
from components.tables.phrases import count_phrase
from components.widgets.class_code import class_code_screen
from pages.parts.errors import show_errors
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import ask_class, join_url, show_class_result, visitor_class, warn_of_class_loss
from pages.parts.presenting import is_presenting, page_url

EVERY_S = 0.5  # between two looks at what was sent in
CHECK_EVERY_S = 1.5  # the same for the check
CODE_WIDTH = 260  # pixels
PROMPT_LIMIT = 400  # characters of what phones ask
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
NOT_REACHABLE = "Phones can’t open this address. The page “Class” says how to start the server for them."


def join_panel(question: str, *, prompt: str, is_word: bool = False) -> None:
    """Draw a QR code with the link to this question, and the number of guesses, refreshed as they come in.

    Args:
        question: The key of the question.
        prompt: The question as phones show it.
        is_word: Whether the answer is a single word.
    """
    classroom = visitor_class()
    warn_of_class_loss()
    code, count = st.columns([1, 2], gap="large", vertical_alignment="center")
    with code:
        if classroom is None:
            _code(join_address(), short_address(join_address()))
        else:
            kind = EntryKind.WORD if is_word else EntryKind.GUESS
            ask_class(ClassQuestion(kind, question, _short_prompt(prompt)))
            class_code(classroom)
    with count:
        st.fragment(_count, run_every=EVERY_S)(question)


def share_guesses(question: str, *, prompt: str, explanation: str = "") -> None:
    """Show phones how their class guessed, once the answer is shown. It gives no points.

    Args:
        question: The key of the question.
        prompt: The question as phones showed it.
        explanation: A sentence about the answer.
    """
    classroom = visitor_class()
    if classroom is not None and (answered := classroom.answered(question)):
        counts = classroom.counts(question)
        show_class_result(ClassResult(question, _short_prompt(prompt), "", explanation, counts, answered))


def _short_prompt(prompt: str) -> str:
    return prompt if len(prompt) <= PROMPT_LIMIT else f"{prompt[:PROMPT_LIMIT]}…"


def class_code(classroom: Classroom) -> None:
    """Draw the QR code and the address of a class."""
    # Whoever has joined has an address that works.
    _code(join_url(classroom), typed_address(classroom), is_known_to_work=classroom.students > 0)


def slide_without_class() -> None:
    """Say how the answer is shown where no class is asked, with the button that starts one."""
    with st.container(horizontal=True, vertical_alignment="center", key="stop-class"):
        st.caption("Press G to see the answer. Phones can answer after you start a class.", width="content")
        class_start(key="start-class-here", stays=True)


def draw_check_note() -> None:
    """Say on a projector that phones ask the questions of the check, and how many have finished."""
    if is_presenting() and visitor_class() is not None:
        st.fragment(_check_note, run_every=CHECK_EVERY_S)()


@show_errors()
def _check_note() -> None:
    classroom = visitor_class()
    phase = None if classroom is None else classroom.check.open_phase
    if classroom is not None and phase is not None:
        finished, phones = classroom.check.finished_count(phase), count_phrase(classroom.students, "phone")
        with st.container(key="check-note"):
            st.text(f"{len(QUESTIONS)} questions are on your phones, without names: {finished:,} of {phones} finished.")


def has_code(classroom: Classroom) -> bool:
    """Whether phones can open the address of a class, so that its QR code is drawn."""
    return not is_local(phone_url(classroom))


def slide_code(classroom: Classroom) -> None:
    """Draw the QR code of a class beside a question, if it has one."""
    if has_code(classroom):
        with st.container(key="slide-code"):
            st.image(qr_code(phone_url(classroom)), width=CODE_WIDTH)


def slide_address(classroom: Classroom) -> None:
    """Draw the address of a class below a question, large enough for the last row."""
    address = phone_url(classroom)
    with st.container(key="slide-address"):
        st.text(_without_scheme(address))
        if is_local(address) and not classroom.students:  # whoever has joined has an address that works
            st.caption(NOT_REACHABLE)


def phone_url(classroom: Classroom) -> str:
    """The address that phones open.

    That is the lecturer's; where that means this computer, the computer's in its network, if the server answers there.
    """
    url = urlsplit(join_url(classroom))
    host = lan_address() if url.hostname in LOOPBACK else ""
    if not host or start_command(host):
        return url.geturl()
    return url._replace(netloc=f"{host}:{url.port}" if url.port else host).geturl()


def typed_address(classroom: Classroom) -> str:
    """The address of a class without its scheme, for students to type."""
    return _without_scheme(join_url(classroom))


def _without_scheme(address: str) -> str:
    url = urlsplit(address)
    return f"{url.netloc}{url.path}"


def _code(address: str, typed: str, *, is_known_to_work: bool = False) -> None:
    if not (is_known_to_work and is_local(address)):
        draw_qr_code(address)
    with st.container(key="join-address"):
        st.text(typed)


def draw_qr_code(address: str, *, alt: str = "QR code with the address of the class") -> None:
    """Draw the code of an address, or say what to start where phones cannot open it."""
    if is_local(address):
        _say_how_phones_join()
    else:
        st.image(qr_code(address), width=CODE_WIDTH, alt=alt)


def is_local(address: str) -> bool:
    """Whether only this computer can open an address."""
    return urlsplit(address).hostname in LOOPBACK


def _say_how_phones_join() -> None:
    """Say what to start, and which address to open then: phones cannot open one that means "this computer"."""
    host, port = lan_address(), page_url().port
    if not host:
        st.caption("Phones can’t join: this computer has no network. Connect it, then reload this page.")
        return
    if command := start_command(host):
        st.caption("Phones can’t join: this server answers this computer only. Stop it, and start it with")
        st.code(command, language=None, wrap_lines=True)
        st.caption("Then open")
    else:
        st.caption("Phones can’t open this address. Open this page at")
    address = page_url()._replace(netloc=f"{host}:{port}" if port else host, query="", fragment="").geturl()
    st.code(address, language=None, wrap_lines=True)


def draw_code_screen(*, has_button: bool) -> None:
    """Put the code of the visitor's class behind the key C; nothing without a class.

    Args:
        has_button: Whether a button opens it, too.
    """
    classroom = visitor_class()
    if classroom is None:
        return
    address = phone_url(classroom)
    local = is_local(address)
    class_code_screen(
        "" if local else qr_code_uri(address),
        _without_scheme(address),
        note=NOT_REACHABLE if local else "",
        has_button=has_button,
        key="code-screen",
    )


def guess_counts(question: str) -> tuple[tuple[str, int], ...]:
    """The guesses of this process's visitors and of the visitor's own class, the most frequent first."""
    return tuple((Counter(dict(tally().counts(question))) + Counter(class_guess_counts(question))).most_common())


def class_guess_counts(question: str) -> dict[str, int]:
    """The guesses of the visitor's own class that are not left out, and how often each was made."""
    classroom = visitor_class()
    return {} if classroom is None else dict(classroom.counts(question))


def join_address() -> str:
    """The address of this page for an audience: with all parameters but projector mode."""
    link = {name: value for name, value in st.query_params.to_dict().items() if name != "present"}
    return page_url()._replace(query=urlencode(link), fragment="").geturl()


def short_address(address: str) -> str:
    """``address`` shortened for typing: the page with its default example, asking for a guess."""
    url = urlsplit(address)
    return f"{url.netloc}{url.path}?guess=1"


@show_errors()
def _count(question: str) -> None:
    guesses = sum(number for _, number in guess_counts(question))
    st.subheader(f"{count_phrase(guesses, 'guess', 'guesses')} so far", anchor=False)
    st.caption("Press G to see the model’s answer.")
