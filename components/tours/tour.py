"""Tours, and their encoding as a JSON file and inside a link.

A file holds a title, a description and stops. A stop is a link into the app without the server's name
(``/fill-the-blank?sentence=…``), a question, its answer in words, and what an audience answers with. It may have the
same question about another sentence, for the quiz at the end, and notes for the speaker. A link holds the same JSON,
compressed.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from typing import Any, Optional
from urllib.parse import parse_qsl, urlsplit

from components.model.serialisation import from_plain
from components.model.user_errors import UserError
from components.tables.phrases import count_phrase
from components.tours.questions import AnswerKind, StopQuestion, check_question

STOP_LIMIT = 60
TEXT_LIMIT = 300  # for a title, question, answer or note
MINUTES_LIMIT = 24 * 60
OPTION_CHARACTERS = 40  # for an option of a choice
LINK_LIMIT = 2_000  # characters, for the link of one stop
FILE_LIMIT = 100_000  # for a file
PACKED_LIMIT = 6_000  # characters, for a tour inside a link: browsers and chat programs cut longer ones
PACKED_PREFIX = "~"  # first character of a tour that is encoded in the link
_SENTENCE_PARAMETERS = ("sentence", "mine", "stage", "text")  # of links
_OLD_KINDS = ("sentence",)  # of questions in tours of earlier versions: such a stop is shown, and nothing is answered


@dataclass(frozen=True)
class SpeakerNotes:
    """What only the lecturer sees of a stop.

    Attributes:
        minutes: How long the stop takes.
        say: What to say at it.
        if_right: What to do if most of the class is right.
        if_wrong: What to do if most of the class is wrong.
    """

    minutes: int
    say: str = ""
    if_right: str = ""
    if_wrong: str = ""


@dataclass(frozen=True)
class Stop:
    """One stop: a link into the app, a question to the audience and its answer.

    Attributes:
        link: The link, without the server's name.
        question: For the audience.
        answer: An explanation, shown with the page's figure.
        shows: Text on the page that the answer relies on; tests check that the page has it.
        asks: What the audience answers with; None if it only thinks.
        again: The stop with another sentence or setting, for the quiz; None if it does not come back. Its question is
            the same unless it has one of its own.
        notes: For the speaker; None if there are none.
    """

    link: str
    question: str = ""
    answer: str = ""
    shows: str = ""
    asks: StopQuestion | None = None
    again: Optional["Stop"] = None
    notes: SpeakerNotes | None = None

    @property
    def labelled_answer(self) -> str:
        """The answer as it is shown: after "Answer:" unless it is a sentence."""
        is_sentence = self.answer.endswith((".", "!", "?", "…"))
        return self.answer if is_sentence or not self.answer else f"Answer: {self.answer}"

    @property
    def is_asked_again(self) -> bool:
        """Whether a class may vote on its question more than once. For sentences it has one vote."""
        return self.asks is not None and self.asks.kind is not AnswerKind.FOOLING

    @property
    def variant(self) -> Optional["Stop"]:
        """The stop as it comes back in the quiz, complete; None if it does not, or nothing is answered at it."""
        if self.again is None:
            return None
        question, asks = self.again.question or self.question, self.again.asks or self.asks
        return replace(self.again, question=question, asks=asks) if question and asks else None

    @property
    def path(self) -> str:
        """The page, without slashes; empty for the home page."""
        return urlsplit(self.link).path.strip("/")

    @property
    def parameters(self) -> dict[str, str]:
        """The query parameters of the link."""
        return dict(parse_qsl(urlsplit(self.link).query))


@dataclass(frozen=True)
class Tour:
    """A tour.

    Attributes:
        title: Its title.
        about: What it is about, in a sentence.
        stops: In their order.
        minutes: How long it takes; 0 if unknown.
        quiz_count: How many of the last stops are its quiz (:mod:`components.tours.quiz`); files have none.
    """

    title: str
    about: str
    stops: tuple[Stop, ...]
    minutes: int = 0
    quiz_count: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences that its stops are about."""
        values = (stop.parameters.get(name, "") for stop in self.stops for name in _SENTENCE_PARAMETERS)
        return tuple(dict.fromkeys(filter(None, values)))

    @property
    def quiz_start(self) -> int:
        """The number of stops before the quiz."""
        return len(self.stops) - self.quiz_count

    @property
    def length_text(self) -> str:
        """How long it is, in words. The quiz is not counted: its stops repeat others."""
        return f"{count_phrase(self.quiz_start, 'stop')}, about {count_phrase(self.minutes, 'minute')}"

    def planned_minutes(self, index: int) -> tuple[float, float]:
        """When the stop with this index begins and ends by the plan, in minutes since the start of the tour.

        Stops take as long as their notes say, and the quiz comes after them; without such notes all take equally long.
        """
        notes = [stop.notes for stop in self.stops[: self.quiz_start]]
        if all(notes):
            ends = [0, *accumulate(note.minutes for note in notes if note is not None)]
            last = len(ends) - 1
            return ends[min(index, last)], ends[min(index + 1, last)]
        count = len(self.stops)
        return self.minutes * min(index, count) / count, self.minutes * min(index + 1, count) / count


def tour_to_json(tour: Tour) -> str:
    """The tour as the JSON text of a file."""
    return json.dumps(_tour_data(tour), ensure_ascii=False, indent=1) + "\n"


def parse_tour(text: str | bytes, paths: Collection[str]) -> Tour:
    """Read a tour from a file.

    Args:
        text: The content of the file.
        paths: The pages that a stop may link to.

    Raises:
        UserError: The file is too large or not a tour, or a stop links to another page.
    """
    if len(text) > FILE_LIMIT:
        raise UserError(f"This file is larger than {FILE_LIMIT // 1000} kB, the limit for a tour. Choose another file.")
    try:
        values = json.loads(text)
        tour = Tour(
            _check_text(values["title"]),
            _check_text(values.get("about", "")),
            tuple(_parse_stop(each, paths) for each in values["stops"]),
            _parse_minutes(values.get("minutes", 0)),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise UserError("This is not a tour. Choose a file that was saved on this page.") from error
    if not 0 < len(tour.stops) <= STOP_LIMIT:
        raise UserError(f"A tour needs 1 to {STOP_LIMIT} stops; this one has {len(tour.stops)}. Add or remove some.")
    return tour


def pack_tour(tour: Tour) -> str:
    """Encode a tour for a link.

    Raises:
        UserError: The tour is too long for a link.
    """
    text = json.dumps(_tour_data(tour), ensure_ascii=False, separators=(",", ":"))
    packed = PACKED_PREFIX + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(packed) > PACKED_LIMIT:
        raise UserError("This tour is too long for one link. Save it as a file, or remove some stops.")
    return packed


def unpack_tour(text: str, paths: Collection[str]) -> Tour:
    """Decode a tour from a link.

    Raises:
        UserError: The text is not a complete tour.
    """
    body, packing = text.removeprefix(PACKED_PREFIX), zlib.decompressobj()
    cut = UserError("This link was cut short. Ask for the link again, or for the tour’s file.")
    try:
        unpacked = packing.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), FILE_LIMIT)
    except (ValueError, zlib.error, binascii.Error) as error:
        raise cut from error
    if not packing.eof:
        raise cut
    return parse_tour(unpacked, paths)


def _parse_stop(values: Any, paths: Collection[str]) -> Stop:
    texts = {name: _check_text(values.get(name, ""), limit=limit) for name, limit in _FIELD_LIMITS.items()}
    again = values.get("again")
    stop = Stop(
        **texts,
        asks=_parse_question(values.get("asks")),
        again=None if again is None else _parse_stop({**again, "again": None}, paths),
        notes=_parse_notes(values.get("notes")),
    )
    address = urlsplit(stop.link)
    if address.scheme or address.netloc or not stop.link.startswith("/") or stop.path not in paths:
        raise UserError(
            f"A stop of this tour leads to “{stop.link[:60]}”, which is not a page of this app. Choose another tour."
        )
    return stop


def _tour_data(tour: Tour) -> dict[str, Any]:
    """The tour as JSON takes it. Empty fields of stops and questions are left out, so that links stay short."""
    stops = [_without_empty(asdict(stop)) for stop in tour.stops]
    return {"title": tour.title, "about": tour.about, "stops": stops, "minutes": tour.minutes}


def _without_empty(values: dict[str, Any]) -> dict[str, Any]:
    filled = {name: _without_empty(value) if isinstance(value, dict) else value for name, value in values.items()}
    return {name: value for name, value in filled.items() if value not in ("", (), {}, None)}


def _parse_question(values: Any) -> StopQuestion | None:
    if values is None or values.get("kind") in _OLD_KINDS:
        return None
    question = from_plain(StopQuestion, values)
    for text, limit in (
        *((option, OPTION_CHARACTERS) for option in question.options),
        *((word, OPTION_CHARACTERS) for word in question.words),
        *((pattern, TEXT_LIMIT) for pattern in (*question.patterns, question.ties)),
    ):
        _check_text(text, limit=limit)
    check_question(question)
    return question


def _parse_notes(values: Any) -> SpeakerNotes | None:
    if values is None:
        return None
    notes = from_plain(SpeakerNotes, values)
    _parse_minutes(notes.minutes)
    for text in (notes.say, notes.if_right, notes.if_wrong):
        _check_text(text)
    return notes


_FIELD_LIMITS = {"link": LINK_LIMIT, "question": TEXT_LIMIT, "answer": TEXT_LIMIT, "shows": TEXT_LIMIT}


def _check_text(text: Any, *, limit: int = TEXT_LIMIT) -> str:
    if not isinstance(text, str) or len(text) > limit:
        raise ValueError("expected a short text")
    text.encode()  # a lone surrogate is no text, and raises
    return text


def _parse_minutes(value: Any) -> int:
    if not isinstance(value, int | float) or not 0 <= value <= MINUTES_LIMIT:
        raise ValueError("expected a number of minutes")
    return int(value)
