"""Tables and findings about one attention weight: the dimensions of its head, and its row."""

import pandas as pd

from components.model.inference.results import WeightAnatomy
from components.model.results import Token
from components.tables.numbers import fixed, percentage, product_as_shown
from components.tables.phrases import count_phrase
from components.tables.ties import are_tied

HIDDEN = "hidden"


def dimension_table(anatomy: WeightAnatomy) -> pd.DataFrame:
    """Every dimension of the head.

    Columns: ``dimension`` from 1; ``query``, ``key``, their numbers; ``product``, the dimension's contribution to q·k.
    """
    return pd.DataFrame(
        {
            "dimension": range(1, len(anatomy.query) + 1),
            "query": anatomy.query.astype(float),
            "key": anatomy.key.astype(float),
            "product": anatomy.products.astype(float),
        }
    )


def row_table(anatomy: WeightAnatomy, *, count: int | None = None) -> pd.DataFrame:
    """The scores and weights of one query over all keys, in the order of the sentence.

    Columns: ``row`` from 1; ``position`` in the model's input; ``word``, the chosen key with an arrow before it;
    ``chosen``, whether it is that key; ``visible``, False where the attention mask hides it; ``dot``, q·k; ``score``,
    scaled, missing where hidden; ``score_figure``; ``weight``; ``weight_figure``.

    Args:
        anatomy: The weight, with the row of scores that it is part of.
        count: Limit of rows: the chosen key and the keys with the largest weights; None for all.
    """
    table = pd.DataFrame(
        {
            "position": range(len(anatomy.tokens)),
            "word": [
                f"→ {_word(token)}" if position == anatomy.key_position else _word(token)
                for position, token in enumerate(anatomy.tokens.items)
            ],
            "chosen": [position == anatomy.key_position for position in range(len(anatomy.tokens))],
            "visible": anatomy.attention_mask,
            "dot": anatomy.dot_products.astype(float),
            "score": pd.Series(anatomy.scores.astype(float)).where(anatomy.attention_mask),
            "score_figure": [
                fixed(score, 2) if visible else HIDDEN
                for score, visible in zip(anatomy.scores, anatomy.attention_mask, strict=True)
            ],
            "weight": anatomy.weights.astype(float),
            "weight_figure": [
                percentage(weight, 1) if visible else HIDDEN
                for weight, visible in zip(anatomy.weights, anatomy.attention_mask, strict=True)
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
    query, key = (_word(anatomy.tokens.items[position]) for position in (anatomy.query_position, anatomy.key_position))
    width = len(anatomy.query)
    dot, scale, score = product_as_shown(anatomy.dot_product, anatomy.scale, anatomy.score)
    scale_note = (
        "" if anatomy.has_default_scale else f" (this model’s factor in layer {anatomy.layer + 1}, not 1/√{width})"
    )
    derivation = (
        f"The {width} products of query and key sum to q·k = {dot}. Multiplied by {scale}{scale_note}, "
        f"the score is {score}"
    )
    if not anatomy.attention_mask[anatomy.key_position]:
        return f"A mask hides “{key}” from “{query}”, so the weight is 0. {derivation}."
    number = int(anatomy.attention_mask.sum())
    visible = anatomy.weights[anatomy.attention_mask.astype(bool)]
    tied = are_tied(visible, anatomy.weights[anatomy.key_position])
    rank = int(((visible > anatomy.weights[anatomy.key_position]) & ~tied).sum()) + 1
    order = "its largest weight" if rank == 1 else f"rank {rank:,} of {number:,}"
    if (others := int(tied.sum()) - 1) > 0:
        order += f", as large as {count_phrase(others, 'other')}"
    return (
        f"“{query}” puts {percentage(anatomy.weight, 1)} of its attention on “{key}” ({order}). "
        f"{derivation}; softmax over {number:,} tokens turns the scores into weights."
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


def row_alt_text(anatomy: WeightAnatomy, *, count: int = 5) -> str:
    """Alternative text of the row: its largest weights."""
    order = anatomy.weights.argsort()[::-1][:count]
    named = ", ".join(
        f"“{_word(anatomy.tokens.items[position])}” {percentage(anatomy.weights[position], 1)}" for position in order
    )
    return f"“{_word(anatomy.tokens.items[anatomy.query_position])}” attends most to: {named}."


def _word(token: Token) -> str:
    return f"…{token.text}" if token.continues else token.text


def _number(value: float, digits: int = 2) -> str:
    return fixed(value, digits)
