"""One attention weight taken apart: the dimensions of its head, and the row it stands in."""

import pandas as pd

from components.model.inference.results import WeightAnatomy
from components.model.results import Token
from components.tables.numbers import fixed, percentage, product_as_shown

HIDDEN = "hidden"


def dimension_table(found: WeightAnatomy) -> pd.DataFrame:
    """Every dimension of the head.

    Columns: ``dimension`` from 1; ``query``, ``key``, their numbers; ``product``, what the dimension adds to q·k.
    """
    return pd.DataFrame(
        {
            "dimension": range(1, len(found.query) + 1),
            "query": found.query.astype(float),
            "key": found.key.astype(float),
            "product": found.products.astype(float),
        }
    )


def row_table(found: WeightAnatomy, *, count: int | None = None) -> pd.DataFrame:
    """What the looking token makes of every token, in the order of the sentence.

    Columns: ``row`` from 1; ``position`` in the model's input; ``word``, with an arrow before the token looked at;
    ``chosen``, whether it is that one; ``seen``, False where the mask hides it; ``dot``, q·k; ``score``, scaled,
    nothing where hidden; ``score_figure``; ``weight``; ``weight_figure``.

    Args:
        found: The weight taken apart.
        count: How many tokens at most: the one looked at and those with the largest weights; None is all.
    """
    table = pd.DataFrame(
        {
            "position": range(len(found.tokens)),
            "word": [
                f"→ {_word(token)}" if position == found.key_position else _word(token)
                for position, token in enumerate(found.tokens.items)
            ],
            "chosen": [position == found.key_position for position in range(len(found.tokens))],
            "seen": found.attention_mask,
            "dot": found.dot_products.astype(float),
            "score": pd.Series(found.scores.astype(float)).where(found.attention_mask),
            "score_figure": [
                fixed(score, 2) if seen else HIDDEN
                for score, seen in zip(found.scores, found.attention_mask, strict=True)
            ],
            "weight": found.weights.astype(float),
            "weight_figure": [
                percentage(weight, 1) if seen else HIDDEN
                for weight, seen in zip(found.weights, found.attention_mask, strict=True)
            ],
        }
    )
    if count is not None:
        first = table.sort_values(["chosen", "weight"], ascending=False, kind="stable").head(count)
        table = table.loc[sorted(first.index)].reset_index(drop=True)
    table.insert(0, "row", range(1, len(table) + 1))
    return table


def weight_finding(found: WeightAnatomy) -> str:
    """The weight in words, every number on its way."""
    one, other = (_word(found.tokens.items[at]) for at in (found.query_position, found.key_position))
    width = len(found.query)
    dot, scale, score = product_as_shown(found.dot_product, found.scale, found.score)
    own = "" if found.has_default_scale else f" (this model’s factor in layer {found.layer + 1}, not 1/√{width})"
    way = f"The {width} products of query and key sum to q·k = {dot}. Multiplied by {scale}{own}, the score is {score}"
    if not found.attention_mask[found.key_position]:
        return f"A mask hides “{other}” from “{one}”, so the weight is 0. {way}."
    number = int(found.attention_mask.sum())
    rank = int((found.weights > found.weights[found.key_position]).sum()) + 1
    order = "its largest weight" if rank == 1 else f"rank {rank:,} of {number:,}"
    return (
        f"“{one}” puts {percentage(found.weight, 1)} of its attention on “{other}” ({order}). "
        f"{way}; softmax over {number:,} tokens turns the scores into weights."
    )


def dimensions_finding(found: WeightAnatomy) -> str:
    """How many dimensions raise the score, how many lower it, and which one does most."""
    products = found.products
    most = int(abs(products).argmax())
    said = (
        f"Of {len(products)} dimensions, {int((products > 0).sum())} raise the score and "
        f"{int((products < 0).sum())} lower it. Dimension {most + 1} contributes most: "
        f"{_number(float(products[most]))}."
    )
    return f"{said} Query and key are rotated by position before they are compared (RoPE)." if found.rotated else said


def row_alt_text(found: WeightAnatomy, *, count: int = 5) -> str:
    """The row for those who do not see the bars: its largest weights."""
    order = found.weights.argsort()[::-1][:count]
    named = ", ".join(f"“{_word(found.tokens.items[at])}” {percentage(found.weights[at], 1)}" for at in order)
    return f"“{_word(found.tokens.items[found.query_position])}” attends most to: {named}."


def _word(token: Token) -> str:
    return f"…{token.text}" if token.continues else token.text


def _number(value: float, digits: int = 2) -> str:
    return fixed(value, digits)
