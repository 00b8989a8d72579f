"""Checks of entries: the phone is told at once, and nothing is stored."""

import pytest

from components.classroom.classroom import Classroom
from components.classroom.entries import NOTHING_SENT, PAIR_SENTENCE_LIMIT, TEXT_LIMIT, ClassQuestion, EntryKind
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


def test_either_sentence_of_a_minimal_pair_may_be_too_long_or_missing() -> None:
    classroom = Classroom("ABCD")
    question = ClassQuestion(EntryKind.MINIMAL_PAIR, "pairs", "Write a pair.", ("Agreement",))
    classroom.show("", question)
    token, long = classroom.join(), "very " * 20 + "good"
    assert len(long) > PAIR_SENTENCE_LIMIT == question.text_limit
    for typed in (f"{long}\nbad", f"good\n{long}"):
        with pytest.raises(ClassroomError, match=str(PAIR_SENTENCE_LIMIT)):
            classroom.send(token, typed, question.question_id, typed)
    for typed in ("good", "good\n", "\nbad", "a\nb\nc"):
        with pytest.raises(ClassroomError, match=NOTHING_SENT[question.kind]):
            classroom.send(token, typed, question.question_id, typed)
    for name in ("1", "2"):
        classroom.send(token, name, question.question_id, "The good.\nThe bad.", "Agreement")
    assert [(each.text, each.label) for each in classroom.entries()] == 2 * [("The good.\nThe bad.", "Agreement")]
    assert len(classroom.own_answers(token)) == 2, "a student may send several"
