"""Architectures as tables: rectangles to draw, parts that add up, and differences between two."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from components.family.model.counting import (
    MOBILE_WIDTH,
    T5_HEAD,
    TRAINING_BYTES,
    attention_numbers,
    attention_width,
    is_global_layer,
    masked_language_model_parameters,
    multiply_adds,
    parameters,
    parts,
    pooler_parameters,
    vocabulary_head_parameters,
)
from components.family.model.needs import best_for
from components.family.model.published import PRE_TRAININGS
from components.model.architecture_shape import ArchitectureShape, ArchitectureStyle, ParameterGroup
from components.model.family_members import FamilyMember
from components.tables.numbers import fixed

TABLES, ATTENTION, OTHERS = "embeddings", "attention", "feed-forward and the rest"
KINDS = (TABLES, ATTENTION, OTHERS)  # which have a colour each
FORWARD, CROSS, REST = "feed-forward", "cross-attention", "norms and heads"
_NEARBY = ", local (64 tokens to either side)"
BERT_SEGMENTS = 2
UNKNOWN = "–"  # in place of a property that is published of no such model
HEIGHT = 0.68  # of a stack, where the next row begins at 1


def part_kind(part: ParameterGroup) -> str:
    """The kind of a group of parameters, which decides where in a stack it stands."""
    if part.name.partition(",")[0].endswith("embeddings"):
        return TABLES
    if part.name.startswith(CROSS):
        return CROSS
    if part.name.startswith(("queries", "values", "attention")):
        return ATTENTION
    return FORWARD if "feed-forward" in part.name or "bottleneck" in part.name else REST


def stack_table(members: Sequence[FamilyMember]) -> pd.DataFrame:
    """Every block of every model as a rectangle whose length is its parameters.

    Columns: ``row`` from 0, ``key``, ``name``, ``figure``, the count as text, ``kind``, ``part``, ``count``; ``x`` to
    ``x2`` along the stack, in parameters, ``y`` to ``y2`` across it.
    """
    rows = []
    for row, member in enumerate(members):
        x = 0.0
        figure = f"{fixed(parameters(member.shape) / 1e6, 1)} million{_repeated_layer_text(member.shape)}"
        for part in _blocks(member.shape):
            end = x + part.count
            named = (row, member.key, member.name, figure, _colour_kind(part), part.name, part.count)
            rows.append((*named, x, end, row - HEIGHT / 2, row + HEIGHT / 2))
            x = end
    return pd.DataFrame(rows, columns=["row", "key", "name", "figure", "kind", "part", "count", "x", "x2", "y", "y2"])


def _colour_kind(part: ParameterGroup) -> str:
    kind = part_kind(part)
    return kind if kind == TABLES else ATTENTION if kind in (ATTENTION, CROSS) else OTHERS


def _blocks(shape: ArchitectureShape) -> Iterator[ParameterGroup]:
    """The parts in the order of a pass: tables, layer after layer, the rest."""
    every = parts(shape)
    layered = [part for part in every if part_kind(part) in (ATTENTION, CROSS, FORWARD)]
    depth = max(part.times for part in layered)
    for part in every:
        if part_kind(part) == TABLES:
            for _ in range(part.times):
                yield part
    for layer in range(depth):
        for part in layered:
            if layer >= depth - part.times:  # those of the decoder alone stand in the last layers
                near = (
                    shape.style is ArchitectureStyle.MODERNBERT
                    and part_kind(part) == ATTENTION
                    and not is_global_layer(layer)
                )
                yield replace(part, name=part.name + _NEARBY) if near else part
    for part in every:
        if part_kind(part) == REST:
            yield ParameterGroup(part.name, part.formula, part.total)


def _repeated_layer_text(shape: ArchitectureShape) -> str:
    """A note about layers that are applied repeatedly, which a stack does not show."""
    times = max(part.uses for part in parts(shape) if part.multiplies)
    once = all(part.times == 1 for part in parts(shape))
    return f", one layer used {times} times" if once and times > 1 else ""


def part_table(shape: ArchitectureShape) -> pd.DataFrame:
    """The groups that add up to all parameters.

    Columns: ``part``; ``formula``; ``numbers``, the formula with the letters' values; ``count``, of one;
    ``times``; ``total``; ``used``.
    """
    return pd.DataFrame(
        [
            (part.name, part.formula, _with_numbers(part.formula, shape), part.count, part.times, part.total, part.uses)
            for part in parts(shape)
        ],
        columns=["part", "formula", "numbers", "count", "times", "total", "used"],
    )


def _with_numbers(formula: str, shape: ArchitectureShape) -> str:
    """A formula with numbers for its letters: "3 (H² + H)" becomes "3 (768² + 768)"."""
    letters = {
        "V": shape.vocabulary,
        "E": shape.embedding,
        "H": shape.width,
        "F": shape.feed_forward_width,
        "P": shape.positions,
        "S": shape.segments,
        "R": shape.relative_positions,
        "A": shape.heads * T5_HEAD,
        "B": MOBILE_WIDTH,
        "heads": shape.heads,
    }
    spaced = re.sub(r"(?<=[A-Z0-9]) (?=[A-Z](?![a-z]))", " · ", formula)  # letters side by side are multiplied
    return re.sub(r"heads|[A-Z]", lambda match: f"{letters[match.group()]:,}", spaced)


def cost_table(shape: ArchitectureShape, length: int) -> pd.DataFrame:
    """The size and cost of a model: ``what``, ``amount``, ``text``."""
    count, products = parameters(shape), multiply_adds(shape, length)
    memory = {
        "the weights in float32": 4 * count,
        "the weights in float16": 2 * count,
        "training with AdamW": TRAINING_BYTES * count,
        f"the attention weights of {length} tokens": 4 * attention_numbers(shape, length),
    }
    rows = [
        ("parameters", count, f"{count:,}"),
        *((what, amount, f"{amount:,}") for what, amount in _vocabulary_head_lines(shape).items()),
        (f"multiply–adds for {length} tokens", products, f"{fixed(products / 1e9, 2)} billion"),
        *((f"memory for {what}", amount, _megabytes(amount)) for what, amount in memory.items()),
    ]
    return pd.DataFrame(rows, columns=["what", "amount", "text"])


def _vocabulary_head_lines(shape: ArchitectureShape) -> dict[str, int]:
    """The parameters of BERT with its vocabulary head; empty for other models, whose heads differ."""
    if shape.style is not ArchitectureStyle.BERT or not shape.pooler or shape.segments != BERT_SEGMENTS:
        return {}
    return {
        "of these the pooler, unused for masked words": pooler_parameters(shape),
        "the vocabulary head, besides the shared embeddings": vocabulary_head_parameters(shape),
        "parameters with that head and without the pooler": masked_language_model_parameters(shape),
    }


def _megabytes(count: int) -> str:
    return f"{fixed(count / 1e9, 2)} GB" if count >= 1e9 else f"{fixed(count / 1e6, 1)} MB"


def comparison_table(first: FamilyMember, second: FamilyMember) -> pd.DataFrame:
    """Two models line by line: ``what``, ``first``, ``second``, ``differs``; of what is known of both."""
    rows = [(what, *(value(member) for member in (first, second))) for what, value in _LINES.items()]
    known = [(what, a, b, a != b) for what, a, b in rows if UNKNOWN not in (a, b)]
    return pd.DataFrame(known, columns=["what", "first", "second", "differs"])


_LINES: Mapping[str, Callable[[FamilyMember], str]] = {
    "parameters": lambda member: f"{fixed(parameters(member.shape) / 1e6, 1)} million",
    "layers": lambda member: _layers(member.shape),
    "width (hidden_size)": lambda member: f"{member.shape.width:,}",
    "heads per layer": lambda member: str(member.shape.heads),
    "width of a head": lambda member: str(attention_width(member.shape) // member.shape.heads),
    "feed-forward": lambda member: f"{member.shape.feed_forward_width:,}, {member.activation}",
    "vocabulary": lambda member: f"{member.shape.vocabulary:,}, {member.tokenizer}",
    "attention sees": lambda member: member.attention.value,
    "positions": lambda member: member.position_encoding,
    "longest text": lambda member: f"{member.token_limit:,} tokens",
    "training objective": lambda member: member.objective,
    "shared weights": lambda member: member.shared_weights,
    "LayerNorm": lambda member: member.norm,
    "dropout (hidden_dropout_prob)": lambda member: member.dropout,
    "fine-tuning: learning rate, epochs": lambda member: member.fine_tuning or UNKNOWN,
    "pre-training hardware": lambda member: _HARDWARE.get(member.key) or UNKNOWN,
    "memory to train with AdamW": lambda member: (
        f"{_megabytes(TRAINING_BYTES * parameters(member.shape))}, and activations"
    ),
    "best for": lambda member: best_for(member) or UNKNOWN,
}


_HARDWARE: Mapping[str, str] = {training.key: training.hardware for training in PRE_TRAININGS}


def _layers(shape: ArchitectureShape) -> str:
    return f"{shape.layers} + {shape.decoder_layers}" if shape.decoder_layers else str(shape.layers)
