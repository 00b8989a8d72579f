"""Questions to a class, entries that students send in, and the cleaning of their text."""

import hashlib
import math
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from components.classroom.check.questions import valid_sheet
from components.model.tally import DIGIT_LIMIT, normalise_guess, parse_number
from components.model.tokens.text_limits import JOINERS, trim_marks
from components.model.tokens.unprintable import FILLERS

MARK_LIMIT = 6  # combining marks on one character: more would cover the lines above
TEXT_LIMIT, WORD_LIMIT, LABEL_LIMIT = 200, 40, 24  # characters
PAIR_SENTENCE_LIMIT = 100  # characters: two sentences stand in one row on a projector
VOTES_PER_ROUND = 2  # the second after a discussion
_EDGES = f" {JOINERS}"
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_VISIBLE = set("LNPS")  # categories of which an entry needs at least one: letter, number, punctuation, symbol


class EntryKind(StrEnum):
    """The kind of an entry."""

    GUESS = "guess"  # of a name or a number, which may have several words
    WORD = "word"  # a guess that is a single word
    PAIR = "pair"  # a sentence with a word in two versions
    CHOICE = "choice"
    NUMBER = "number"
    WHOLE_NUMBER = "whole number"
    MINIMAL_PAIR = "minimal pair"  # a good and a bad sentence, on a line each
    FOOLING = "fooling"  # a sentence with the meaning that it has for its writer; right if the model says another
    PLACE = "place"  # one of the labels, which are the tokens of a sentence
    CHECK = "check"  # a sheet with answers to all questions of the check

    @property
    def counts_once(self) -> bool:
        """Whether only a student's last answer to a question counts."""
        return self not in (EntryKind.PAIR, EntryKind.MINIMAL_PAIR)

    @property
    def is_sentence(self) -> bool:
        """Whether it is a sentence that the student wrote; hardly two are the same."""
        return self in (EntryKind.PAIR, EntryKind.MINIMAL_PAIR, EntryKind.FOOLING)


NOTHING_SENT = {
    EntryKind.GUESS: "Type something first.",
    EntryKind.WORD: "Type a word first.",
    EntryKind.PAIR: "Type something first.",
    EntryKind.CHOICE: "Choose one of the answers first.",
    EntryKind.NUMBER: f"Type a number with at most {DIGIT_LIMIT} digits, and a point before decimals.",
    EntryKind.WHOLE_NUMBER: f"Type a whole number with at most {DIGIT_LIMIT} digits.",
    EntryKind.MINIMAL_PAIR: "Write both sentences first.",
    EntryKind.FOOLING: "Type a sentence first.",
    EntryKind.PLACE: "Tap one of the tokens first.",
    EntryKind.CHECK: "These answers do not fit the questions. Reload this page.",
}


NO_LABEL = "Also choose what the word means."  # said to whoever sends a sentence without its label
ONE_WORD = "Write one word: the model’s answer is a single word."


@dataclass(frozen=True)
class ClassQuestion:
    """A question to a class.

    Attributes:
        kind: What students send in.
        about: The topic, the same for all students: a word with its forms, or a key of the app.
        text: What phones say.
        labels: The labels that a student may choose from; for a choice, its options; for a place, the tokens.
        vote: Which vote on the question this is, from 1, as :func:`round_of_vote` counts.
        seen_by: The number of students who had joined when its answer was last shown: they get no points.
        note: What phones say before the question, of this vote only.
        words: The forms of a word, one of which a sentence must have; empty if any sentence fits.
        shown: Sentences that the lecture has shown, which nobody may send.
    """

    kind: EntryKind
    about: str
    text: str
    labels: tuple[str, ...] = ()
    vote: int = 1
    seen_by: int = 0
    note: str = ""
    words: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()

    @property
    def question_id(self) -> str:
        """A short id for phones: a hash, since ``about`` may be an internal key. Other labels make another question."""
        return hashlib.sha256(f"{self.kind} {self.about} {self.labels}".encode("utf-8", "replace")).hexdigest()[:16]

    @property
    def text_limit(self) -> int:
        """How many characters an entry may have; in a minimal pair, each sentence."""
        if self.kind is EntryKind.MINIMAL_PAIR:
            return PAIR_SENTENCE_LIMIT
        return TEXT_LIMIT if self.kind.is_sentence else WORD_LIMIT


def normalised_gain(before: float, after: float) -> float:
    """How much of what was missing at first, as shares of right answers, came; NaN if nothing was missing.

    Hake 1998, American Journal of Physics 66(1), https://doi.org/10.1119/1.18809.
    """
    return math.nan if before >= 1 else (after - before) / (1 - before)


def round_of_vote(vote: int) -> int:
    """The round that a vote on a question belongs to, from 1: a round has two votes, and ends with the answer."""
    return (vote + 1) // VOTES_PER_ROUND


def first_vote(round_number: int) -> int:
    """The first vote of a round."""
    return VOTES_PER_ROUND * (round_number - 1) + 1


def is_first_vote(vote: int) -> bool:
    """Whether it is the first vote of its round."""
    return vote == first_vote(round_of_vote(vote))


@dataclass(frozen=True)
class ClassResult:
    """The outcome of one round of a question, after the projector has shown the answer.

    Whoever was in the class when the answer was shown knows it. So in a later round only students who joined after that
    get points, and nobody loses any; the counts are of everybody.

    Attributes:
        about: The topic of the question, :attr:`ClassQuestion.about`.
        text: The question as phones showed it.
        right: The right answer; "" if the page did not say.
        explanation: A sentence about it.
        counts: Answers that may be shown, and how many students gave each, the most frequent first; of a choice,
            all its options in their order, if anybody answered.
        answered: The number of students who answered, also with what may not be shown.
        right_students: The numbers of the students who were right.
        first_answered: If there were two votes, the number of students who answered at the first; else 0.
        first_right_students: The numbers of those who were right at the first of two votes.
        number: From 1, in the order in which answers were shown.
        labels: Of sentences with labels: each sentence, and the model's label for it; "" if it could not say.
        courses: Of each of these sentences: the heights of its thread in the river, layer by layer; none if unknown.
        options: Of sentences with labels: the labels that a student may choose from, in the question's order.
        option_courses: Of each option, the average heights of its threads.
        model: The name of the model that gave sentences their labels; "" if there are none.
        vote: The last vote of the round.
        seen_by: The number of students who had joined when the answer was shown in the round before; 0 in the first.
        question_key: The same for all rounds of a question; "" if that is ``about``.
        unjudged_students: The numbers of the students whose answer could not be judged: neither right nor wrong.
        first_about: If there were two votes, the topic of the first; else "".
        first_only_students: The numbers of those who answered at the first of two votes only.
        last_only_students: The same at the last of two votes only.
        shown_to: The number of students who had joined when its answer was first shown; it does not count for others.
    """

    about: str
    text: str
    right: str
    explanation: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    answered: int = 0
    right_students: frozenset[int] = frozenset()
    first_answered: int = 0
    first_right_students: frozenset[int] = frozenset()
    number: int = 0
    labels: tuple[tuple[str, str], ...] = ()
    courses: tuple[tuple[float, ...], ...] = ()
    options: tuple[str, ...] = ()
    option_courses: tuple[tuple[float, ...], ...] = ()
    model: str = ""
    vote: int = 1
    seen_by: int = 0
    question_key: str = ""
    unjudged_students: frozenset[int] = frozenset()
    first_about: str = ""
    first_only_students: frozenset[int] = frozenset()
    last_only_students: frozenset[int] = frozenset()
    shown_to: int = 0

    @property
    def key(self) -> str:
        """The question, the same for all its rounds."""
        return self.question_key or self.about

    def course_of(self, sentence: str) -> tuple[float, ...]:
        """The heights of a sentence's thread in the river, layer by layer; none if they are unknown."""
        return next(
            (course for (text, _), course in zip(self.labels, self.courses, strict=False) if text == sentence), ()
        )

    @property
    def round_number(self) -> int:
        """The round, from 1."""
        return round_of_vote(self.vote)

    @property
    def judged_count(self) -> int:
        """The number of students whose answer was right or wrong."""
        return self.answered - len(self.unjudged_students)

    @property
    def is_judged(self) -> bool:
        """Whether it has a right answer, and somebody gave an answer that could be judged."""
        return bool(self.right and self.judged_count)

    @property
    def credited_students(self) -> frozenset[int]:
        """The numbers of the students with a right answer. The first vote counts for those who did not vote again."""
        return self.right_students | (self.first_right_students & self.first_only_students)

    @property
    def scoring_students(self) -> frozenset[int]:
        """The numbers of the students who get a point."""
        return frozenset(number for number in self.credited_students if number > self.seen_by)

    @property
    def is_scored(self) -> bool:
        """Whether it counts in scores: of a later round, only if somebody got a point."""
        return self.is_judged and (self.round_number == 1 or bool(self.scoring_students))

    @property
    def share_right(self) -> float:
        """The share of judged answers that were right, at the last vote; NaN without any."""
        return len(self.right_students) / self.judged_count if self.judged_count else math.nan

    @property
    def voted_twice(self) -> int:
        """The number of students who answered at both votes."""
        return self.first_answered - len(self.first_only_students)

    @property
    def normalised_gain(self) -> float:
        """The share of wrong answers that the second vote put right; NaN without two votes or wrong answers.

        Of the students who voted twice.
        """
        last_count = self.judged_count - len(self.last_only_students)
        if not (self.voted_twice and last_count):
            return math.nan
        before = len(self.first_right_students - self.first_only_students) / self.voted_twice
        after = len(self.right_students - self.last_only_students) / last_count
        return normalised_gain(before, after)


@dataclass(frozen=True)
class ClassEntry:
    """An entry that a student sent in.

    Attributes:
        number: From 1, in order of arrival.
        student: The student's number, from 1 in order of joining; no names are asked for.
        kind: A sentence or a guess.
        about: The topic of the question, :attr:`ClassQuestion.about`.
        text: The cleaned text.
        label: The label that the student chose, cleaned; may be empty.
        sent_at: Seconds since 1970.
        hidden: Whether the projector hides it.
        awaits_approval: Whether it is hidden because nobody has let it through yet.
        question: The question as phones showed it, since ``about`` may be an internal key.
        vote: :attr:`ClassQuestion.vote`.
    """

    number: int
    student: int
    kind: EntryKind
    about: str
    text: str
    label: str
    sent_at: float
    hidden: bool = False
    awaits_approval: bool = False
    question: str = ""
    vote: int = 1


@dataclass(frozen=True)
class ClassScore:
    """How many of some questions a student answered correctly.

    Attributes:
        right: How many.
        question_count: How many count for this student.
        missed_count: How many more there were whose answer was shown before the student joined.
    """

    right: int
    question_count: int
    missed_count: int = 0


@dataclass(frozen=True)
class StudentCard:
    """What stands on the card of a class that a student's phone may keep.

    Attributes:
        score: Over all questions with a right answer so far.
        fooled: Whether the sentence fooled the model.
        sentence: The student's last sentence that fooled the model, else the last that it judged; "" without one.
        meant: The meaning that it has for the student.
        read: The meaning that the model gave it.
        senses: All meanings, in the question's order.
        model: The name of the model; "" if it is unknown.
        course: The heights of the sentence's thread in the river, layer by layer; none if they are unknown.
        sense_courses: Of each meaning, the average heights of its threads.
    """

    score: ClassScore
    fooled: bool = False
    sentence: str = ""
    meant: str = ""
    read: str = ""
    senses: tuple[str, ...] = ()
    model: str = ""
    course: tuple[float, ...] = ()
    sense_courses: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class Standing:
    """How a student stands after a result was shown.

    Attributes:
        result: The result on the projector.
        entry: The student's answer to it; None if they sent none.
        was_right: Whether that was right.
        score: Over all questions with a right answer so far.
    """

    result: ClassResult
    entry: ClassEntry | None
    was_right: bool
    score: ClassScore

    @property
    def answer(self) -> str:
        """The answer in words, with its label; "" if there is none."""
        if self.entry is None:
            return ""
        return f"“{self.entry.text}” · {self.entry.label}" if self.entry.label else self.entry.text


def clean_text(text: str, limit: int) -> str:
    """Reduce text to one line of at most ``limit`` characters, without invisible ones (control, bidi, private use).

    Returns "" if nothing visible is left.
    """
    spaced = re.sub(r"\s+", " ", text[: 8 * limit])
    visible = "".join(c for c in spaced if c in JOINERS or _has_shape(c))
    # Again after the removal: a removed character may have been between two spaces, or a letter and its accent.
    whole = re.sub(" +", " ", trim_marks(unicodedata.normalize("NFC", trim_marks(visible)), MARK_LIMIT))
    short = whole.strip(_EDGES)[:limit].rstrip(_EDGES)
    return short if any(unicodedata.category(c)[0] in _VISIBLE for c in short) else ""


def _has_shape(character: str) -> bool:
    return character not in FILLERS and unicodedata.category(character) not in _INVISIBLE


def entry_text(question: ClassQuestion, typed: str) -> str:
    """The text as it is stored; "" if nothing of it is visible."""
    text = clean_text(typed, question.text_limit)
    match question.kind:
        case EntryKind.MINIMAL_PAIR:
            sentences = [clean_text(line, question.text_limit) for line in typed.split("\n")]
            return "\n".join(sentences) if len(sentences) == 2 and all(sentences) else ""
        case EntryKind.GUESS | EntryKind.WORD:
            return normalise_guess(text)
        case EntryKind.CHOICE | EntryKind.PLACE:
            return text if text in question.labels else ""
        case EntryKind.NUMBER:
            number = parse_number(text)
            return "" if number is None else f"{number:.12g}"
        case EntryKind.WHOLE_NUMBER:
            number = parse_number(text)
            return f"{number:.12g}" if number is not None and number.is_integer() else ""
        case EntryKind.CHECK:
            return valid_sheet(text)
    return text
