"""A tour as a file, and as part of a link.

A file is JSON: a title, a sentence about it, and stops. A stop is one of the app's own links, without the server's name
(``/fill-the-blank?sentence=…``), a question, and its answer. In a link a tour is the same text, packed.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from components.model.user_errors import UserError

STOP_LIMIT = 60
TEXT_LIMIT = 300  # of a title, a question or an answer
LINK_LIMIT = 2_000  # characters, of one stop
FILE_LIMIT = 100_000  # of a file
PACKED_LIMIT = 6_000  # characters, of a tour inside a link: browsers and chats cut longer ones
PACKED_PREFIX = "~"  # begins a tour that a link holds itself


@dataclass(frozen=True)
class Stop:
    """One stop: a link into the app, what to ask an audience, and what it sees then.

    ``shows`` is text that the page says, on which the answer rests; tests ask for it where it is not empty.
    """

    link: str
    question: str = ""
    answer: str = ""
    shows: str = ""

    @property
    def path(self) -> str:
        """The page, without slashes; empty for the home page."""
        return urlsplit(self.link).path.strip("/")

    @property
    def parameters(self) -> dict[str, str]:
        """What the link says to the page."""
        return dict(parse_qsl(urlsplit(self.link).query))


@dataclass(frozen=True)
class Tour:
    """A tour. ``minutes`` is how long it takes a lecturer, 0 where nobody has said."""

    title: str
    about: str
    stops: tuple[Stop, ...]
    minutes: int = 0


def tour_to_json(tour: Tour) -> str:
    """The tour as the text of a file."""
    return json.dumps(asdict(tour), ensure_ascii=False, indent=1) + "\n"


def parse_tour(text: str | bytes, paths: Collection[str]) -> Tour:
    """The tour of a file.

    Args:
        text: Of the file.
        paths: Pages that a stop may be on.

    Raises:
        UserError: It is no such file, or leads elsewhere.
    """
    if len(text) > FILE_LIMIT:
        raise UserError(f"This file is larger than {FILE_LIMIT // 1000} kB, the limit for a tour. Choose another file.")
    try:
        values = json.loads(text)
        tour = Tour(
            _check_text(values["title"]),
            _check_text(values.get("about", "")),
            tuple(_parse_stop(each, paths) for each in values["stops"]),
            int(values.get("minutes", 0)),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise UserError("This is not a tour. Choose a file that was saved on this page.") from error
    if not 0 < len(tour.stops) <= STOP_LIMIT:
        raise UserError(f"A tour needs 1 to {STOP_LIMIT} stops; this one has {len(tour.stops)}. Add or remove some.")
    return tour


def pack_tour(tour: Tour) -> str:
    """The tour as a link holds it.

    Raises:
        UserError: It is too long for a link.
    """
    text = json.dumps(asdict(tour), ensure_ascii=False, separators=(",", ":"))
    packed = PACKED_PREFIX + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(packed) > PACKED_LIMIT:
        raise UserError("This tour is too long for one link. Save it as a file, or remove some stops.")
    return packed


def unpack_tour(text: str, paths: Collection[str]) -> Tour:
    """The tour that a link holds.

    Raises:
        UserError: It holds none.
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
    stop = Stop(*(_check_text(values.get(name, ""), limit=limit) for name, limit in _FIELD_LIMITS.items()))
    address = urlsplit(stop.link)
    if address.scheme or address.netloc or not stop.link.startswith("/") or stop.path not in paths:
        raise UserError(
            f"A stop of this tour leads to “{stop.link[:60]}”, which is not a page of this app. Choose another tour."
        )
    return stop


_FIELD_LIMITS = {"link": LINK_LIMIT, "question": TEXT_LIMIT, "answer": TEXT_LIMIT, "shows": TEXT_LIMIT}


def _check_text(text: Any, *, limit: int = TEXT_LIMIT) -> str:
    if not isinstance(text, str) or len(text) > limit:
        raise ValueError("expected a short text")
    return text
