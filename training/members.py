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

import torch
from torch import nn
from transformers import (
    BertForMaskedLM,
    BertForPreTraining,
    DistilBertConfig,
    DistilBertForMaskedLM,
    GPT2Config,
    GPT2LMHeadModel,
    PretrainedConfig,
    PreTrainedModel,
    RoFormerConfig,
    RoFormerForMaskedLM,
)

from training.recipe import Architecture

SINUSOID_SIZE = 0.07  # beside words of size 0.08, the root mean square that a learned table came to have is 0.05
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
        longest: The longest sequences it sees, in pieces.
        shipped: Whether it goes with the app; one that does not is a control.
    """

    name: str
    title: str
    differs: str
    build: Callable[[Architecture], Any]
    asked: Asked = Asked.MASKED
    tokens: int = 30_000_000
    longest: int = 512
    shipped: bool = True


def plain(kind: type[PreTrainedModel], config: PretrainedConfig) -> Any:
    """A model with plain attention: on a CPU, at 64 pieces, it is 1.3 times as fast as the fused kernel."""
    return kind._from_config(config, attn_implementation="eager")


def sinusoids(positions: int, width: int) -> torch.Tensor:
    """The table of Vaswani et al. 2017, https://arxiv.org/abs/1706.03762, section 3.5. *Shape:* (position, width)."""
    places = torch.arange(positions, dtype=torch.float64)[:, None]
    rates = 10_000 ** -(torch.arange(0, width, 2, dtype=torch.float64) / width)
    return torch.stack([(places * rates).sin(), (places * rates).cos()], dim=-1).flatten(1).float()


def _with_positions(size: Architecture, table: torch.Tensor) -> Any:
    """A BERT whose positions are what ``table`` says and stay that way."""
    model = plain(BertForMaskedLM, size.config())
    positions: nn.Embedding = model.bert.embeddings.position_embeddings
    with torch.no_grad():
        positions.weight.copy_(table)
    positions.weight.requires_grad_(False)
    return model


def _sinusoidal(size: Architecture) -> Any:
    return _with_positions(size, SINUSOID_SIZE * sinusoids(size.positions, size.width))


def _without_positions(size: Architecture) -> Any:
    return _with_positions(size, torch.zeros(size.positions, size.width))


def _rotary(size: Architecture) -> Any:
    settings = size.config().to_dict()
    kept = ("vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size")
    config = RoFormerConfig(
        **{name: settings[name] for name in kept},
        embedding_size=size.width,
        max_position_embeddings=size.positions,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        pad_token_id=0,
    )
    return plain(RoFormerForMaskedLM, config)


def _half(size: Architecture) -> Any:
    config = DistilBertConfig(
        vocab_size=size.vocabulary,
        dim=size.width,
        n_layers=size.layers // 2,
        n_heads=size.heads,
        hidden_dim=4 * size.width,
        max_position_embeddings=size.positions,
        dropout=0.0,
        attention_dropout=0.0,
        pad_token_id=0,
    )
    return plain(DistilBertForMaskedLM, config)


def _causal(size: Architecture) -> Any:
    config = GPT2Config(
        vocab_size=size.vocabulary,
        n_embd=size.width,
        n_layer=size.layers,
        n_head=size.heads,
        n_positions=size.positions,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=2,
        eos_token_id=3,
        pad_token_id=0,
    )
    return plain(GPT2LMHeadModel, config)


TWINS_TOKENS = 15_000_000
MEMBERS = (
    Member(
        "bert",
        "pocket-bert",
        "It is the reference: learned positions, attention to both sides, masked words and the next sentence.",
        lambda size: plain(BertForPreTraining, size.config()),
    ),
    Member(
        "distilbert",
        "pocket-distilbert",
        "Half the layers, begun as every other layer of pocket-bert and trained to answer as pocket-bert does.",
        _half,
        asked=Asked.DISTILLED,
        tokens=TWINS_TOKENS,
    ),
    Member(
        "scratch",
        "pocket-scratch",
        "Half the layers and no teacher: what pocket-distilbert would be without one.",
        _half,
        tokens=TWINS_TOKENS,
    ),
    Member(
        "gpt",
        "pocket-gpt",
        "It reads from left to right (a causal mask) and is trained to say the next word.",
        _causal,
        asked=Asked.NEXT,
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
        _sinusoidal,
        tokens=TWINS_TOKENS,
        longest=128,
    ),
    Member(
        "rope",
        "pocket-rope",
        "Positions turn queries and keys (rotary positions, RoPE) instead of being added to the words.",
        _rotary,
        tokens=TWINS_TOKENS,
        longest=128,
    ),
    Member(
        "nopos",
        "pocket-nopos",
        "No positions at all: every order of the same words looks the same.",
        _without_positions,
        tokens=TWINS_TOKENS,
        longest=128,
    ),
)


def member(name: str) -> Member:
    """The member of this name."""
    return next(one for one in MEMBERS if one.name == name)


def begin_as_every_other_layer(student: Any, teacher: Any) -> None:
    """Give a DistilBERT the embeddings, the head and every other layer of a BERT, as Sanh et al. 2019 begin theirs."""
    own, given = student.distilbert, teacher.base_model
    pairs = [
        (own.embeddings.word_embeddings, given.embeddings.word_embeddings),
        (own.embeddings.position_embeddings, given.embeddings.position_embeddings),
        (own.embeddings.LayerNorm, given.embeddings.LayerNorm),
        (student.vocab_transform, teacher.cls.predictions.transform.dense),
        (student.vocab_layer_norm, teacher.cls.predictions.transform.LayerNorm),
    ]
    for layer, block in enumerate(own.transformer.layer):
        taken = given.encoder.layer[2 * layer]
        pairs += [
            (block.attention.q_lin, taken.attention.self.query),
            (block.attention.k_lin, taken.attention.self.key),
            (block.attention.v_lin, taken.attention.self.value),
            (block.attention.out_lin, taken.attention.output.dense),
            (block.sa_layer_norm, taken.attention.output.LayerNorm),
            (block.ffn.lin1, taken.intermediate.dense),
            (block.ffn.lin2, taken.output.dense),
            (block.output_layer_norm, taken.output.LayerNorm),
        ]
    with torch.no_grad():
        for to, source in pairs:
            to.load_state_dict(source.state_dict())
        student.vocab_projector.bias.copy_(teacher.cls.predictions.bias)
