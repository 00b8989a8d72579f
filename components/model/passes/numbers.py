"""One number of a box as the sum of products that it is computed from."""

from collections.abc import Sequence

import numpy as np
import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.passes.operations import INPUT, Operation
from components.model.passes.results import Box, FloorBoxes, NumberAnatomy, Term, TracedPass
from components.model.passes.steps import matrix_of, norm_of
from components.model.passes.weights import ModelWeights, model_weights
from components.model.results import Floats
from components.model.user_errors import UserError

TERM_COUNT = 8  # products named one by one


@torch.inference_mode()
def number_anatomy(
    opened: OpenModel, traced: TracedPass, floor: FloorBoxes, key: str, token: int, index: int, head: int = 0
) -> NumberAnatomy:
    """How a number of a box is computed.

    Products are computed in double precision; the model's own sums are in single precision.

    Args:
        opened: The model that computed the pass.
        traced: The pass.
        floor: The floor with the box.
        key: The box.
        token: The position of the vector.
        index: Its place in the vector: a dimension; a token where the vector is a row of attention; a candidate among
            the logits.
        head: The head, in boxes that have a part for each.

    Raises:
        UserError: There is no such number.
    """
    weights = model_weights(opened)
    box = next((box for box in floor.boxes if box.key == key), None)
    position, token = token, floor.row(token)
    place = (head, token, index) if box is not None and box.has_heads else (token, index)
    if box is None or not all(0 <= number < size for number, size in zip(place, box.values.shape, strict=True)):
        raise UserError("That number is not in this pass. Choose another one.")
    value = float(box.values[place])
    inputs = [_vector_source(traced, floor, name) for name in box.inputs]
    match box.operation:
        case Operation.LOOKUP:
            (table,) = (table for table in weights.tables if table.key == key)
            row = int(table.rows(torch.tensor([traced.ids]))[0, position])
            return NumberAnatomy(key, box.operation, value, details=(("row", row), ("column", index)))
        case Operation.ADD:
            terms = [Term(name, (), float(array[token, index])) for name, array in zip(box.inputs, inputs, strict=True)]
            return NumberAnatomy(key, box.operation, value, tuple(terms))
        case Operation.NORMALISE:
            return _norm_anatomy(weights, floor.floor, box, inputs[0][token], index, value)
        case Operation.MULTIPLY:
            return _product_anatomy(weights, floor, box, inputs[0][token], (token, index, head), value)
        case Operation.ROTATE:
            return _rotation_anatomy(weights, floor.floor, box, inputs[0], (token, index, head), value)
        case Operation.SCORE:
            scale = weights.layers[floor.floor - 1].scale
            if not np.isfinite(value):
                return NumberAnatomy(key, box.operation, value)
            query, of_key = inputs[0][head, token], inputs[1][head, index]
            return _sum_of_products(box, query, of_key, value, details=(("scale", scale),))
        case Operation.SOFTMAX:
            scores, shares = (
                (array[head, token] if box.has_heads else array[token]) for array in (inputs[0], box.values)
            )
            return _softmax_anatomy(box, scores, shares, index)
        case Operation.MIX:
            attention, values = inputs[0][head, token], inputs[1][head, :, index]
            return _sum_of_products(box, attention, values, value)
        case Operation.CONCATENATE:
            width = inputs[0].shape[-1]
            return NumberAnatomy(
                key, box.operation, value, details=(("head", index // width), ("column", index % width))
            )
        case Operation.ACTIVATE:
            return NumberAnatomy(key, box.operation, value, details=(("input", float(inputs[0][token, index])),))
        case Operation.GATE:
            factors = tuple(float(array[token, index]) for array in inputs)
            return NumberAnatomy(key, box.operation, value, (Term("", factors, factors[0] * factors[1]),))


def _vector_source(traced: TracedPass, floor: FloorBoxes, key: str) -> Floats:
    """The array of a box, or the vectors that come from the floor below."""
    if key != INPUT:
        return floor[key].values
    below = traced.stream[floor.floor - 1]
    vectors: Floats = below if floor.position is None else below[[floor.position]]
    return vectors


def _norm_anatomy(
    weights: ModelWeights, floor: int, box: Box, vector: Floats, index: int, value: float
) -> NumberAnatomy:
    norm = norm_of(weights, floor, box.key)
    exact = vector.astype(np.float64)
    details = [
        ("input", float(exact[index])),
        ("mean", float(exact.mean())),
        ("deviation", float(np.sqrt(exact.var() + norm.epsilon))),
        ("weight", float(norm.weight[index])),
    ]
    bias = None if norm.bias is None else float(norm.bias[index])
    return NumberAnatomy(box.key, box.operation, value, bias=bias, details=tuple(details))


def _product_anatomy(
    weights: ModelWeights,
    floor: FloorBoxes,
    box: Box,
    vector: Floats,
    place: tuple[int, int, int],
    value: float,
) -> NumberAnatomy:
    _, index, head = place
    matrix = matrix_of(weights, floor.floor, box.key)
    if box.has_heads:
        row = head * box.values.shape[-1] + index
    elif box.key == "logits":
        row = floor.kept_ids[index]
    else:
        row = index
    column = matrix.weight[row].float().cpu().numpy()
    bias = None if matrix.bias is None else float(matrix.bias[row])
    return _sum_of_products(box, vector, column, value, bias=bias, details=(("row", row),))


def _rotation_anatomy(
    weights: ModelWeights, floor: int, box: Box, vectors: Floats, place: tuple[int, int, int], value: float
) -> NumberAnatomy:
    """A rotation is a matrix with two numbers a column: it is read off by rotating the unit vectors."""
    token, index, head = place
    width, count = vectors.shape[-1], vectors.shape[1]
    rotate = weights.layers[floor - 1].rotate
    assert rotate is not None
    device = weights.tables[0].table.device
    units = torch.zeros(1, width, count, width, device=device)
    units[0, :, token] = torch.eye(width, device=device)
    column = rotate(units)[0, :, token, index].cpu().numpy()
    return _sum_of_products(box, vectors[head, token], column, value, among=np.flatnonzero(column))


def _softmax_anatomy(box: Box, scores: Floats, shares: Floats, index: int) -> NumberAnatomy:
    """One share. *Shape:* ``scores``, ``shares`` (token,); of the vocabulary, those of the most likely tokens."""
    largest = float(scores.max())
    exponential = float(np.exp(np.float64(scores[index]) - largest))
    details = (
        ("input", float(scores[index])),
        ("largest", largest),
        ("exponential", exponential),
        ("sum", 1 / float(shares.max())),  # the largest score's exponential is 1
    )
    return NumberAnatomy(box.key, box.operation, float(shares[index]), details=details)


def _sum_of_products(
    box: Box,
    left: Floats,
    right: Floats,
    value: float,
    *,
    bias: float | None = None,
    details: tuple[tuple[str, float], ...] = (),
    among: Sequence[int] | np.ndarray[tuple[int], np.dtype[np.intp]] | None = None,
) -> NumberAnatomy:
    """A number that is a sum of products and a bias: the largest products, and how many more there are.

    Args:
        box: The box with the number.
        left: The left factors. *Shape:* (product,)
        right: The right factors. *Shape:* (product,)
        value: The number.
        bias: What is added at the end.
        details: Further numbers.
        among: The indices of products that are not zero by definition; None for all.
    """
    products = left.astype(np.float64) * right.astype(np.float64)
    indices = np.arange(len(products)) if among is None else np.asarray(among)
    order = indices[np.argsort(-np.abs(products[indices]), kind="stable")]
    terms = tuple(Term(str(i), (float(left[i]), float(right[i])), float(products[i])) for i in order[:TERM_COUNT])
    return NumberAnatomy(
        box.key,
        box.operation,
        value,
        terms,
        rest_count=len(order) - len(terms),
        bias=bias,
        details=details,
    )
