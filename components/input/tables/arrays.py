"""The arrays of one pass as a table, and what they show in a sentence."""

import math

import pandas as pd

from components.input.model.results import ArrayName, ModelArray, ModelArrays
from components.tables.attention_weights import token_label
from components.tables.numbers import fixed

_MEANINGS = {
    ArrayName.INPUT_IDS: "an id for each token",
    ArrayName.TOKEN_TYPE_IDS: "segment: 0 is A, 1 is B",
    ArrayName.POSITION_IDS: "counted by the model itself",
    ArrayName.ATTENTION_MASK: "1 for a token, 0 for padding",
    ArrayName.LAST_HIDDEN_STATE: "a vector for each token",
    ArrayName.POOLER_OUTPUT: "the pooled output: tanh of a linear layer on that vector",
}


def array_table(arrays: ModelArrays) -> pd.DataFrame:
    """One row an array: ``array``, ``shape``, ``numbers`` (its first ones, as text) and ``meaning``."""
    meanings = _MEANINGS | {ArrayName.FIRST_VECTOR: f"the vector of {token_label(arrays.tokens.items[0])}"}
    return pd.DataFrame(
        {
            "array": [array.name.value for array in arrays.arrays],
            "shape": [str(array.shape) for array in arrays.arrays],
            "numbers": [_first_numbers(array) for array in arrays.arrays],
            "meaning": [meanings[array.name] for array in arrays.arrays],
        }
    )


def array_finding(arrays: ModelArrays) -> str:
    """What goes in, what comes out, and whether there is a pooled vector."""
    into, out = arrays.shape(ArrayName.INPUT_IDS), arrays.shape(ArrayName.LAST_HIDDEN_STATE)
    text = f"Token ids of shape {into} go in. A vector of {out[-1]} numbers comes out for each token: shape {out}."
    if arrays.pooled_cosine is None:
        return f"{text} This checkpoint stores no pooler, so it has no pooler_output that was trained."
    name = token_label(arrays.tokens.items[0])
    return (
        f"{text} The pooler makes another vector from that of {name}: their cosine is {fixed(arrays.pooled_cosine, 2)}."
    )


def _first_numbers(array: ModelArray) -> str:
    numbers = [str(number) if isinstance(number, int) else fixed(number, 3) for number in array.first_numbers]
    rest = [] if len(numbers) == math.prod(array.shape) else ["…"]
    return ", ".join([*numbers, *rest])
