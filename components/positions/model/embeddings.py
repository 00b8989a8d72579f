"""A model's position encoding: its table of position embeddings, or what it has instead.

BERT adds a learned vector for each of 512 positions to its token embeddings (Devlin et al. 2019,
https://arxiv.org/abs/1810.04805), and most of its relatives do the same. The kind of a table is detected from its
values, because this repository's twins are BERTs whose tables were filled with sines or zeros.
"""

from typing import Any

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.input_vectors.embeddings import position_matrix
from components.model.user_errors import UserError
from components.positions.model.formulas import sinusoidal_table
from components.positions.model.results import PositionEncoding, PositionKind, PositionTable

MIN_SINUSOIDAL_COSINE = 0.9999  # of each row with the formula's row; half precision leaves more than 0.999999


def position_table(opened: OpenModel) -> PositionTable:
    """The position embeddings of a model, exactly as its weights have them.

    Raises:
        UserError: The model has none, because it rotates queries and keys instead.
    """
    weights = position_matrix(opened)
    if weights is None:
        raise UserError(
            f"{opened.record.name} has no position embeddings: it rotates queries and keys by position. "
            "See the rotary panels, or choose another model."
        )
    values = weights.float().cpu().numpy().copy()
    values.flags.writeable = False
    kind, scale = _kind(values)
    return PositionTable(kind, values, scale, opened.conditions)


def position_encoding(opened: OpenModel) -> PositionEncoding:
    """The kind, the sizes and the limit of a model's position encoding."""
    config: Any = opened.model.config
    weights = position_matrix(opened)
    return PositionEncoding(
        kind=PositionKind.ROTARY if weights is None else _kind(weights.float().cpu().numpy())[0],
        max_positions=opened.tokenizer.positions,
        width=config.hidden_size if weights is None else weights.shape[-1],
        heads=config.num_attention_heads,
        head_width=config.hidden_size // config.num_attention_heads,
        bases=_bases(config),
        has_hard_limit=config.model_type != "modernbert",  # it alone computes its angles as needed
        conditions=opened.conditions,
    )


def _kind(values: np.ndarray[Any, Any]) -> tuple[PositionKind, float]:
    """The kind of a table, and the factor by which a sinusoidal one is scaled."""
    if not values.any():
        return PositionKind.NONE, 1.0
    positions, width = values.shape
    if width % 2 == 0:
        formula, exact = sinusoidal_table(positions, width), values.astype(np.float64)
        products = (formula * exact).sum(axis=-1)
        lengths = np.linalg.norm(formula, axis=-1) * np.linalg.norm(exact, axis=-1)
        if (products > MIN_SINUSOIDAL_COSINE * lengths).all():
            return PositionKind.SINUSOIDAL, float(products.sum() / (formula**2).sum())
    return PositionKind.LEARNED, 1.0


def _bases(config: Any) -> tuple[float, ...]:
    match config.model_type:
        case "roformer":
            return (10_000.0,)
        case "modernbert":
            distinct = {float(kind["rope_theta"]) for kind in config.rope_parameters.values()}
            return tuple(sorted(distinct))
        case _:
            return ()
