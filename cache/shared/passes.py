"""Cached passes that are taken apart, for every room that draws one: their floors, and single numbers."""

import json
import re
from dataclasses import replace

from cache.engine import engine
from cache.shipped.encoded_pass import calculation_text, floor_candidates
from cache.sized_cache import share_results
from components.model.passes.results import FloorBoxes, StreamStop, TracedPass
from components.model.results import Candidate
from components.model.user_errors import UserError
from components.server.downloads.large_downloads import LARGE_DOWNLOADS, DownloadPart
from components.tables.passes.payload import floor_bytes, largest_number, pass_bytes

Masked = tuple[int, ...]

_FLOOR_PART = re.compile(r"floor/([0-9]{1,4})/([0-9]{1,4})")
_NUMBER_PART = re.compile(r"number/([0-9]{1,4})/([0-9]{1,4})/([a-z_]{1,40})/([0-9]{1,4})/([0-9]{1,6})")


@share_results(size=lambda traced: traced.stream.nbytes)
def traced_pass(model_id: str, sentence: str, masked: Masked) -> TracedPass:
    """One pass over a sentence."""
    from components.model.passes.traced_pass import trace_pass

    return trace_pass(*engine().read(model_id, sentence), masked)


@share_results(2000)
def answers(model_id: str, sentence: str, masked: Masked, token: int) -> tuple[Candidate, ...]:
    """What the model predicts at a token, most likely first; empty if it has no vocabulary head."""
    traced = traced_pass(model_id, sentence, masked)
    if not traced.facts.has_head:
        return ()
    return floor_candidates(
        engine().open_model(model_id), floor_of(model_id, sentence, masked, traced.floors - 1, token)
    )


@share_results(size=len)
def pass_payload(
    model_id: str, sentence: str, masked: Masked, floor: int, token: int, box: str, cell: tuple[int, int] | None
) -> bytes:
    """A pass for the browser, with one floor of one token and the calculation of one number.

    ``cell`` is the head and the index of the number; None, or one that does not exist, for the largest.
    """
    boxes = floor_of(model_id, sentence, masked, floor, token)
    head, index = largest_number(boxes[box], boxes.row(token))
    number = None
    if cell is not None:
        number = _number(model_id, sentence, masked, floor, token, box, *cell)
    return pass_bytes(
        traced_pass(model_id, sentence, masked),
        masked,
        _floor_part(model_id, sentence, masked, floor, token),
        floor=floor,
        token=token,
        number=number or _number(model_id, sentence, masked, floor, token, box, head, index) or "null",
    )


def pass_address(model_id: str, sentence: str, masked: Masked) -> str:
    """The address at which a browser fetches ``floor/FLOOR/TOKEN`` and ``number/FLOOR/TOKEN/BOX/HEAD/INDEX``."""

    def part(name: str) -> DownloadPart | None:
        try:
            if match := _FLOOR_PART.fullmatch(name):
                content = _floor_part(model_id, sentence, masked, *map(int, match.groups()))
                return DownloadPart(content, "application/octet-stream")
            if match := _NUMBER_PART.fullmatch(name):
                floor, token, box, head, index = match.groups()
                text = _number(model_id, sentence, masked, int(floor), int(token), box, int(head), int(index))
                return None if text is None else DownloadPart(text.encode("ascii"), "application/json")
        except UserError:
            pass  # there is no such part
        return None

    return LARGE_DOWNLOADS.offer(json.dumps(["inside", model_id, sentence, masked]), part, size=10_000)


def way_payload(model_id: str, sentence: str, masked: Masked, token: int) -> bytes:
    """A pass for a picture that opens no floor, with the way of a token."""
    part = _way_part(model_id, sentence, masked, token)
    return pass_bytes(traced_pass(model_id, sentence, masked), masked, part, floor=0, token=token, number="null")


def way_parts(model_id: str, sentence: str, masked: Masked, token: int) -> tuple[bytes, dict[str, bytes]]:
    """A pass for a picture that opens no floor, with the way of a token, and the parts with the ways of the others.

    The parts have the names under which a browser asks for them.
    """
    question = model_id, sentence, masked
    count = len(traced_pass(*question).ids)
    others = {f"floor/0/{number}": _way_part(*question, number) for number in range(count) if number != token}
    return way_payload(*question, token), others


def _way_part(model_id: str, sentence: str, masked: Masked, token: int) -> bytes:
    """The way of a token, with one box of the embeddings, since a part without any is none."""
    question = model_id, sentence, masked
    boxes = floor_of(*question, 0, token)
    boxes = replace(boxes, boxes=boxes.boxes[:1])
    return floor_bytes(traced_pass(*question), boxes, token, (), answers(*question, token), word_way(*question, token))


def floor_of(model_id: str, sentence: str, masked: Masked, floor: int, token: int) -> FloorBoxes:
    """Every box of a floor; at the vocabulary head, those of one token.

    Raises:
        UserError: There is no such floor or token.
    """
    traced = traced_pass(model_id, sentence, masked)
    is_head = traced.facts.has_head and floor == traced.floors - 1
    if not 0 <= token < len(traced.ids):
        raise UserError(f"This sentence has {len(traced.ids)} tokens. Choose one of them.")
    return _floor_boxes(model_id, sentence, masked, floor, token if is_head else 0)


@share_results(size=lambda floor: floor.nbytes)
def _floor_boxes(model_id: str, sentence: str, masked: Masked, floor: int, token: int) -> FloorBoxes:
    from components.model.passes.traced_pass import floor_boxes

    return floor_boxes(engine().open_model(model_id), traced_pass(model_id, sentence, masked), floor, token)


@share_results(1000)
def word_way(model_id: str, sentence: str, masked: Masked, token: int) -> tuple[StreamStop, ...]:
    """Every stop of a token's vector."""
    from components.model.passes.residual import word_way

    return word_way(engine().open_model(model_id), traced_pass(model_id, sentence, masked), token)


def _floor_part(model_id: str, sentence: str, masked: Masked, floor: int, token: int) -> bytes:
    boxes = floor_of(model_id, sentence, masked, floor, token)
    candidates = floor_candidates(engine().open_model(model_id), boxes)
    traced = traced_pass(model_id, sentence, masked)
    way = word_way(model_id, sentence, masked, token)
    return floor_bytes(traced, boxes, token, candidates, answers(model_id, sentence, masked, token), way)


def _number(
    model_id: str, sentence: str, masked: Masked, floor: int, token: int, box: str, head: int, index: int
) -> str | None:
    """The calculation of a number as JSON; None if there is no such number."""
    opened = engine().open_model(model_id)
    traced = traced_pass(model_id, sentence, masked)
    boxes = floor_of(model_id, sentence, masked, floor, token)
    try:
        return calculation_text(opened, traced, boxes, token, box, head, index)
    except UserError:
        return None
