"""The diagram of one encoder with its heads above: which vectors the highlighted head reads, and its size."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from components.model.heads.specs import ANSWERS, NAMES, OPINION, SPAN, SPECS, HeadInput, HeadSpec
from components.model.results import Floats, Token
from components.tables.numbers import fixed

TOKEN_LIMIT = 16
FIRST_HEADS = {HeadInput.TEXT: OPINION, HeadInput.WORDS: NAMES, HeadInput.SPAN: SPAN, HeadInput.PAIR: ANSWERS}
TITLES = {
    HeadInput.TEXT: "head for a text",
    HeadInput.WORDS: "head for each word",
    HeadInput.SPAN: "head for an answer",
    HeadInput.PAIR: "head for two texts",
}
PAIR_TOKEN_LIMIT = 22  # of a pair, so that both texts are drawn


@dataclass(frozen=True)
class EncoderDiagram:
    """The data of the diagram.

    Attributes:
        tokens: ``place``, ``text``, ``share`` from 0 (not read) to 1.
        heads: ``place``, ``title``, ``size``, ``lit``.
        encoder: The text on the encoder.
        joined: What becomes of several vectors before the head; empty where it reads them one by one.
    """

    tokens: pd.DataFrame
    heads: pd.DataFrame
    encoder: str
    joined: str = ""


def encoder_diagram(
    tokens: Sequence[Token], shares: Floats, head: HeadSpec, width: int, encoder: str, *, joined: str = ""
) -> EncoderDiagram:
    """The picture of a text.

    Args:
        tokens: What is read; the first are drawn, of a pair those of both texts.
        shares: How much of each piece the head reads. *Shape:* (position,)
        head: The one that is lit; one that was published with its encoder stands there alone.
        width: Numbers of a vector.
        encoder: What is written on the encoder.
        joined: What becomes of several vectors before the head, in one or two words.
    """
    places = _displayed_positions(tokens, head.input_kind)
    shown = [tokens[place] for place in places]
    largest = float(shares.max()) or 1.0
    pieces = pd.DataFrame(
        {
            "place": range(len(shown)),
            "text": [f"##{token.text}" if token.continues else token.text for token in shown],
            "share": [float(shares[place]) / largest for place in places],
        }
    )
    other_heads = {reads: SPECS[name] for reads, name in FIRST_HEADS.items()} if head.name in SPECS else {}
    drawn = other_heads | {head.input_kind: head}
    heads = pd.DataFrame(
        [
            {"place": place, "title": TITLES[reads], "size": size_text(spec, width), "lit": spec is head}
            for place, (reads, spec) in enumerate(drawn.items())
        ]
    )
    return EncoderDiagram(pieces, heads, encoder, joined)


def _displayed_positions(pieces: Sequence[Token], reads: HeadInput) -> list[int]:
    if reads is not HeadInput.PAIR:
        return list(range(min(len(pieces), TOKEN_LIMIT)))
    first = [place for place, piece in enumerate(pieces) if piece.segment == 0]
    second = [place for place, piece in enumerate(pieces) if piece.segment != 0]
    room = max(PAIR_TOKEN_LIMIT // 2, PAIR_TOKEN_LIMIT - len(second))
    first = first if len(first) <= room else [*first[: room - 1], first[-1]]
    room = PAIR_TOKEN_LIMIT - len(first)
    return first + (second if len(second) <= room else [*second[: room - 1], second[-1]])


def size_text(head: HeadSpec, width: int) -> str:
    """The number of parameters of a head: a weight for every number of the vector, and a bias, for each label."""
    return f"{len(head.labels) * (width + 1):,} parameters"


def encoder_text(parameters: int) -> str:
    """The text on the encoder."""
    return f"one encoder ({fixed(parameters / 1e6, 1)} million parameters): a vector for each token"
