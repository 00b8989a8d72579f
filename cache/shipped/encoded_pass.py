"""A pass as bytes for the building, from an opened model, without a cache: for what ships and for the package.

Importing this module imports neither Streamlit nor torch.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from components.model.passes.results import FloorBoxes, StreamStop, TracedPass
from components.model.results import Candidate, Tokens
from components.tables.passes.payload import floor_bytes, largest_number, number_text, pass_bytes, pass_finding
from components.tables.phrases import word_label

if TYPE_CHECKING:
    from components.model.checkpoints.open_model import OpenModel

FIRST_FLOOR = 1
FIRST_BOX = "query"


def floor_candidates(opened: "OpenModel", boxes: FloorBoxes) -> tuple[Candidate, ...]:
    """The words of a floor's logits with their probabilities; empty below the vocabulary head."""
    if not boxes.kept_ids:
        return ()
    probabilities = boxes["probabilities"].values[0].tolist()
    return tuple(opened.tokenizer.candidate(i, p) for i, p in zip(boxes.kept_ids, probabilities, strict=True))


def calculation_text(
    opened: "OpenModel", traced: TracedPass, boxes: FloorBoxes, token: int, box: str, head: int, index: int
) -> str:
    """The calculation of a number as JSON.

    Raises:
        UserError: There is no such number.
    """
    from components.model.passes.numbers import number_anatomy

    anatomy = number_anatomy(opened, traced, boxes, box, token, index, head)
    names = [word_label(candidate) for candidate in floor_candidates(opened, boxes)]
    return number_text(traced, boxes, anatomy, token, index, head, names)


def predicted_words(opened: "OpenModel", traced: TracedPass, token: int) -> tuple[Candidate, ...]:
    """What the model predicts at a token, most likely first; empty if it has no vocabulary head."""
    from components.model.passes.traced_pass import floor_boxes

    if not traced.facts.has_head:
        return ()
    return floor_candidates(opened, floor_boxes(opened, traced, traced.floors - 1, token))


def ways_of_tokens(opened: "OpenModel", traced: TracedPass, tokens: Iterable[int]) -> Mapping[str, bytes]:
    """What the whole pass fetches to follow other tokens: the embeddings of each, with its way and its answers.

    Returns:
        The parts by their names, as of :func:`token_parts`.
    """
    from components.model.passes.residual import word_way
    from components.model.passes.traced_pass import floor_boxes

    boxes = floor_boxes(opened, traced, 0)
    return {
        f"floor/0/{token}": floor_bytes(
            traced, boxes, token, (), predicted_words(opened, traced, token), word_way(opened, traced, token)
        )
        for token in tokens
    }


def token_parts(
    opened: "OpenModel", traced: TracedPass, token: int, answers: tuple[Candidate, ...], way: tuple[StreamStop, ...]
) -> Mapping[str, bytes]:
    """What the building fetches about one token: every floor, and the calculation of the largest number of each box.

    Args:
        opened: The model that computed the pass.
        traced: The pass.
        token: The token.
        answers: What the model predicts there, most likely first; empty without a vocabulary head.
        way: The token's way through all floors.

    Returns:
        The parts by their names, as :func:`cache.shared.passes.pass_address` has them.
    """
    from components.model.passes.traced_pass import floor_boxes

    parts: dict[str, bytes] = {}
    for floor in range(traced.floors):
        boxes = floor_boxes(opened, traced, floor, token)
        candidates = floor_candidates(opened, boxes)
        parts[f"floor/{floor}/{token}"] = floor_bytes(traced, boxes, token, candidates, answers, way)
        for box in boxes.boxes:
            head, index = largest_number(box, boxes.row(token))
            text = calculation_text(opened, traced, boxes, token, box.key, head, index)
            parts[f"number/{floor}/{token}/{box.key}/{head}/{index}"] = text.encode("ascii")
    return parts


def first_pass_bytes(opened: "OpenModel", tokens: Tokens) -> bytes:
    """A pass with the queries of its first blank in the first layer, as the app ships it."""
    from components.model.passes.residual import word_way
    from components.model.passes.traced_pass import floor_boxes, trace_pass

    traced, token = trace_pass(opened, tokens), tokens.typed_masks[0]
    boxes, top = floor_boxes(opened, traced, FIRST_FLOOR), floor_boxes(opened, traced, traced.floors - 1, token)
    head, index = largest_number(boxes[FIRST_BOX], token)
    way = word_way(opened, traced, token)
    return pass_bytes(
        traced,
        (),
        floor_bytes(traced, boxes, token, (), floor_candidates(opened, top), way),
        floor=FIRST_FLOOR,
        token=token,
        number=calculation_text(opened, traced, boxes, token, FIRST_BOX, head, index),
    )


def first_pass_finding(opened: "OpenModel", tokens: Tokens) -> str:
    """What the shipped pass shows, in words."""
    from components.model.passes.traced_pass import floor_boxes, trace_pass

    traced, token = trace_pass(opened, tokens), tokens.typed_masks[0]
    top = floor_boxes(opened, traced, traced.floors - 1, token)
    return pass_finding(traced, token, floor_candidates(opened, top))
