"""What nobody should wait for twice.

The only home of ``st.cache_resource`` and ``st.cache_data``. Everything is cached by names and strings, never by model
object, and every cache has an end. The engine itself is started in the background by :mod:`cache.warmup`: importing
this package imports neither torch nor transformers.
"""

from cache.attention import (
    Drawn,
    atlas,
    atlas_address,
    atlas_panel,
    atlas_shape,
    head_importance,
    head_scores,
    neuron_vectors,
    trace,
    weight_anatomy,
    without_heads,
)
from cache.precomputed import FIRST_MODEL, first_attention, first_example, precomputed
from cache.results import (
    conditions,
    every_position,
    layer_readout,
    left_only,
    list_rows,
    model_pair,
    named_words,
    occlusions,
    parameters,
    possible_answers,
    predictions,
    sentence_pair,
    several_blanks,
    tokens,
)
from cache.warmup import Stage, engine_stage, start_engine

__all__ = [
    "FIRST_MODEL",
    "Drawn",
    "Stage",
    "atlas",
    "atlas_address",
    "atlas_panel",
    "atlas_shape",
    "conditions",
    "engine_stage",
    "every_position",
    "first_attention",
    "first_example",
    "head_importance",
    "head_scores",
    "layer_readout",
    "left_only",
    "list_rows",
    "model_pair",
    "named_words",
    "neuron_vectors",
    "occlusions",
    "parameters",
    "possible_answers",
    "precomputed",
    "predictions",
    "sentence_pair",
    "several_blanks",
    "start_engine",
    "tokens",
    "trace",
    "weight_anatomy",
    "without_heads",
]
