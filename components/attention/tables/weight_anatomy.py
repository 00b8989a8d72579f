"""Tables and findings about one attention weight: the dimensions of its head, its row, and the head's output."""

import numpy as np
import pandas as pd

from components.model.inference.results import WeightAnatomy
from components.model.results import Floats
from components.tables.attention_weights import head_name
from components.tables.numbers import fixed, percentage, product_as_shown, whole_percentage
from components.tables.phrases import count_phrase, quoted, word_label
from components.tables.ties import are_tied

HIDDEN = "hidden"
LISTED = 5  # largest numbers in an alternative text


def dimension_table(anatomy: WeightAnatomy) -> pd.DataFrame:
    """Every dimension of the head.

    Columns: ``dimension`` from 1; ``query``, ``key``, their numbers; ``product``, the dimension's contribution to q·k;
    ``sum`` of the products so far, at last q·k.
    """
    return pd.DataFrame(
        {
            "dimension": range(1, len(anatomy.query) + 1),
            "query": anatomy.query.astype(float),
            "key": anatomy.key.astype(float),
            "product": anatomy.products.astype(float),
            "sum": anatomy.products.astype(float).cumsum(),
        }
    )


def strip_names(anatomy: WeightAnatomy) -> dict[str, str]:
    """What the columns of :func:`dimension_table` are called in the figure, in one line or two."""
    tokens = anatomy.tokens.items
    query, key = word_label(tokens[anatomy.query_position]), word_label(tokens[anatomy.key_position])
    return {
        "query": f"query: {query}\nwhat it looks for",
        "key": f"key: {key}\nwhat it offers",
        "product": "query × key",
        "sum": "added up",
    }


def score_text(anatomy: WeightAnatomy) -> str:
    """How the score follows from the sum: "The sum 36.98, divided by √32, is the score 6.54"."""
    dot, scale, score = product_as_shown(anatomy.dot_product, anatomy.scale, anatomy.score)
    factor = f"divided by √{len(anatomy.query)}" if anatomy.has_default_scale else f"times {scale}"
    return f"The sum {dot}, {factor}, is the score {score}"


def value_table(anatomy: WeightAnatomy) -> pd.DataFrame:
    """What the weight passes on, in every dimension of the head.

    Columns: ``dimension`` from 1; ``value``, of the token attended to; ``weighted``, the value times the weight;
    ``output``, the head's output: the sum of the weighted values of all tokens.
    """
    return pd.DataFrame(
        {
            "dimension": range(1, len(anatomy.value) + 1),
            "value": anatomy.value.astype(float),
            "weighted": anatomy.weighted_values[anatomy.key_position].astype(float),
            "output": anatomy.output.astype(float),
        }
    )


def row_table(anatomy: WeightAnatomy, *, count: int | None = None) -> pd.DataFrame:
    """The scores and weights of one query over all keys, and their shares of the output, in the sentence's order.

    Columns: ``row`` from 1; ``position`` in the model's input; ``word``; ``chosen``, whether it is the chosen key;
    ``visible``, False where the attention mask hides it; ``dot``, q·k; ``score``, scaled, missing where hidden;
    ``weight``; ``score_to_weight``, both as text; ``share``, of the head's output, missing where hidden;
    ``share_figure``.

    Args:
        anatomy: The weight, with the row of scores that it is part of.
        count: Limit of rows: the chosen key and the keys with the largest weights; None for all.
    """
    table = pd.DataFrame(
        {
            "position": range(len(anatomy.tokens)),
            "word": [word_label(token) for token in anatomy.tokens.items],
            "chosen": [position == anatomy.key_position for position in range(len(anatomy.tokens))],
            "visible": anatomy.attention_mask,
            "dot": anatomy.dot_products.astype(float),
            "score": pd.Series(anatomy.scores.astype(float)).where(anatomy.attention_mask),
            "weight": anatomy.weights.astype(float),
            "score_to_weight": [
                f"{fixed(score, 2)} → {_least(weight)}" if visible else HIDDEN
                for score, weight, visible in zip(anatomy.scores, anatomy.weights, anatomy.attention_mask, strict=True)
            ],
            "share": pd.Series(anatomy.output_shares.astype(float)).where(anatomy.attention_mask),
            "share_figure": [
                percentage(share, 1) if visible else HIDDEN
                for share, visible in zip(anatomy.output_shares, anatomy.attention_mask, strict=True)
            ],
        }
    )
    if count is not None:
        first = table.sort_values(["chosen", "weight"], ascending=False, kind="stable").head(count)
        table = table.loc[sorted(first.index)].reset_index(drop=True)
    table.insert(0, "row", range(1, len(table) + 1))
    return table


def weight_finding(anatomy: WeightAnatomy) -> str:
    """The weight, with every number it is computed from."""
    query, key = (
        word_label(anatomy.tokens.items[position]) for position in (anatomy.query_position, anatomy.key_position)
    )
    width = len(anatomy.query)
    dot, scale, score = product_as_shown(anatomy.dot_product, anatomy.scale, anatomy.score)
    factor = (
        f"1/√{width} = {scale}"
        if anatomy.has_default_scale
        else f"{scale} (this model’s factor in layer {anatomy.layer + 1}, not 1/√{width})"
    )
    derivation = (
        f"The {width} products of query and key sum to q·k = {dot}. Multiplied by {factor}, the score is {score}"
    )
    if not anatomy.attention_mask[anatomy.key_position]:
        return f"The attention mask hides {quoted(key)} from {quoted(query)}, so the weight is 0. {derivation}."
    number = int(anatomy.attention_mask.sum())
    visible = anatomy.weights[anatomy.attention_mask.astype(bool)]
    tied = are_tied(visible, anatomy.weights[anatomy.key_position])
    rank = int(((visible > anatomy.weights[anatomy.key_position]) & ~tied).sum()) + 1
    order = "its largest weight" if rank == 1 else f"rank {rank:,} of {number:,}"
    if (others := int(tied.sum()) - 1) > 0:
        order += f", as large as {count_phrase(others, 'other')}"
    return (
        f"{quoted(query)} puts {whole_percentage(anatomy.weight)} of its attention on {quoted(key)} "
        f"({head_name(anatomy.layer, anatomy.head)}). This is {order}. {derivation}; softmax over {number:,} tokens "
        "turns the scores into weights."
    )


def dimensions_finding(anatomy: WeightAnatomy) -> str:
    """The number of dimensions that raise and lower the score, and the largest contribution."""
    products = anatomy.products
    largest = int(abs(products).argmax())
    finding = (
        f"Of {len(products)} dimensions, {int((products > 0).sum())} raise the score and "
        f"{int((products < 0).sum())} lower it. Dimension {largest + 1} contributes most: "
        f"{_number(float(products[largest]))}."
    )
    return (
        f"{finding} Query and key are rotated by position before they are compared (RoPE)."
        if anatomy.rotated
        else finding
    )


def output_finding(anatomy: WeightAnatomy) -> str:
    """What the weight passes on: the lengths of the value, the weighted value and the head's output, and its share."""
    query, key = (
        word_label(anatomy.tokens.items[position]) for position in (anatomy.query_position, anatomy.key_position)
    )
    number = int(anatomy.attention_mask.sum())
    whole = (
        f"The sum over {count_phrase(number, 'token')} is the head’s output for {quoted(query)}, of length "
        f"{_number(_length(anatomy.output))}."
    )
    if not anatomy.attention_mask[anatomy.key_position]:
        return f"The value vector of {quoted(key)} is multiplied by 0. {whole}"
    value, weight, weighted = product_as_shown(
        _length(anatomy.value), anatomy.weight, _length(anatomy.weighted_values[anatomy.key_position])
    )
    return (
        f"The value vector of {quoted(key)} has length {value}; times the weight {weight}, it has length {weighted}. "
        f"{whole} Of this, {quoted(key)} contributes "
        f"{percentage(float(anatomy.output_shares[anatomy.key_position]), 1)}."
    )


def row_alt_text(anatomy: WeightAnatomy) -> str:
    """Alternative text of the row: its largest weights."""
    query = word_label(anatomy.tokens.items[anatomy.query_position])
    return f"{quoted(query)} attends most to: {_largest(anatomy, anatomy.weights)}."


def share_alt_text(anatomy: WeightAnatomy) -> str:
    """Alternative text of the shares: the largest of them."""
    query = word_label(anatomy.tokens.items[anatomy.query_position])
    return f"Largest shares of the head’s output for {quoted(query)}: {_largest(anatomy, anatomy.output_shares)}."


def _least(weight: float) -> str:
    """A weight in whole percent."""
    return "<1%" if 0 < weight < 0.005 else whole_percentage(weight)


def _largest(anatomy: WeightAnatomy, values: Floats) -> str:
    return ", ".join(
        f"{quoted(word_label(anatomy.tokens.items[position]))} {percentage(values[position], 1)}"
        for position in values.argsort()[::-1][:LISTED]
    )


def _length(vector: Floats) -> float:
    return float(np.linalg.norm(vector))


def _number(value: float, digits: int = 2) -> str:
    return fixed(value, digits)
