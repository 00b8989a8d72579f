"""The picture of one encoder with its heads above it: which vectors the lit one reads, and how large it is."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from components.model.results import Floats, Token
from components.tasks.model.specs import NAMES, OPINION, RELATION, SPAN, SPECS, HeadSpec, Reads

MOST_PIECES = 14
FIRST_HEADS = {Reads.TEXT: OPINION, Reads.WORDS: NAMES, Reads.SPAN: SPAN, Reads.PAIR: RELATION}
TITLES = {Reads.TEXT: "whole text", Reads.WORDS: "every word", Reads.SPAN: "a span", Reads.PAIR: "a pair"}
PAIR_PIECES = 22  # of a pair: both texts are in the picture


@dataclass(frozen=True)
class Stack:
    """What the picture is drawn from.

    Attributes:
        pieces: ``place``, ``text``, ``share`` from 0 (not read) to 1.
        heads: ``place``, ``title``, ``size``, ``lit``.
        encoder: What is written on the encoder.
    """

    pieces: pd.DataFrame
    heads: pd.DataFrame
    encoder: str


def stack(pieces_read: Sequence[Token], shares: Floats, head: HeadSpec, width: int, encoder: str) -> Stack:
    """The picture of a text.

    Args:
        pieces_read: What is read; the first are drawn, of a pair those of both texts.
        shares: How much of each piece the head reads. *Shape:* (position,)
        head: The one that is lit; one that was published with its encoder stands there alone.
        width: Numbers of a vector.
        encoder: What is written on the encoder.
    """
    places = _places_shown(pieces_read, head.reads)
    shown = [pieces_read[place] for place in places]
    most = float(shares.max()) or 1.0
    pieces = pd.DataFrame(
        {
            "place": range(len(shown)),
            "text": [token.text for token in shown],
            "share": [float(shares[place]) / most for place in places],
        }
    )
    usual = {reads: SPECS[name] for reads, name in FIRST_HEADS.items()} if head.name in SPECS else {}
    drawn = usual | {head.reads: head}
    heads = pd.DataFrame(
        [
            {"place": place, "title": TITLES[reads], "size": size_text(one, width), "lit": one is head}
            for place, (reads, one) in enumerate(drawn.items())
        ]
    )
    return Stack(pieces, heads, encoder)


def _places_shown(pieces: Sequence[Token], reads: Reads) -> list[int]:
    if reads is not Reads.PAIR:
        return list(range(min(len(pieces), MOST_PIECES)))
    first = [place for place, piece in enumerate(pieces) if piece.segment == 0]
    second = [place for place, piece in enumerate(pieces) if piece.segment != 0]
    room = max(PAIR_PIECES // 2, PAIR_PIECES - len(second))
    first = first if len(first) <= room else [*first[: room - 1], first[-1]]
    room = PAIR_PIECES - len(first)
    return first + (second if len(second) <= room else [*second[: room - 1], second[-1]])


def size_text(head: HeadSpec, width: int) -> str:
    """How many numbers a head has: "2 × 384 + 2"."""
    labels = len(head.labels)
    return f"{labels} × {width} + {labels}"


def encoder_text(parameters: int) -> str:
    """What is written on the encoder."""
    return f"one encoder: {parameters / 1e6:.1f} million parameters"
