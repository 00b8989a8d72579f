"""A pass as bytes for the browser: one token's way through all floors, and everything about it on one floor.

Weight matrices are never sent, nor whole arrays: a layer of 512 tokens of BERT-base has 14 million numbers. The chosen
token's vectors are sent exactly; those of other tokens and floors, and the calculation of a number, are fetched when
somebody looks at them.

Bytes, little-endian: the header's length (uint32), the header (JSON in ASCII), then a floor part: again a length, a
header, and float32 numbers of all its boxes in order.
"""

import hashlib
import json
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from components.model.passes.results import Box, FloorBoxes, NumberAnatomy, StreamStop, TracedPass
from components.model.results import Candidate, Floats
from components.tables.attention_weights import token_label
from components.tables.numbers import fixed, probability_text
from components.tables.passes.boxes import box_activation, box_text, difference_texts, floor_name, shape_text
from components.tables.passes.calculation import calculation
from components.tables.passes.level_boxes import LEVEL_BOXES
from components.tables.phrases import count_phrase, quoted, word_label

BARS = 5  # most likely words over a column
_DIGITS = 3  # of what is drawn
_ATTENTION = ("scores", "weights")
_OF_CANDIDATES = ("logits", "probabilities")


def pass_bytes(
    traced: TracedPass, masked: Sequence[int], first: bytes, *, floor: int, token: int, number: str
) -> bytes:
    """Encode a pass.

    Args:
        traced: The pass.
        masked: Positions that are masked.
        first: The floor part that is sent with it, as :func:`floor_bytes` makes it.
        floor: The floor of ``first``.
        token: Its token.
        number: The calculation that is sent with it, as :func:`number_text` writes it.
    """
    names = {
        "tokens": [token_text(traced, position, masked) for position in range(len(traced.ids))],
        "floors": [floor_name(number, traced.facts) for number in range(traced.floors)],
        "keys": [list(keys) for keys in traced.box_keys],
        "differences": list(difference_texts(traced.facts)),
    }
    header = {
        # Of the pass alone: which floor is sent along changes with the link, and it stays the same pass.
        "trace": hashlib.blake2b(json.dumps(names).encode() + traced.stream.data, digest_size=8).hexdigest(),
        **names,
        "level_boxes": LEVEL_BOXES,
        "first": [floor, token],
        "number": json.loads(number),
    }
    return _with_length(header) + first


def floor_bytes(
    traced: TracedPass,
    floor: FloorBoxes,
    token: int,
    candidates: Sequence[Candidate],
    answers: Sequence[Candidate],
    way: Sequence[StreamStop],
) -> bytes:
    """Encode what one token has on one floor.

    Args:
        traced: The pass.
        floor: The boxes.
        token: The token.
        candidates: The tokens of the logits, on the vocabulary head's floor.
        answers: What the model predicts at this token, most likely first; empty without a vocabulary head.
        way: The token's way through all floors.
    """
    vectors = [token_vector(box, floor.row(token)) for box in floor.boxes]
    columns = traced.facts.width // traced.facts.num_heads
    boxes: list[dict[str, Any]] = []
    for box, vector in zip(floor.boxes, vectors, strict=True):
        text = box_text(box, traced.facts)
        boxes.append(
            {
                "key": box.key,
                "title": text.title,
                "formula": text.formula,
                "about": text.about,
                "shape": shape_text(box, traced),
                "heads": len(vector) if box.has_heads else 0,
                "size": int(vector.size),
                "columns": _columns(box, vector, columns),
                "kind": "share" if box.key in ("weights", "probabilities") else "signed",
            }
        )
    header = {
        "floor": floor.floor,
        "token": token,
        "boxes": boxes,
        "candidates": [word_label(candidate) for candidate in candidates],
        "bars": [[word_label(each), each.probability, probability_text(each.probability)] for each in answers[:BARS]],
        "way": _drawn_way(way),
    }
    flat = np.concatenate([vector.reshape(-1) for vector in vectors]).astype("<f4")
    return _with_length(header) + flat.tobytes()


def _drawn_way(way: Sequence[StreamStop]) -> dict[str, Any]:
    """What the machine draws of a token's way.

    ``weights``: for each layer its attention to every token, averaged over the heads. ``added``: for each layer the
    lengths of what attention and the feed-forward part add, as multiples of that of the vector before. ``words``: what
    the vocabulary head reads before layer 1 and after each layer; empty without a head. ``between``: what it reads
    after the attention of each layer.
    """
    added = [round(after.written / before.length, _DIGITS) if before.length else 0.0 for before, after in pairwise(way)]
    return {
        "weights": [[round(weight, _DIGITS) for weight in stop.weights] for stop in way if stop.weights],
        "added": [added[place : place + 2] for place in range(0, len(added), 2)],
        "words": [word_label(stop.nearest) for stop in way[::2] if stop.nearest is not None],
        "between": [word_label(stop.nearest) for stop in way[1::2] if stop.nearest is not None],
    }


def token_text(traced: TracedPass, position: int, masked: Collection[int] = ()) -> str:
    """A token’s text, or [MASK] where it is hidden."""
    return "[MASK]" if position in masked else token_label(traced.tokens.items[position])


def token_vector(box: Box, row: int) -> Floats:
    """What a token has in a box. *Shape:* (width,), or (head, width)."""
    vector: Floats = box.values[:, row] if box.has_heads else box.values[row]
    return vector


def largest_number(box: Box, row: int) -> tuple[int, int]:
    """The head (0 without heads) and the index of a token's largest number in a box, which is shown first."""
    vector = np.nan_to_num(np.abs(token_vector(box, row)), posinf=0.0)
    head, index = divmod(int(vector.argmax()), vector.shape[-1])
    return head, index


def number_text(
    traced: TracedPass,
    floor: FloorBoxes,
    anatomy: NumberAnatomy,
    token: int,
    index: int,
    head: int,
    names: Sequence[str],
) -> str:
    """A number and its calculation as JSON; ``names`` are the candidates of the logits."""
    box = floor[anatomy.box]
    tokens = [token_label(item) for item in traced.tokens.items]
    over = "tokens of the vocabulary" if box.key == "probabilities" else "tokens"
    shown = calculation(anatomy, tokens=tokens, softmax_over=over, activation=box_activation(box.key, traced.facts))
    where = f", head {head + 1}" if box.has_heads else ""
    if box.key in _ATTENTION:
        which = f"{where} on {quoted(tokens[index])}"
    elif box.key in _OF_CANDIDATES:
        which = f" of {quoted(names[index])}"
    else:
        which = f"{where}, number {index + 1:,} of {box.values.shape[-1]:,}"
    return json.dumps(
        {
            "box": box.key,
            "head": head,
            "index": index,
            "title": f"{box_text(box, traced.facts).title}{which}",
            "rule": shown.rule,
            "lines": [[line.label, line.working, line.value] for line in shown.lines],
            "value": shown.value,
        },
        separators=(",", ":"),
    )


def box_table(traced: TracedPass, floor: FloorBoxes, key: str, token: int) -> pd.DataFrame:
    """The numbers that a token has in a box, one row a number.

    Columns: ``floor``, ``box``, ``token``; ``head``, from 1, empty without heads; ``number``, from 1; ``value``.
    """
    box = floor[key]
    vector = token_vector(box, floor.row(token))
    width = vector.shape[-1]
    return pd.DataFrame(
        {
            "floor": floor_name(floor.floor, traced.facts),
            "box": box_text(box, traced.facts).title,
            "token": token_label(traced.tokens.items[token]),
            "head": [place // width + 1 if box.has_heads else None for place in range(vector.size)],
            "number": [place % width + 1 for place in range(vector.size)],
            "value": vector.reshape(-1).astype(float),
        }
    )


def pass_finding(traced: TracedPass, token: int, answers: Sequence[Candidate], *, masked: Collection[int] = ()) -> str:
    """What becomes of a token on its way through the model.

    Args:
        traced: The pass.
        token: The token.
        answers: What the model predicts there, most likely first; empty without a vocabulary head.
        masked: Positions that are masked.
    """
    word = token_text(traced, token, masked)
    first, last = (float(np.linalg.norm(traced.stream[floor, token])) for floor in (0, -1))
    cosine = float(traced.stream[0, token] @ traced.stream[-1, token]) / (first * last) if first and last else 0.0
    layers = count_phrase(traced.facts.layers, "layer")
    way = f"{quoted(word)} passes {layers} as {traced.facts.width:,} numbers."
    similar = f"Between its first and its last vector, the cosine is {fixed(cosine, 2)}."
    answer = answer_finding(traced, token, answers[0], masked=masked) if answers else ""
    return " ".join(filter(None, (answer, way, similar)))


def answer_finding(traced: TracedPass, token: int, top: Candidate, *, masked: Collection[int] = ()) -> str:
    """What the model predicts at a token, in one sentence; arguments as of :func:`pass_finding`."""
    is_asked = token in masked or traced.tokens.items[token].typed_mask
    reading = "the answer is" if is_asked else f"the top guess at {quoted(token_text(traced, token, masked))} is"
    layers = count_phrase(traced.facts.layers, "layer")
    return f"After {layers}, {reading} {quoted(word_label(top))} ({probability_text(top.probability)})."


def _columns(box: Box, vector: Floats, head_dim: int) -> int:
    """Numbers in a row of the box's picture: one row for each head, also where the heads are side by side."""
    width = int(vector.shape[-1])
    if box.has_heads:
        return width
    if box.key in _OF_CANDIDATES:
        return 1
    return head_dim if width % head_dim == 0 else min(32, width)


def _with_length(header: dict[str, Any]) -> bytes:
    # ASCII: JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    text = json.dumps(header, separators=(",", ":"), allow_nan=False).encode("ascii")
    return len(text).to_bytes(4, "little") + text
