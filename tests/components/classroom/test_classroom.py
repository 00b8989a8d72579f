"""A class counts what was sent once, in order, and takes no more than it says."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from components.classroom.classes import ALPHABET, CLASS_LIMIT, CLASSES_PER_ADDRESS, CODE_LENGTH, ClassDirectory
from components.classroom.classroom import (
    PRESENCE_S,
    Classroom,
    ClassroomError,
    NotJoined,
    TryLater,
)
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.classroom.rate_limits import Allowance, RateLimit, RateLimiter
from components.classroom.seats import SENDING, SENDING_FROM_ADDRESS, STAYING_FROM_ADDRESS, UNSEEN_LIMIT
from components.classroom.store import ENDED_S, IDLE_S, UNJOINED_S, ClassRegistry
from components.model.user_errors import UserError
from tests.components.classroom.conftest import Clock

WRITE = ClassQuestion(EntryKind.PAIR, "bank, banks", "Write a sentence with “bank”.", ("river", "money"))
GUESS = ClassQuestion(EntryKind.GUESS, "The [MASK] is deep.", "What is hidden?")


@pytest.fixture
def classroom(classes: ClassDirectory) -> Classroom:
    started = classes.start()
    started.show("../which-bank", WRITE)
    return started


def test_at_the_end_of_a_tour_everybody_has_a_score_of_the_quiz_and_of_all(classroom: Classroom) -> None:
    tokens = [classroom.join() for _ in range(3)]
    for about, right_students in (("tour 1", {1, 2}), ("tour 2", {1}), ("tour 2 vote 2", {2}), ("tour 3", {3})):
        result = ClassResult(about, "Which?", "river", "", (("river", 1),), 3, frozenset(right_students))
        classroom.show("../", None, result=result)
    classroom.show("../", None, result=ClassResult("tour 4", "The page did not say.", ""))
    assert classroom.scores(tokens[0]) is None, "not before the end"
    classroom.show("../tours", None, scored=("tour 2", "tour 2 vote 2", "tour 3", "tour 9"))
    assert classroom.standing(tokens[0]) is None
    scored = filter(None, map(classroom.scores, tokens))
    assert [(quiz.right, quiz.question_count, total.right, total.question_count) for quiz, total in scored] == [
        (1, 3, 2, 4),
        (1, 3, 2, 4),
        (1, 3, 1, 4),
    ]
    assert classroom.scores("somebody else's") is None
    version = classroom.phone_state.version
    classroom.show("../tours", None, scored=("tour 2", "tour 2 vote 2", "tour 3", "tour 9"))
    assert classroom.phone_state.version == version
    classroom.show("../tours", None, scored=())
    scores = classroom.scores(tokens[0])
    assert scores is not None
    assert scores[0].question_count == 0, "a tour without a quiz"
    classroom.show("../", WRITE)
    assert classroom.scores(tokens[0]) is None


def send(
    classroom: Classroom,
    token: str,
    text: str,
    *,
    name: str = "",
    ask: ClassQuestion = WRITE,
    label: str = "",
    address: str = "",
) -> None:
    classroom.send(token, name or text, ask.question_id, text, label, address=address)


def test_what_is_sent_in_is_there_in_order(classroom: Classroom) -> None:
    student, neighbour = classroom.join(), classroom.join()
    send(classroom, student, "The bank is steep.", label="river")
    send(classroom, neighbour, "The bank is closed.")
    first, second = classroom.entries()
    assert (first.number, first.student, first.text, first.label) == (1, 1, "The bank is steep.", "river")
    assert (second.number, second.student, second.label) == (2, 2, "")
    assert classroom.students == 2


def test_what_is_sent_twice_counts_once(classroom: Classroom) -> None:
    token = classroom.join()
    for _ in range(5):  # the answer was lost, and the telephone tried again
        send(classroom, token, "The bank is steep.", name="a")
    assert len(classroom.entries()) == 1


def test_three_hundred_at_once_are_all_counted_once(new_registry: Callable[[], ClassRegistry | None]) -> None:
    classroom = ClassDirectory(new_registry()).start()
    classroom.show("", WRITE)
    tokens = [classroom.join() for _ in range(300)]

    def student(number: int) -> None:
        for sentence in range(3):
            for _ in range(2):
                send(classroom, tokens[number], f"Bank {number} {sentence}.")

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(student, range(300)))
    entries = classroom.entries()
    assert [entry.number for entry in entries] == list(range(1, 901))
    assert len({entry.text for entry in entries}) == 900


def test_a_guess_can_be_changed_and_counts_once(classroom: Classroom) -> None:
    classroom.show("../fill-the-blank", GUESS)
    first, second = classroom.join(), classroom.join()
    for text in ("River", "  lake "):
        send(classroom, first, text, ask=GUESS)
    send(classroom, second, "LAKE", ask=GUESS)
    assert classroom.counts(GUESS.about) == (("lake", 2),)
    assert classroom.counts("another question") == ()


def test_what_comes_too_fast_is_refused_and_nothing_of_it_is_kept(classroom: Classroom, clock: Clock) -> None:
    token = classroom.join()
    for number in range(int(SENDING.burst)):
        send(classroom, token, f"Bank {number}.")
    with pytest.raises(TryLater):
        send(classroom, token, "One bank more.")
    send(classroom, classroom.join(), "Another student may.")
    clock.now += SENDING.interval_s
    send(classroom, token, "One bank more.")
    assert len(classroom.entries()) == SENDING.burst + 2


@pytest.mark.parametrize(
    ("token", "ask", "text", "error"),
    [
        ("nobody's", WRITE, "The bank.", NotJoined),
        ("", GUESS, "The bank.", ClassroomError),
        ("", WRITE, " \u202e\u200b\n", ClassroomError),
        ("", WRITE, "\u3164 \u2800\u034f\u0301", ClassroomError),
    ],
)
def test_what_is_not_asked_for_is_refused(
    classroom: Classroom, token: str, ask: ClassQuestion, text: str, error: type[ClassroomError]
) -> None:
    with pytest.raises(error):
        send(classroom, token or classroom.join(), text, ask=ask)
    assert not classroom.entries()


def test_a_class_that_is_full_or_closed_says_so(classroom: Classroom) -> None:
    classroom.configure(student_limit=1)
    token = classroom.join()
    with pytest.raises(ClassroomError, match="full"):
        classroom.join()
    classroom.close()
    with pytest.raises(ClassroomError, match="ended"):
        classroom.join()
    with pytest.raises(ClassroomError, match="ended"):
        send(classroom, token, "The bank.")


def test_one_is_hidden_some_are_left_out_and_all_are_cleared(classroom: Classroom) -> None:
    token = classroom.join()
    classroom.block_words(["Rude"])
    for text in ("A fine bank.", "A rude, rude bank!", "A crude bank."):
        send(classroom, token, text)
    assert [entry.text for entry in classroom.entries()] == ["A fine bank.", "A crude bank."]
    classroom.moderate(hide=[1])
    assert [entry.number for entry in classroom.entries()] == [3], "what the filter hid stays hidden"
    assert len(classroom.entries(hidden=True)) == 3
    classroom.clear()
    assert not classroom.entries(hidden=True)


def test_telephones_are_told_when_something_changes(classroom: Classroom) -> None:
    before = classroom.phone_state
    classroom.show("../which-bank", WRITE)
    assert classroom.phone_state == before
    classroom.show("../which-bank?layer=2", WRITE)
    assert classroom.phone_state.version == before.version + 1
    assert classroom.phone_state.shows == "../which-bank?layer=2"


def test_codes_find_a_class_and_keys_its_owner(classes: ClassDirectory) -> None:
    first, second = classes.start(), classes.start()
    assert len(first.code) == CODE_LENGTH
    assert set(first.code) <= set(ALPHABET)
    typed = f" {first.code[:2]} {first.code[2:]} ".lower()
    for match in (classes.find(typed), classes.find_owned(first.code, first.key)):
        assert match is not None
        assert (match.code, match.key) == (first.code, first.key)
    assert classes.find_owned(first.code, second.key) is None
    assert classes.find_owned(first.code, "ключ\ud800") is None
    classes.end(first)
    assert classes.find(first.code) is None
    assert not first.phone_state.open
    assert classes.has_ended(first.code)
    assert not classes.has_ended(second.code)


def test_a_class_that_is_left_alone_makes_room(clock: Clock) -> None:
    classes = ClassDirectory(clock=clock)
    first = classes.start()
    first.join()
    for _ in range(CLASS_LIMIT - 1):
        classes.start().join()
    with pytest.raises(UserError, match=r"has \d+ classes"):
        classes.start()
    clock.now += IDLE_S
    classes.start()
    assert classes.find(first.code) is None


def test_what_was_hidden_stays_hidden_whatever_else_is_left_out(classroom: Classroom) -> None:
    token = classroom.join()
    for text in ("A first bank.", "A second bank."):
        send(classroom, token, text)
    classroom.block_words(["rude"])
    send(classroom, token, "A rude bank.")  # the lecturer's list was drawn before
    classroom.moderate(hide=[1])
    assert [entry.number for entry in classroom.entries()] == [2]
    classroom.moderate(show=[1])
    assert [entry.number for entry in classroom.entries()] == [1, 2]
    classroom.moderate(hide=[999])
    assert len(classroom.entries(hidden=True)) == 3


def test_what_is_approved_first_waits_until_it_is_let_through(classroom: Classroom) -> None:
    token = classroom.join()
    send(classroom, token, "An early bank.")
    classroom.configure(approve_first=True)
    classroom.block_words(["rude"])
    for text in ("A late bank.", "A rude bank.", "Another bank."):
        send(classroom, token, text)
    assert [entry.number for entry in classroom.entries()] == [1]
    assert [entry.number for entry in classroom.entries(hidden=True) if entry.awaits_approval] == [2, 4]
    classroom.moderate(show=[2], hide=[4])
    assert [entry.number for entry in classroom.entries()] == [1, 2]
    assert not any(entry.awaits_approval for entry in classroom.entries(hidden=True))


def test_a_label_that_was_not_offered_counts_as_none(classroom: Classroom) -> None:
    token = classroom.join()
    send(classroom, token, "One bank.", label="<b>lab</b>")
    send(classroom, token, "Two banks.", label="river")
    assert [entry.label for entry in classroom.entries()] == ["", "river"]


def test_a_phone_that_did_nothing_makes_room_for_the_next_of_its_address(classroom: Classroom) -> None:
    first, *_, last = [classroom.join("192.0.2.1") for _ in range(UNSEEN_LIMIT)]
    classroom.note_asking(last, "192.0.2.1")
    newcomer = classroom.join("192.0.2.1")
    assert not classroom.has_joined(first)
    assert (classroom.students, classroom._store.students[newcomer].number) == (UNSEEN_LIMIT, 1), "without gaps"
    for _ in range(UNSEEN_LIMIT):
        classroom.join("192.0.2.1")
    assert [*map(classroom.has_joined, (newcomer, last))] == [False, True]


def test_one_address_keeps_so_many_places_for_good_and_no_more(classroom: Classroom, clock: Clock) -> None:
    for host in range(int(STAYING_FROM_ADDRESS.burst)):
        classroom.note_asking(classroom.join(f"2001:db8::{host:x}"), f"2001:db8::{host:x}")
    late, sends, waits = (classroom.join("2001:db8::ffff:1") for _ in range(3))
    classroom.note_asking(late, "2001:db8::ffff:1")
    send(classroom, sends, "A bank.", address="2001:db8::ffff:1")
    clock.now += STAYING_FROM_ADDRESS.interval_s
    classroom.note_asking(waits, "2001:db8::ffff:1")
    for _ in range(UNSEEN_LIMIT):
        classroom.join("2001:db8::ffff:2")
    assert [classroom.has_joined(token) for token in (late, sends, waits)] == [False, True, True]
    assert "2001" not in str([*classroom._store.addresses])


def test_one_address_does_not_stuff_a_class_with_entries(classroom: Classroom) -> None:
    at_once, tokens = int(SENDING_FROM_ADDRESS.burst), []
    for number in range(at_once // 4):
        tokens.append(classroom.join())
        for sentence in range(4):
            send(classroom, tokens[-1], f"Bank {number} {sentence}.", address="192.0.2.1")
    with pytest.raises(TryLater):
        send(classroom, classroom.join(), "One bank more.", address="192.0.2.1")
    send(classroom, classroom.join(), "One bank from elsewhere.", address="192.0.2.2")
    assert len(classroom.entries()) == at_once + 1


def test_a_lecturer_lets_nobody_else_in_and_says_how_many(classroom: Classroom) -> None:
    classroom.join()
    classroom.configure(joining_open=False)
    with pytest.raises(ClassroomError):
        classroom.join()
    classroom.configure(joining_open=True, student_limit=2)
    classroom.join()
    with pytest.raises(ClassroomError):
        classroom.join()
    classroom.configure(student_limit=10**9)
    assert classroom.state.student_limit == 2_000
    assert classroom.students == 2


def test_one_address_starts_two_classes(classes: ClassDirectory) -> None:
    started = [classes.start("192.0.2.1") for _ in range(CLASSES_PER_ADDRESS)]
    with pytest.raises(UserError):
        classes.start("192.0.2.1")
    classes.start("192.0.2.2")
    classes.start()  # not known, as on the lecturer's machine
    classes.end(started[0])
    classes.start("192.0.2.1")


def test_a_class_that_nobody_joins_makes_room_unless_its_lecturer_is_there(clock: Clock) -> None:
    classes = ClassDirectory(clock=clock)
    left, attended, joined = classes.start(), classes.start(), classes.start()
    joined.join()
    for _ in range(int(UNJOINED_S / PRESENCE_S) + 1):
        clock.now += PRESENCE_S + 1
        attended.record_presence()
    assert classes.find(left.code) is None
    assert classes.find(attended.code) is not None
    assert classes.find(joined.code) is not None
    clock.now += IDLE_S
    assert classes.find(joined.code) is None


def test_that_a_class_was_ended_is_known_for_a_while(clock: Clock) -> None:
    classes = ClassDirectory(clock=clock)
    classroom = classes.start()
    classes.end(classroom)
    assert classes.has_ended(classroom.code)
    clock.now += ENDED_S
    assert not classes.has_ended(classroom.code)


@pytest.mark.parametrize("jump", [-3_600.0, 3 * 3_600.0])
def test_a_clock_that_jumps_stops_nobody_and_ends_no_class(
    new_registry: Callable[[], ClassRegistry | None], jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    classes = ClassDirectory(new_registry())
    classroom = classes.start()
    classroom.show("", WRITE)
    token = classroom.join()
    monkeypatch.setattr("time.time", lambda: 1_000_000_000.0 + jump)
    send(classroom, token, "The bank.")
    send(classroom, classroom.join(), "Another bank.")
    assert classes.find(classroom.code) is not None


def test_the_clock_of_another_process_may_be_behind(
    new_registry: Callable[[], ClassRegistry | None], clock: Clock
) -> None:
    limit, now = RateLimit(2.0, 10.0), clock.now
    used_up = Allowance(0.0, now + 3_600.0)  # before the clock was set back
    after = used_up.spend(limit, now)
    assert after is not None
    assert after.left == limit.burst - 1
    assert Allowance(0.0, now + 1.0).spend(limit, now) is None, "two machines differ a little: nothing is given away"


def test_a_limit_by_key_forgets_and_fills_up(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.classroom.rate_limits.KEY_LIMIT", 3)
    allowances = RateLimiter(RateLimit(2.0, 10.0), clock=clock)
    assert [allowances.take("a") for _ in range(3)] == [True, True, False]
    assert allowances.is_exhausted("a")
    assert not allowances.is_exhausted("b")
    clock.now += 10.0
    assert allowances.take("a")
    for key in "bcd":
        allowances.take(key)
    assert len(allowances._allowances) == 3
    clock.now += 1_000.0  # whoever waits long may take as many at once as at first, and no more
    assert [allowances.take("d") for _ in range(3)] == [True, True, False]


def test_what_may_not_be_taken_keeps_nobody_waiting(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    token = classroom.join("192.0.2.1")
    send(classroom, token, "The bank.")
    classroom.configure(joining_open=False)
    store = classroom._store
    monkeypatch.setattr(type(store), "lock", lambda self: pytest.fail("the class was locked"))
    send(classroom, token, "The bank.")  # again: it counts already
    for act in (
        lambda: send(classroom, "nobody's", "Junk."),
        lambda: send(classroom, "", "Junk."),
        lambda: send(classroom, token, "Junk.", ask=GUESS),
        lambda: send(classroom, token, "  ", name="x"),
        lambda: classroom.join("192.0.2.1"),
    ):
        with pytest.raises(ClassroomError):
            act()
