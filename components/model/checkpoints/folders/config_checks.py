"""Whether the values of a folder's config.json are ones that a model can have, and fit the sizes of its weights."""

import re
from collections.abc import Mapping
from typing import Any

from components.model.checkpoints.folders.folder_errors import UnusableFolder
from components.model.checkpoints.folders.weight_headers import Shapes

_LAYERS = ("num_hidden_layers", "n_layers", "n_layer")
_HEADS = ("num_attention_heads", "n_heads", "n_head")
_WIDTHS = ("hidden_size", "dim", "n_embd")
_POSITIONS = ("max_position_embeddings", "n_positions")
_INNER = ("intermediate_size", "hidden_dim")
# Sizes in a configuration, each with a limit that no model reaches.
_SIZES = {
    **dict.fromkeys((*_LAYERS, *_HEADS), 1000),
    **dict.fromkeys((*_WIDTHS, "embedding_size"), 100_000),
    **dict.fromkeys(_INNER, 1_000_000),
    **dict.fromkeys(_POSITIONS, 10_000_000),
    "vocab_size": 10_000_000,
    "type_vocab_size": 10_000,
}
_AT_LEAST_ONE = (*_HEADS, *_WIDTHS, "embedding_size", *_POSITIONS, "vocab_size")
# Which value of the configuration is the size of a weight along an axis; of several names, the first that is given.
_FITS: tuple[tuple[re.Pattern[str], int, tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), axis, names)
    for pattern, axis, names in (
        (r"(?:word_embeddings|wte|tok_embeddings)\.weight$", 0, ("vocab_size",)),
        (r"(?:word_embeddings|wte|tok_embeddings)\.weight$", 1, ("embedding_size", *_WIDTHS)),
        (r"(?:position_embeddings|wpe)\.weight$", 0, _POSITIONS),
        (r"token_type_embeddings\.weight$", 0, ("type_vocab_size",)),
        (r"(?:attention\.self\.query|q_lin|embeddings_project|embedding_hidden_mapping_in)\.weight$", 0, _WIDTHS),
        (r"(?:intermediate\.dense|lin1|albert_layers\.\d+\.ffn)\.weight$", 0, _INNER),
    )
)
_LAYER = re.compile(r"\.(?:layer|layers|h)\.(\d+)\.")
# The last matrix of a task head: one row for each label.
_LABELS = re.compile(r"(?:^|\.)(?:classifier|classifier\.out_proj|score|qa_outputs)\.weight$")
_DEFAULT_LABELS = 2  # of transformers
_RELATIVE_POSITIONS = "distance_embedding"
_COUNT_FROM_PADDING = frozenset({"roberta", "xlm-roberta", "camembert"})
# Without an embedding_size, that of these is their family's default, and not the width of their layers.
_NARROW_EMBEDDINGS = frozenset({"albert", "electra"})


def check_values(config: Mapping[str, Any]) -> None:
    """Check the values of a configuration by themselves.

    Raises:
        UnusableFolder: One is impossible, or needs something that is not computed here.
    """
    for name, limit in _SIZES.items():
        value = config.get(name)
        least = 1 if name in _AT_LEAST_ONE else 0
        if value is not None and not (_is_whole(value) and least <= value <= limit):
            raise UnusableFolder(f"has a damaged config.json: {name} is not a number that a model can have.")
    (width_name, width), (heads_name, heads) = _given(config, _WIDTHS), _given(config, _HEADS)
    if width is not None and heads is not None and width % heads:
        raise UnusableFolder(
            f"has a damaged config.json: {width_name} {width:,} cannot be split into {heads_name} {heads}."
        )
    quantised = config.get("quantization_config")
    if quantised:
        method = str(quantised.get("quant_method", "")) if isinstance(quantised, dict) else ""
        kind = f" ({method[:40]})" if method else ""
        raise UnusableFolder(f"is quantised{kind}, which is not computed here; save it with full weights.")
    _check_padding(config)


def _check_padding(config: Mapping[str, Any]) -> None:
    rows, padding = config.get("vocab_size"), config.get("pad_token_id")
    if "pad_token_id" in config and padding is None and config.get("model_type") in _COUNT_FROM_PADDING:
        raise UnusableFolder("has no pad_token_id in its config.json, from which its positions are counted.")
    if padding is not None and not (_is_whole(padding) and 0 <= padding < (rows or 1 + padding)):
        raise UnusableFolder(
            f"has a damaged config.json: pad_token_id {str(padding)[:20]} is no token of its vocabulary."
        )


def check_positions(config: Mapping[str, Any], shapes: Shapes) -> None:
    """Check that the model has absolute positions: transformers 5 ignores the weights of relative ones.

    Raises:
        UnusableFolder: It has not.
    """
    scheme = config.get("position_embedding_type") or "absolute"
    learned = any(_RELATIVE_POSITIONS in name for name in shapes)
    if scheme != "absolute" or learned:
        kind = "relative" if scheme == "absolute" else str(scheme)[:40]
        raise UnusableFolder(f"has a kind of positions ({kind}) that this version of transformers does not compute.")


def check_fit(config: Mapping[str, Any], shapes: Shapes) -> None:
    """Check that the configuration fits the weights.

    Raises:
        UnusableFolder: It does not. The reason names the value and the size.
    """
    _, depth = _given(config, _LAYERS)
    layers = {int(match[1]) for name in shapes if (match := _LAYER.search(name))}
    if depth is not None and layers:
        missing = sorted(set(range(depth)) - layers)
        if missing:
            raise UnusableFolder(f"lacks layer {missing[0] + 1} of the {depth} in its configuration.")
        if max(layers) >= depth:
            raise UnusableFolder(f"has {max(layers) + 1} layers, but its configuration says {depth}.")
    for pattern, axis, names in _FITS:
        narrow = names[0] == "embedding_size" and config.get("model_type") in _NARROW_EMBEDDINGS
        name, value = _given(config, names[:1] if narrow else names)
        if value is None:
            continue
        for weight, shape in shapes.items():
            if pattern.search(weight) and len(shape) == 2 and shape[axis] != value:
                raise UnusableFolder(_does_not_fit(f"{name} is {value:,}", shape[axis]))


def check_labels(config: Mapping[str, Any], shapes: Shapes) -> None:
    """Check that a model with a task head names as many labels as the head has.

    Raises:
        UnusableFolder: It does not.
    """
    labels = config.get("id2label")
    if labels is not None and not isinstance(labels, dict):
        raise UnusableFolder("has a damaged config.json: id2label is no list of numbered labels.")
    count = config.get("num_labels", _DEFAULT_LABELS) if labels is None else len(labels)
    for weight, shape in shapes.items():
        if _LABELS.search(weight) and len(shape) == 2 and shape[0] != count:
            raise UnusableFolder(_does_not_fit(f"it has {count} labels (id2label)", shape[0]))


def _does_not_fit(value: str, size: int) -> str:
    return f"does not fit its configuration: {value}, but its weights have {size:,}."


def _given(config: Mapping[str, Any], names: tuple[str, ...]) -> tuple[str, int | None]:
    """The first of some names that the configuration has, and its value."""
    name = next((name for name in names if config.get(name) is not None), names[0])
    return name, config.get(name)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
