"""The pocket family: models whose designs differ from ``pocket-bert``'s in one respect each.

All use the same tokenizer and the same batches. Models that are compared have the same token budget: the twins that
differ in their *positions*, trained on short sequences only so that longer ones test extrapolation; and the student and
its control without a teacher.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from transformers import BertForMaskedLM, BertForPreTraining

from training.architectures import (
    bert_without_positions,
    causal_gpt2,
    half_size_distilbert,
    rotary_bert,
    sinusoidal_bert,
    without_fused_attention,
)
from training.recipe import Architecture

REFERENCE = "bert"


class TrainingTask(StrEnum):
    """The training task of a member."""

    MASKED = "masked words"
    NEXT = "the next word"
    DISTILLED = "masked words, with a teacher"


@dataclass(frozen=True)
class PocketMember:
    """One member of the family.

    Attributes:
        name: The folder below ``cache/pocket`` and, after "pocket-", the model's id.
        title: The heading of its card.
        differs: A sentence on how it differs from the reference.
        build: Makes the model with random weights.
        task: What it is trained to predict.
        tokens: Its training budget, in tokens.
        further_tokens: The budget of a second run from the finished checkpoint, with a new learning-rate cycle.
        length_limit: The length of its longest training sequences, in tokens.
        far_tokens: The budget for its far positions; see :mod:`training.far_positions`.
        shipped: Whether it ships with the app; a control does not.
        student: Whether it is compared with the reference as its teacher.
    """

    name: str
    title: str
    differs: str
    build: Callable[[Architecture], Any]
    task: TrainingTask = TrainingTask.MASKED
    tokens: int = 30_500_000
    further_tokens: int = 0
    length_limit: int = 512
    far_tokens: int = 0
    shipped: bool = True
    student: bool = False


TWINS_TOKENS = 4_000_000
STUDENTS_TOKENS = 8_000_000
FAR_TOKENS = 2_000_000
NEAR = 128  # positions that most sequences reach; those past them are far
CAUSAL_TOKENS = 7_000_000  # it predicts nearly all of them, the reference a fifth
MEMBERS = (
    PocketMember(
        "bert",
        "pocket-bert",
        "The reference: learned positions, attention to both sides, masked words and next-sentence prediction.",
        lambda size: without_fused_attention(BertForPreTraining, size.config()),
        tokens=64_000_000,
        far_tokens=FAR_TOKENS,
    ),
    PocketMember(
        "distilbert",
        "pocket-distilbert",
        "Half the layers, initialised with every other layer of pocket-bert and trained to match its answers.",
        half_size_distilbert,
        task=TrainingTask.DISTILLED,
        tokens=STUDENTS_TOKENS,
        far_tokens=FAR_TOKENS,
        student=True,
    ),
    PocketMember(
        "scratch",
        "pocket-scratch",
        "Half the layers and no teacher: what pocket-distilbert would be without one.",
        half_size_distilbert,
        tokens=STUDENTS_TOKENS,
        far_tokens=FAR_TOKENS,
        student=True,
    ),
    PocketMember(
        "gpt",
        "pocket-gpt",
        "It reads from left to right (a causal mask) and is trained to predict the next word.",
        causal_gpt2,
        task=TrainingTask.NEXT,
        tokens=CAUSAL_TOKENS,
        far_tokens=FAR_TOKENS,
    ),
    PocketMember(
        "learned",
        "pocket-learned",
        "The control of the three below: learned positions, masked words alone, sequences of up to 128 pieces.",
        lambda size: without_fused_attention(BertForMaskedLM, size.config()),
        shipped=False,
        tokens=TWINS_TOKENS,
        length_limit=128,
    ),
    PocketMember(
        "sinusoidal",
        "pocket-sinusoidal",
        "Positions are a fixed table of sines and cosines instead of a learned one.",
        sinusoidal_bert,
        tokens=TWINS_TOKENS,
        length_limit=128,
    ),
    PocketMember(
        "rope",
        "pocket-rope",
        "Positions rotate queries and keys (RoPE) instead of being added to the words.",
        rotary_bert,
        tokens=TWINS_TOKENS,
        length_limit=128,
    ),
    PocketMember(
        "nopos",
        "pocket-nopos",
        "No positions at all: every order of the same words looks the same.",
        bert_without_positions,
        tokens=TWINS_TOKENS,
        length_limit=128,
    ),
)


def member(name: str) -> PocketMember:
    """The member with this name."""
    return next(each for each in MEMBERS if each.name == name)
