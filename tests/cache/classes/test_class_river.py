"""The river with sentences of a class: who fooled the model, and what is drawn."""

import pytest

from cache.classes.class_river import (
    BEST_LIMIT,
    THREAD_LIMIT,
    ClassRiver,
    ClassThread,
    class_river,
    sense_courses,
    sentence_courses,
)
from cache.classes.class_sentences import sense_labels
from components.classroom.entries import ClassEntry, EntryKind
from tests.cache.classes.test_class_sentences import SENSES, bank_request, header

pytestmark = pytest.mark.usefixtures("engine")
MONEY, SOIL, FROGS = "The bank raised its rates again.", "Our bank lost a lot of soil last year.", "Frogs sat there."


def sent(*texts: tuple[str, str]) -> tuple[ClassEntry, ...]:
    return tuple(
        ClassEntry(number, number, EntryKind.FOOLING, "tour 9", text, label, 0.0)
        for number, (text, label) in enumerate(texts, start=1)
    )


def drawn(*texts: tuple[str, str]) -> ClassRiver:
    return class_river(bank_request(), SENSES, "bank", sent(*texts))


def test_a_sentence_fools_the_model_if_its_thread_ends_on_another_side_than_meant() -> None:
    picture = drawn((MONEY, "money"), (SOIL, "river"), (FROGS, "river"))
    assert [(thread.entry.text, thread.side, thread.fools) for thread in picture.threads] == [
        (MONEY, "money", False),
        (SOIL, "money", True),
    ], "a sentence without the word has no thread"
    fields = header(picture.payload)
    assert fields["fooling"] == [False, True]
    assert fields["signs"][-2:] == [0, 0]
    assert fields["texts"][-2:] == [MONEY, SOIL]
    assert not drawn((SOIL, "Fluss")).threads[0].fools, "no meaning of the river"
    opposite = drawn((MONEY, "river"), (SOIL, "money"))
    assert [thread.fools for thread in opposite.threads] == [True, False]
    sides = sense_labels(bank_request(), SENSES, [MONEY, SOIL])
    assert tuple(thread.side for thread in picture.threads) == sides, "phones are told the side that is drawn"


def test_the_thread_of_a_card_is_the_one_that_is_drawn() -> None:
    courses = sentence_courses(bank_request(), SENSES, [MONEY, FROGS, SOIL])
    picture = drawn((MONEY, "money"), (SOIL, "river"))
    assert courses[1] == (), "a sentence without the word has no thread"
    ends = [thread.height for thread in picture.threads]
    assert [courses[0][-1], courses[2][-1]] == pytest.approx(ends, abs=0.001)
    averages = sense_courses(bank_request(), SENSES)
    assert {len(each) for each in (*averages.values(), courses[0])} == {len(header(picture.payload)["layers"])}
    assert averages["money"][-1] < 0 < averages["river"][-1], "each meaning on its side"


def test_the_best_end_furthest_on_the_wrong_side_and_equal_ones_count_once() -> None:
    def thread(text: str, height: float, *, label: str = "river", side: str = "money") -> ClassThread:
        return ClassThread(sent((text, label))[0], side, height, fools=side not in ("", label))

    threads = (
        thread("b", -0.2), thread("a", -0.5), thread("A", -0.4), thread("right", -0.9, label="money"),
        thread("undecided", 0.01, side=""), thread("c", -0.1), thread("d", -0.05), thread("e", -0.04),
        thread("f", -0.03),
    )  # fmt: skip
    best = ClassRiver(b"", threads, 0).best
    assert [each.entry.text for each in best] == ["a", "b", "c", "d", "e"]
    assert len(best) == BEST_LIMIT


def test_threads_end_in_the_numbers_of_the_list_once_it_is_shown() -> None:
    entries = sent((MONEY, "money"), (SOIL, "river"), ("Our bank lost lots of soil.", "river"))
    before = class_river(bank_request(), SENSES, "bank", entries)
    shown = class_river(bank_request(), SENSES, "bank", entries, has_numbers=True)
    assert not any(header(before.payload)["numbers"])
    numbers = header(shown.payload)["numbers"]
    assert numbers[0] == 0, "it did not fool the model"
    assert [shown.threads[numbers.index(place)] for place in (1, 2)] == list(shown.best)


@pytest.mark.thorough
def test_many_sentences_are_read_in_several_calls_and_the_latest_are_drawn() -> None:
    texts = [(f"The bank number {number} raised its rates.", "money") for number in range(THREAD_LIMIT + 5)]
    picture = drawn(*texts)
    assert picture.unread_count > 0
    for _ in range(20):
        if not (picture := drawn(*texts)).unread_count:
            break
    assert len(picture.threads) == len(texts)
    fields = header(picture.payload)
    assert len(fields["fooling"]) == THREAD_LIMIT
    assert fields["texts"][-THREAD_LIMIT] == texts[5][0]
    assert drawn(*texts).payload == picture.payload, "nothing is sent again while nothing has changed"
