"""An encoder–decoder as a still drawing: two stacks of layers as lines, with one token of each followed.

Tokens are columns and layers are rows, bottom to top, as in the machine of
:mod:`components.widgets.layer_building`. No model reads the text: the drawing shows which tokens a layer may take from,
and nothing of how much it takes.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi

import pandas as pd

from components.model.architecture_shape import AttentionScope
from components.model.family_members import FamilyMember
from components.tables.phrases import count_phrase

ENCODER, DECODER, LINK = "encoder", "decoder", "cross-attention"
TOKEN_LIMIT = 7  # columns of a half: their words can be read
BAND, TOKEN, THREAD, ARC = "band", "token", "thread", "arc"
SIDES = {ENCODER: (0.03, 0.43), DECODER: (0.57, 0.97)}  # of a half, as shares of the width
JOINS, STEPS = 0.6, 24  # height in a row where attention joins; points of a curve
Row = tuple[str, str, str, int, int, float, float]


def halves_table(member: FamilyMember, count: int, followed: int) -> pd.DataFrame:
    """The lines of an encoder–decoder that reads ``count`` tokens, point by point. ``followed`` is counted from 0.

    Columns: ``half``, :data:`ENCODER`, :data:`DECODER` or :data:`LINK`; ``kind``, :data:`BAND`, :data:`TOKEN`,
    :data:`THREAD` or :data:`ARC`; ``line``, unique; ``layer``, from 1, 0 for lines through all layers; ``order`` of the
    point in its line; ``x`` from 0 to 1 and ``y`` in layers from the foot.

    Raises:
        ValueError: It is not an encoder–decoder.
    """
    if member.attention is not AttentionScope.BOTH:
        raise ValueError(f"{member.name} does not have two halves")
    shape = member.shape
    rows = [
        *_half(ENCODER, shape.layers, count, followed, range(count)),
        *_half(DECODER, shape.decoder_layers, count, followed, range(followed)),  # the left side only
        *_links(shape.layers, shape.decoder_layers),
    ]
    return pd.DataFrame(rows, columns=["half", "kind", "line", "layer", "order", "x", "y"])


def nearby_tokens(tokens: Sequence[str], followed: int) -> tuple[Sequence[str], int]:
    """At most :data:`TOKEN_LIMIT` tokens around the followed one, with dots where there are more, and its place."""
    start = max(0, min(followed - TOKEN_LIMIT // 2, len(tokens) - TOKEN_LIMIT))
    end = start + TOKEN_LIMIT
    before, after = "… " if start else "", " …" if end < len(tokens) else ""
    shown = [*tokens[start:end]]
    shown[0], shown[-1] = before + shown[0], shown[-1] + after
    return shown, followed - start


def words_table(tokens: Sequence[str], followed: int) -> pd.DataFrame:
    """The tokens below both halves.

    Columns: ``text``; ``x``; ``followed``, true for one of each half; ``masked``, for what the decoder may not see.
    """
    rows = [
        (text, token_place(half, place, len(tokens)), place == followed, half == DECODER and place > followed)
        for half in SIDES
        for place, text in enumerate(tokens)
    ]
    return pd.DataFrame(rows, columns=["text", "x", "followed", "masked"])


def halves_finding(whole: FamilyMember, encoder: FamilyMember, decoder: FamilyMember) -> str:
    """Which half of an encoder–decoder each of two other models has, and how many layers of it."""
    return (
        f"{whole.name} has both halves of the transformer: an encoder of {count_phrase(whole.shape.layers, 'layer')}, "
        f"and a decoder of {whole.shape.decoder_layers} that takes from the encoder, too (cross-attention). "
        f"{encoder.name} is an encoder alone, of {count_phrase(encoder.shape.layers, 'layer')}; {decoder.name} is a "
        f"decoder alone, of {count_phrase(decoder.shape.layers, 'layer')}, without cross-attention."
    )


def _half(half: str, layers: int, count: int, followed: int, visible: range) -> Iterator[Row]:
    """The bands of a stack, its tokens' lines, and what the followed one takes from the ``visible`` tokens."""
    left, right = SIDES[half]
    for layer in range(1, layers + 1):
        yield from _line(half, BAND, f"{half} {layer}", layer, [(left, layer - 1), (right, layer)])
    for token in range(count):
        kind = THREAD if token == followed else TOKEN
        x = token_place(half, token, count)
        yield from _line(half, kind, f"{half} token {token}", 0, [(x, 0), (x, layers)])
    for layer in range(1, layers + 1):
        for token in visible:
            if token != followed:
                start = (token_place(half, token, count), layer - 1.0)
                end = (token_place(half, followed, count), layer - 1 + JOINS)
                yield from _line(half, ARC, f"{half} {layer} from {token}", layer, curve(start, end))


def _links(encoder_layers: int, decoder_layers: int) -> Iterator[Row]:
    """From the top of the encoder to every layer of the decoder."""
    (_, start), (end, _) = SIDES[ENCODER], SIDES[DECODER]
    for layer in range(1, decoder_layers + 1):
        points = [(y, x) for x, y in curve((encoder_layers, start), (layer - 1 + JOINS, end))]
        yield from _line(LINK, ARC, f"{LINK} {layer}", layer, points)


def token_place(half: str, token: int, count: int) -> float:
    """Where the line of one of ``count`` tokens stands, as a share of the width."""
    left, right = SIDES[half]
    return left + (right - left) * (token + 0.5) / count


def curve(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """A curve that leaves one vertical line and runs into another, point by point."""
    shares = [step / STEPS for step in range(STEPS + 1)]
    return [
        (start[0] + (end[0] - start[0]) * (1 - cos(pi * share)) / 2, start[1] + (end[1] - start[1]) * share)
        for share in shares
    ]


def _line(half: str, kind: str, line: str, layer: int, points: list[tuple[float, float]]) -> Iterator[Row]:
    for order, (x, y) in enumerate(points):
        yield half, kind, line, layer, order, x, y
