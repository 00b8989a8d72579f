"""A class counts what was sent once, in order, and takes no more than it says."""

import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.classroom import classroom as limits
from components.classroom.classroom import SENDING, Classroom, Refused
from components.classroom.desk import ALPHABET, CODE_LENGTH, MOST_CLASSES, ClassDesk
from components.classroom.entries import LONGEST_TEXT, Ask, Kind, cleaned
from components.classroom.store import IDLE_S, Shelf
from components.model.user_errors import UserError

WRITE = Ask(Kind.SENTENCE, "bank, banks", "Write a sentence with “bank”.", ("river", "money"))
GUESS = Ask(Kind.GUESS, "The [MASK] is deep.", "What is hidden?")


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(new_shelf: Callable[[], Shelf | None], clock: Clock) -> ClassDesk:
    return ClassDesk(new_shelf(), clock=clock)


@pytest.fixture
def classroom(desk: ClassDesk) -> Classroom:
    found = desk.start()
    found.show("../which-bank", WRITE)
    return found


def send(
    classroom: Classroom, token: str, text: str, *, name: str = "", about: str = WRITE.about, label: str = ""
) -> None:
    classroom.send(token, name or text, about, text, label)


def test_what_is_sent_in_is_there_in_order(classroom: Classroom) -> None:
    one, other = classroom.join(), classroom.join()
    send(classroom, one, "The bank is steep.", label="river")
    send(classroom, other, "The bank is closed.")
    first, second = classroom.entries()
    assert (first.number, first.student, first.text, first.label) == (1, 1, "The bank is steep.", "river")
    assert (second.number, second.student, second.label) == (2, 2, "")
    assert classroom.students == 2


def test_what_is_sent_twice_counts_once(classroom: Classroom) -> None:
    token = classroom.join()
    for _ in range(5):  # the answer was lost, and the telephone tried again
        send(classroom, token, "The bank is steep.", name="a")
    assert len(classroom.entries()) == 1


def test_three_hundred_at_once_are_all_counted_once(new_shelf: Callable[[], Shelf | None]) -> None:
    found = ClassDesk(new_shelf()).start()
    found.show("", WRITE)
    tokens = [found.join() for _ in range(300)]

    def student(number: int) -> None:
        for sentence in range(3):
            for _ in range(2):
                send(found, tokens[number], f"Bank {number} {sentence}.")

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(student, range(300)))
    entries = found.entries()
    assert [entry.number for entry in entries] == list(range(1, 901))
    assert len({entry.text for entry in entries}) == 900


def test_a_guess_can_be_changed_and_counts_once(classroom: Classroom) -> None:
    classroom.show("../fill-the-blank", GUESS)
    one, other = classroom.join(), classroom.join()
    for text in ("River", "  lake "):
        send(classroom, one, text, about=GUESS.about)
    send(classroom, other, "LAKE", about=GUESS.about)
    assert classroom.counts(GUESS.about) == (("lake", 2),)
    assert classroom.counts("another question") == ()


def test_what_comes_too_fast_is_refused_and_nothing_of_it_is_kept(classroom: Classroom, clock: Clock) -> None:
    token = classroom.join()
    for number in range(int(SENDING.at_once)):
        send(classroom, token, f"Bank {number}.")
    with pytest.raises(Refused, match="wait a moment"):
        send(classroom, token, "One bank more.")
    send(classroom, classroom.join(), "Another student may.")
    clock.now += SENDING.every_s
    send(classroom, token, "One bank more.")
    assert len(classroom.entries()) == SENDING.at_once + 2


@pytest.mark.parametrize(
    ("token", "about", "text", "says"),
    [
        ("nobody's", WRITE.about, "The bank.", "open the link"),
        ("", "something else", "The bank.", "question has changed"),
        ("", WRITE.about, " \u202e\u200b\n", "type something"),
    ],
)
def test_what_is_not_asked_for_is_refused(classroom: Classroom, token: str, about: str, text: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        send(classroom, token or classroom.join(), text, about=about)
    assert not classroom.entries()


def test_a_class_that_is_full_or_closed_says_so(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_STUDENTS", 1)
    token = classroom.join()
    with pytest.raises(Refused, match="full"):
        classroom.join()
    classroom.close()
    with pytest.raises(Refused, match="ended"):
        classroom.join()
    with pytest.raises(Refused, match="ended"):
        send(classroom, token, "The bank.")


def test_one_is_hidden_some_are_left_out_and_all_are_cleared(classroom: Classroom) -> None:
    token = classroom.join()
    classroom.leave_out(["Rude"])
    for text in ("A fine bank.", "A rude, rude bank!", "A crude bank."):
        send(classroom, token, text)
    assert [entry.text for entry in classroom.entries()] == ["A fine bank.", "A crude bank."]
    classroom.hide([1])
    assert [entry.number for entry in classroom.entries()] == [2, 3]
    assert len(classroom.entries(hidden=True)) == 3
    classroom.clear()
    assert not classroom.entries(hidden=True)


def test_telephones_are_told_when_something_changes(classroom: Classroom) -> None:
    before = classroom.state
    classroom.show("../which-bank", WRITE)
    assert classroom.state == before
    classroom.show("../which-bank?layer=2", WRITE)
    assert classroom.state.version == before.version + 1
    assert classroom.state.shows == "../which-bank?layer=2"


@given(st.text(max_size=2_000))
def test_text_is_cleaned_and_short(text: str) -> None:
    found = cleaned(text, LONGEST_TEXT)
    assert len(found) <= LONGEST_TEXT
    assert found == found.strip()
    assert not any(
        unicodedata.category(c) in {"Cc", "Cs"} or c in "\u202a\u202b\u202d\u202e\u2066\u2067" for c in found
    )
    assert cleaned(found, LONGEST_TEXT) == found


def test_what_is_taken_out_leaves_no_second_space_and_no_loose_accent() -> None:
    assert cleaned("a \u200b b e\u200b\u0301", LONGEST_TEXT) == "a b \u00e9"
    assert cleaned("ab\u200d \u200d", LONGEST_TEXT) == "ab"
    assert cleaned("abc\u200dd", 4) == "abc"


def test_accents_emoji_and_other_scripts_stay() -> None:
    for text in ("Les rives, là-bas 😀", "👩‍🏫 שלום", "می‌خواهم"):
        assert cleaned(f"  {text} ", LONGEST_TEXT) == unicodedata.normalize("NFC", text)


def test_codes_find_a_class_and_keys_its_owner(desk: ClassDesk) -> None:
    one, other = desk.start(), desk.start()
    assert len(one.code) == CODE_LENGTH
    assert set(one.code) <= set(ALPHABET)
    for found in (desk.find(f" {one.code.lower()} "), desk.owned(one.code, one.key)):
        assert found is not None
        assert (found.code, found.key) == (one.code, one.key)
    assert desk.owned(one.code, other.key) is None
    assert desk.owned(one.code, "ключ\ud800") is None
    desk.end(one)
    assert desk.find(one.code) is None
    assert not one.state.open


def test_a_class_that_is_left_alone_makes_room(clock: Clock) -> None:
    desk = ClassDesk(clock=clock)
    first = desk.start()
    for _ in range(MOST_CLASSES - 1):
        desk.start()
    with pytest.raises(UserError, match="classes are under way"):
        desk.start()
    clock.now += IDLE_S
    desk.start()
    assert desk.find(first.code) is None
