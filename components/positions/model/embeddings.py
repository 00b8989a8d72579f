"""The positions of a model: its own table of vectors, or what it has instead.

BERT adds a learned vector for each of 512 places to its words (Devlin et al. 2019, https://arxiv.org/abs/1810.04805),
and most of its relatives do the same. What kind a table is, is told by its numbers, since the twins of this
repository are BERTs whose tables were filled with sines or with zeros.
"""

from typing import Any

import numpy as np
import torch

from components.model.checkpoints.open_model import OpenModel, position_offset
from components.model.user_errors import UserError
from components.positions.model.formulas import sinusoidal_table
from components.positions.model.results import PositionEncoding, PositionKind, PositionTable

MIN_SINUSOIDAL_COSINE = 0.9999  # cosine of each row with the formula's: what half precision leaves is above 0.999999
_TURNED = frozenset({"roformer", "modernbert"})


def position_table(opened: OpenModel) -> PositionTable:
    """The vectors that ``opened`` adds to its words, exactly as its weights have them.

    Raises:
        UserError: It has none, because it turns queries and keys instead.
    """
    weights = _weights(opened)
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
    """How ``opened`` is told where a token stands, and where that ends."""
    config: Any = opened.model.config
    weights = _weights(opened)
    return PositionEncoding(
        kind=PositionKind.ROTARY if weights is None else _kind(weights.float().cpu().numpy())[0],
        max_positions=opened.tokenizer.positions,
        width=config.hidden_size if weights is None else weights.shape[-1],
        heads=config.num_attention_heads,
        head_width=config.hidden_size // config.num_attention_heads,
        bases=_bases(config),
        has_hard_limit=config.model_type != "modernbert",  # it alone works its angles out as it goes
        conditions=opened.conditions,
    )


def _weights(opened: OpenModel) -> torch.Tensor | None:
    """The rows of the table that tokens can have. *Shape:* (position, dimension)."""
    config: Any = opened.model.config
    encoder: Any = opened.model.base_model
    if config.model_type in _TURNED:
        return None
    table: Any = encoder.wpe if config.model_type == "gpt2" else encoder.embeddings.position_embeddings
    first = position_offset(config)
    rows: torch.Tensor = table.weight[first : first + opened.tokenizer.positions]
    return rows


def _kind(values: np.ndarray[Any, Any]) -> tuple[PositionKind, float]:
    """What kind a table is, and the size of its sines if it has any."""
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
            found = {float(kind["rope_theta"]) for kind in config.rope_parameters.values()}
            return tuple(sorted(found))
        case _:
            return ()
