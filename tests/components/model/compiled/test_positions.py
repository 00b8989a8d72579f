"""A graph that computes requested positions only gives what the whole graph gives there."""

import re

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import parser

from components.model.compiled.graph import POSITIONS
from components.model.compiled.positions import select_positions

BATCH, LENGTH, WIDTH = 3, 5, 8
INPUTS = {
    "x": ["batch", "length", WIDTH],
    "distance": [1, 1, "length", "length"],
    "mask": ["batch", 1, "length", "length"],
    "place": ["length", WIDTH],
    "a": [WIDTH, WIDTH],
    "b": [WIDTH, WIDTH],
    "bias": [WIDTH],
}
# The products are queries, keys, weights, contexts and, in the feed-forward network, two more.
LAYER = """
    heads_size = Constant <value_ints = [0, 0, 2, 4]> ()
    query = MatMul (x, a)
    q_heads = Reshape (query, heads_size)
    q = Transpose <perm = [0, 2, 1, 3]> (q_heads)
    key = MatMul (x, b)
    k_heads = Reshape (key, heads_size)
    k = Transpose <perm = [0, 2, 3, 1]> (k_heads)
    scores = MatMul (q, k)
    near = Add (scores, distance)
    masked = Mul (near, mask)
    weights = Softmax <axis = -1> (masked)
    v_heads = Reshape (x, heads_size)
    v = Transpose <perm = [0, 2, 1, 3]> (v_heads)
    context = MatMul (weights, v)
    in_order = Transpose <perm = [0, 2, 1, 3]> (context)
    flat_size = Constant <value_ints = [0, 0, 8]> ()
    flat = Reshape (in_order, flat_size)
    sum = Add (flat, x)
    normal = LayerNormalization <axis = -1> (sum, bias)
    wide = MatMul (normal, b)
    active = Tanh (wide)
    narrow = MatMul (active, a)
    hidden = Add (narrow, bias)
"""


def next_layer(nodes: str) -> str:
    """A layer that reads the layer before it: its tensors have other names."""
    renamed = re.sub(r"\b(?!(?:a|b|bias|distance|mask|perm|axis|value_ints)\b)([a-z_]+\b)(?= [=]|[,)])", r"\1_2", nodes)
    return renamed.replace("x_2", "hidden_1").replace("hidden_2", "hidden")


TWO_LAYERS = LAYER.replace("hidden", "hidden_1") + next_layer(LAYER)
# Graphs, and the number of their products that are computed for requested positions only.
GRAPHS = {
    "a layer": (LAYER, 5),
    "two layers": (TWO_LAYERS, 5),
    "a product over positions": ("turned = Transpose <perm = [0, 2, 1]> (x) crossed = MatMul (turned, x)"
    " again = MatMul (x, crossed) hidden = MatMul (again, a)", 2),
    "positions that are mixed last": ("one = Constant <value_int = 1> () hidden = CumSum (x, one)", 0),
    "a tensor with fewer axes": ("wide = MatMul (x, a) moved = Add (wide, place) hidden = MatMul (moved, b)", 1),
    "joined and cut": ("""
        wide = MatMul (x, a)
        both = Concat <axis = -1> (wide, x)
        from = Constant <value_ints = [3]> ()
        to = Constant <value_ints = [11]> ()
        axis = Constant <value_ints = [2]> ()
        cut = Slice (both, from, to, axis)
        left, right = Split <axis = -1, num_outputs = 2> (cut)
        sum = Add (right, left)
        hidden = Concat <axis = -1> (sum, left)
        """, 1),
    "cut between positions": ("""
        from = Constant <value_ints = [0]> ()
        to = Constant <value_ints = [1]> ()
        axis = Constant <value_ints = [1]> ()
        first = Slice (x, from, to, axis)
        sum = Add (x, first)
        hidden = MatMul (sum, a)
        """, 1),
    "a type taken from another tensor": ("""
        half = Constant <value_float = 0.5> ()
        wide = MatMul (x, a)
        typed = CastLike (half, wide)
        scaled = Mul (x, typed)
        turned = Transpose <perm = [0, 2, 1]> (scaled)
        crossed = MatMul (turned, x)
        hidden = MatMul (wide, crossed)
        """, 2),
    "a sequence of which a part is needed whole": ("""
        wide = Concat <axis = -1> (x, x)
        eight = Constant <value_int = 8> ()
        parts = SplitToSequence <axis = -1, keepdims = 1> (wide, eight)
        zero = Constant <value_int = 0> ()
        one = Constant <value_int = 1> ()
        left = SequenceAt (parts, zero)
        right = SequenceAt (parts, one)
        turned = Transpose <perm = [0, 2, 1]> (right)
        scores = MatMul (left, turned)
        hidden = MatMul (scores, x)
        """, 2),
    "a sequence": ("""
        wide = Concat <axis = -1> (x, x)
        eight = Constant <value_int = 8> ()
        parts = SplitToSequence <axis = -1, keepdims = 1> (wide, eight)
        one = Constant <value_int = 1> ()
        right = SequenceAt (parts, one)
        hidden = MatMul (right, a)
        """, 1),
    "nothing": ("hidden = Identity (x)", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", GRAPHS)
def test_vectors_are_those_of_the_whole_graph(name: str) -> None:
    nodes, products = GRAPHS[name]
    model, inputs = model_of(nodes), inputs_of(BATCH, LENGTH)
    (whole,) = run(model, inputs)
    select_positions(model, inputs_of)
    onnx.checker.check_model(model, full_check=True)
    for positions in ([[0], [4], [2]], [[1, 1, 0], [4, 3, 2], [0, 0, 0]], [list(range(LENGTH))] * BATCH):
        (selected,) = run(model, inputs | {POSITIONS: np.array(positions)})
        expected = np.take_along_axis(whole, np.array(positions)[:, :, None], axis=1)
        np.testing.assert_allclose(selected, expected, rtol=1e-5, atol=1e-5)
    assert sum(node.op_type == "MatMul" and "_at_" in node.input[0] for node in model.graph.node) == products


def test_no_product_is_computed_twice() -> None:
    for name, (nodes, _) in GRAPHS.items():
        model = model_of(nodes)
        before = sum(node.op_type == "MatMul" for node in model.graph.node)
        select_positions(model, inputs_of)
        assert sum(node.op_type == "MatMul" for node in model.graph.node) == before, name


def model_of(nodes: str) -> onnx.ModelProto:
    inputs = ", ".join(f"float[{','.join(map(str, shape))}] {name}" for name, shape in INPUTS.items())
    text = f'<ir_version: 9, opset_import: ["": 20]> graph ({inputs}) => (float[batch,length,8] hidden) {{ {nodes} }}'
    return parser.parse_model(text)


def inputs_of(batch: int, length: int) -> dict[str, np.ndarray]:
    chance, sizes = np.random.default_rng(0), {"batch": batch, "length": length}
    shapes = {name: [sizes.get(str(size), size) for size in shape] for name, shape in INPUTS.items()}
    return {name: chance.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def run(model: onnx.ModelProto, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {each.name: inputs[each.name] for each in session.get_inputs()})
