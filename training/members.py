"""The pocket family: twins that differ from ``pocket-bert`` in one thing.

All read the same batches of the same text through the same tokenizer. What is compared is trained on the same number of
pieces: the models that are told apart by their *positions* on one budget and on short sequences only, so that longer
ones show what each kind of position makes of places it has never seen; a student and its size without a teacher on
another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from transformers import BertForMaskedLM, BertForPreTraining

from training.architectures import causal, half, plain, rotary, sinusoidal, without_positions
from training.recipe import Architecture

REFERENCE = "bert"


class Asked(StrEnum):
    """What a member is trained to say."""

    MASKED = "masked words"
    NEXT = "the next word"
    DISTILLED = "masked words, with a teacher"


@dataclass(frozen=True)
class Member:
    """One of the family.

    Attributes:
        name: The folder below ``cache/pocket`` and, after "pocket-", the model's id.
        title: What the card is headed.
        differs: In what it differs from the reference, in a sentence.
        build: Makes the model, with random weights.
        asked: What it is trained to say.
        tokens: Its budget, in pieces seen.
        further: What the finished checkpoint is trained on after that, with the rate risen and fallen once more.
        longest: The longest sequences it sees, in pieces.
        far: What its far positions are trained on at the end, alone; see :mod:`training.far_positions`.
        shipped: Whether it goes with the app; one that does not is a control.
        student: Whether it is compared with the reference as its teacher.
    """

    name: str
    title: str
    differs: str
    build: Callable[[Architecture], Any]
    asked: Asked = Asked.MASKED
    tokens: int = 30_500_000
    further: int = 0
    longest: int = 512
    far: int = 0
    shipped: bool = True
    student: bool = False


TWINS_TOKENS = 4_000_000
STUDENTS_TOKENS = 8_000_000
FAR_TOKENS = 2_000_000
CAUSAL_TOKENS = 7_000_000  # nearly all asked for, where the reference is asked for a fifth
MEMBERS = (
    Member(
        "bert",
        "pocket-bert",
        "The reference: learned positions, attention to both sides, masked words and next-sentence prediction.",
        lambda size: plain(BertForPreTraining, size.config()),
        tokens=64_000_000,
        far=FAR_TOKENS,
    ),
    Member(
        "distilbert",
        "pocket-distilbert",
        "Half the layers, initialised with every other layer of pocket-bert and trained to match its answers.",
        half,
        asked=Asked.DISTILLED,
        tokens=STUDENTS_TOKENS,
        far=FAR_TOKENS,
        student=True,
    ),
    Member(
        "scratch",
        "pocket-scratch",
        "Half the layers and no teacher: what pocket-distilbert would be without one.",
        half,
        tokens=STUDENTS_TOKENS,
        far=FAR_TOKENS,
        student=True,
    ),
    Member(
        "gpt",
        "pocket-gpt",
        "It reads from left to right (a causal mask) and is trained to predict the next word.",
        causal,
        asked=Asked.NEXT,
        tokens=CAUSAL_TOKENS,
        far=FAR_TOKENS,
    ),
    Member(
        "learned",
        "pocket-learned",
        "The control of the three below: learned positions, masked words alone, sequences of up to 128 pieces.",
        lambda size: plain(BertForMaskedLM, size.config()),
        shipped=False,
        tokens=TWINS_TOKENS,
        longest=128,
    ),
    Member(
        "sinusoidal",
        "pocket-sinusoidal",
        "Positions are a fixed table of sines and cosines instead of a learned one.",
        sinusoidal,
        tokens=TWINS_TOKENS,
        longest=128,
    ),
    Member(
        "rope",
        "pocket-rope",
        "Positions rotate queries and keys (RoPE) instead of being added to the words.",
        rotary,
        tokens=TWINS_TOKENS,
        longest=128,
    ),
    Member(
        "nopos",
        "pocket-nopos",
        "No positions at all: every order of the same words looks the same.",
        without_positions,
        tokens=TWINS_TOKENS,
        longest=128,
    ),
)


def member(name: str) -> Member:
    """The member of this name."""
    return next(one for one in MEMBERS if one.name == name)
