"""Checks of entries: the phone is told at once, and nothing is stored."""

import pytest

from components.classroom.classroom import Classroom
from components.classroom.entries import TEXT_LIMIT, ClassQuestion, EntryKind
from components.classroom.entry_checks import entry_problem, register_entry_check
from components.classroom.errors import ClassroomError

PAIR = ClassQuestion(EntryKind.PAIR, "pairs m", "Write a pair.")


def test_without_a_check_everything_fits() -> None:
    assert entry_problem(PAIR, "anything") == ""


def test_a_text_that_does_not_fit_is_answered_and_not_stored() -> None:
    register_entry_check(EntryKind.PAIR, lambda question, text: "" if "/" in text else f"No slash, {question.about}.")
    classroom = Classroom("ABCD")
    classroom.show("", PAIR)
    token = classroom.join()
    with pytest.raises(ClassroomError, match="No slash, pairs m"):
        classroom.send(token, "1", PAIR.question_id, "keys")
    assert classroom.entries() == ()
    classroom.send(token, "1", PAIR.question_id, " keys/key ")
    classroom.send(token, "1", PAIR.question_id, "keys")  # repeated: counted once, and not checked again
    assert [entry.text for entry in classroom.entries(EntryKind.PAIR)] == ["keys/key"]


def test_other_questions_are_not_checked() -> None:
    register_entry_check(EntryKind.PAIR, lambda question, text: "never")
    classroom = Classroom("ABCD")
    guess = ClassQuestion(EntryKind.GUESS, "bank", "What is hidden?")
    classroom.show("", guess)
    classroom.send(classroom.join(), "1", guess.question_id, "The bank.")
    assert len(classroom.entries()) == 1


def test_one_word_is_asked_for_where_the_answer_is_one() -> None:
    classroom = Classroom("ABCD")
    word = ClassQuestion(EntryKind.WORD, "tour 1", "Which word?")
    classroom.show("", word)
    token = classroom.join()
    for typed, message in (("river bank", "one word"), ("in the bank", "one word"), (" ", "Type a word")):
        with pytest.raises(ClassroomError, match=message):
            classroom.send(token, typed, word.question_id, typed)
    assert classroom.entries() == ()
    for typed, stored in (("The “Bank”.", "bank"), ("banks", "banks"), ("BANK", "bank")):
        classroom.send(token, typed, word.question_id, typed)
        assert [entry.text for entry in classroom.entries()] == [stored]
    guess = ClassQuestion(EntryKind.GUESS, "layer", "Which layer?")
    assert entry_problem(guess, "layer 4") == "", "other guesses may have two words"


def test_a_phone_is_told_at_once_which_word_its_sentence_lacks() -> None:
    classroom, kind = Classroom("ABCD"), EntryKind.FOOLING
    question = ClassQuestion(
        kind, "tour 9", "Write a sentence with “bank”.", ("money", "river"), words=("bank", "banks")
    )
    classroom.show("", question)
    token = classroom.join()
    for typed in ("We sat by the river.", "The embankment was long."):
        with pytest.raises(ClassroomError, match="“bank” or “banks”"):
            classroom.send(token, typed, question.question_id, typed, "river")
    assert classroom.entries() == ()
    for typed in ("The BANK lent us money.", "Both banks were green."):
        classroom.send(token, typed, question.question_id, typed, "river")
    assert classroom.entries()[-1].text == "Both banks were green."
    assert entry_problem(ClassQuestion(kind, "any", "Write one.", ("money",)), "We sat.", "money") == "", (
        "any word fits"
    )


def test_a_sentence_with_tags_is_answered_with_the_tag_that_is_to_go() -> None:
    question = ClassQuestion(EntryKind.FOOLING, "tour 9", "Write one.", ("money", "river"), words=("bank", "banks"))
    for typed, tag in (("The <b>bank</b> was green.", "<b>"), ("The bank</EM> was green.", "</EM>")):
        assert tag in entry_problem(question, typed, "river")
    for typed in ("The bank was < 3 > 2 miles away.", "I <3 our bank.", "The bank -> the river."):
        assert entry_problem(question, typed, "river") == ""


def test_pairs_may_be_as_long_as_sentences() -> None:
    assert PAIR.text_limit == TEXT_LIMIT
