"""Lets the graph of an encoder compute the last layer for requested positions only.

An answer needs the vectors of one or two positions of the last layer. Its other positions are needed as keys and values
of the attention, and for nothing else: no queries, no feed-forward network. So the selection of positions, which could
follow the output, is moved towards the input, through every operation that computes a position from the same position
of its inputs. It stops at tensors that are needed whole, such as the layer's input, and at operations that are not
known here: such a graph takes longer, and its vectors are right all the same.

Source: the operators of ONNX, https://onnx.ai/onnx/operators/.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from onnx import AttributeProto, GraphProto, ModelProto, NodeProto, TensorProto, ValueInfoProto, helper, numpy_helper
from onnxruntime import GraphOptimizationLevel, InferenceSession, SessionOptions

from components.model.compiled.graph import POSITIONS

_OF_ONE_INPUT = {"Cast", "Erf", "Exp", "Gelu", "Identity", "IsNaN", "Neg", "Not", "Relu", "Sigmoid", "Sqrt", "Tanh"}
_OF_SEVERAL_INPUTS = {"Add", "And", "Clip", "Div", "Equal", "Max", "Min", "Mul", "Or", "Pow", "Sub", "Where"}
BATCH, LENGTH = "batch", "length"
_OBSERVED = (3, 17), (5, 19)  # rows and length of two batches
_WHOLE = "_of_all_positions"  # ends the name of what was the graph's output
_SELECTED = "_at_positions"  # ends the names of selected tensors

Size = int | str  # of an axis: a number, or a name if it differs between batches
Tensors = dict[str, Any]  # arrays, and lists of arrays where the graph has sequences


def select_positions(
    model: ModelProto, batch_of: Callable[[int, int], Tensors], options: SessionOptions | None = None
) -> None:
    """Give the graph of an encoder the input :data:`POSITIONS`, and reduce its output to them. Changes ``model``.

    Args:
        model: The graph. Its output is of *Shape:* (batch, length, width)
        batch_of: Makes the inputs of a batch from the number of its rows and their length. The graph computes two of
            them, to see the sizes of its tensors: inference of shapes stops at those that are computed themselves.
        options: Of the runtime, such as weights that the graph does not contain.
    """
    graph = model.graph
    (output,) = graph.output
    name, whole = output.name, output.name + _WHOLE
    _rename(graph.node, name, whole)
    output.name = whole
    first, second = _computed_tensors(model, [batch_of(*each) for each in _OBSERVED], options)
    sizes = _compared_sizes(first, second)
    sizes.update((each.name, tuple(each.dims)) for each in graph.initializer)
    _name_types(graph, first)
    graph.input.append(helper.make_tensor_value_info(POSITIONS, TensorProto.INT64, [BATCH, POSITIONS]))
    selection = _Selection(graph, sizes)
    selected = selection.select(whole)
    _rename(selection.nodes, selected, name)
    graph.node.extend(selection.nodes)
    shape = [BATCH, POSITIONS, *sizes[whole][2:]]
    output.CopyFrom(helper.make_tensor_value_info(name, output.type.tensor_type.elem_type, shape))
    _remove_unused(graph)


def _computed_tensors(model: ModelProto, batches: Sequence[Tensors], options: SessionOptions | None) -> list[Tensors]:
    """All tensors of a graph, for each batch."""
    every = ModelProto()
    every.CopyFrom(model)
    names = [name for node in model.graph.node for name in node.output if name]
    del every.graph.output[:]
    every.graph.output.extend(ValueInfoProto(name=name) for name in names)
    options = options or SessionOptions()
    options.graph_optimization_level = GraphOptimizationLevel.ORT_DISABLE_ALL
    session = InferenceSession(every.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return [{**batch, **dict(zip(names, session.run(names, batch), strict=True))} for batch in batches]


def _compared_sizes(first: Tensors, second: Tensors) -> dict[str, tuple[Size, ...]]:
    """The sizes of tensors: numbers, :data:`BATCH`, :data:`LENGTH`, or names of those that are something else."""
    named = dict(zip(zip(*_OBSERVED, strict=True), (BATCH, LENGTH), strict=True))
    sizes: dict[str, tuple[Size, ...]] = {}
    for name in first:
        # All tensors of a sequence have the same number of axes.
        tensor, other = (each[0] if isinstance(each, list) else each for each in (first[name], second[name]))
        pairs = enumerate(zip(tensor.shape, other.shape, strict=True))
        sizes[name] = tuple(a if a == b else named.get((a, b), f"{name}.{axis}") for axis, (a, b) in pairs)
    return sizes


def _name_types(graph: GraphProto, tensors: Tensors) -> None:
    """Name the types that casts take from other tensors, so that these need not be computed for it."""
    for node in graph.node:
        if node.op_type == "CastLike":
            kind = helper.np_dtype_to_tensor_dtype(tensors[node.output[0]].dtype)
            node.CopyFrom(helper.make_node("Cast", [node.input[0]], node.output, to=kind))


class _Selection:
    """Moves the selection of positions from a tensor towards the graph's inputs.

    Attributes:
        nodes: New nodes of the graph, in order.
    """

    def __init__(self, graph: GraphProto, sizes: dict[str, tuple[Size, ...]]) -> None:
        self._sizes = sizes
        self._producers = {output: node for node in graph.node for output in node.output}
        self._constants = {
            node.output[0]: _values(node.attribute[0]) for node in graph.node if node.op_type == "Constant"
        }
        self._selected: dict[tuple[str, int], str] = {}
        self._whole: frozenset[str] = frozenset()
        self.nodes: list[NodeProto] = []

    def select(self, name: str) -> str:
        """Add the nodes that compute a tensor at the requested positions. Returns the name of the result.

        Args:
            name: The tensor. *Shape:* (batch, length, …)
        """
        # What is computed whole in any case is not computed once more for the selection.
        self._whole = frozenset(self._ancestors(self._whole_tensors(name)))
        return self._select(name, 1)

    def _select(self, name: str, axis: int) -> str:
        known = self._selected.get((name, axis))
        if known is None:
            axes = self._axes_of_inputs(name, axis) if name not in self._whole else None
            known = self._gather(name, axis) if axes is None else self._repeat(name, axis, axes)
            self._selected[name, axis] = known
        return known

    def _repeat(self, name: str, axis: int, axes: dict[int, int]) -> str:
        """Add the operation that makes a tensor, with selected inputs."""
        node = NodeProto()
        node.CopyFrom(self._producers[name])
        for number, of_input in axes.items():
            node.input[number] = self._select(node.input[number], of_input)
        if node.op_type == "Reshape":
            as_before = [0] * (axis + 1)  # 0 stands for the size of the input
            sizes = [size if isinstance(size, int) else -1 for size in self._sizes[name][axis + 1 :]]
            node.input[1] = self._constant(name, [*as_before, *sizes])
            del node.attribute[:]
        for number, output in enumerate(node.output):
            node.output[number] = self._selected[output, axis] = f"{output}{_SELECTED}_{axis}"
        self.nodes.append(node)
        return self._selected[name, axis]

    def _gather(self, name: str, axis: int) -> str:
        """Add the selection of positions from a whole tensor."""
        rank = len(self._sizes[name])
        order = [0, axis, *(other for other in range(1, rank) if other != axis)]  # with the positions' axis second
        indices = self._add("Unsqueeze", name, [POSITIONS, self._constant(name, [-1])])
        rows = name
        if self._sizes[name][0] != BATCH:  # it is the same for all rows of the batch
            count = self._add("Shape", name, [POSITIONS], start=0, end=1)
            ones = self._constant(name, [1] * (rank - 1))
            rows = self._add("Expand", name, [rows, self._add("Concat", name, [count, ones], axis=0)])
        if axis != 1:
            rows = self._add("Transpose", name, [rows], perm=order)
        result = self._add("GatherND", name, [rows, indices], batch_dims=1)
        return result if axis == 1 else self._add("Transpose", name, [result], perm=np.argsort(order).tolist())

    def _add(self, kind: str, name: str, inputs: list[str], **attributes: Any) -> str:
        output = f"{name}{_SELECTED}_by_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def _constant(self, name: str, values: list[int]) -> str:
        return self._add("Constant", name, [], value=numpy_helper.from_array(np.array(values, dtype=np.int64)))

    def _axes_of_inputs(self, name: str, axis: int) -> dict[int, int] | None:
        """Which inputs of the operation that makes a tensor have to be selected, and along which axis.

        Args:
            name: The tensor.
            axis: The axis of its positions.

        Returns:
            The axis by the number of the input; None if the operation mixes positions, or is not known.
        """
        node, sizes = self._producers.get(name), self._sizes.get(name, ())
        if node is None or node.domain or not all(each in self._sizes for each in node.input if each):
            return None
        if sizes[:1] != (BATCH,):  # it does not depend on the row of the batch
            return None
        rank, inputs = len(sizes), [self._sizes.get(each, ()) for each in node.input]
        along = _attribute(node, "axis", 0 if node.op_type.startswith("Split") else -1) % rank
        match node.op_type:
            case kind if kind in _OF_ONE_INPUT | _OF_SEVERAL_INPUTS:
                return _axes_of_broadcast(inputs, sizes, axis)
            case "MatMul" if axis == rank - 2 and len(inputs[0]) == rank:
                return {0: axis}
            case "LayerNormalization" if axis < along:
                return {0: axis}
            case "Softmax" | "Split" if axis != along:
                return {0: axis}
            case "SplitToSequence" if axis != along and len(inputs[0]) == rank:
                return {0: axis}
            case "SequenceAt" if self._can_repeat(node.input[0], axis):  # there is no selection from a sequence
                return {0: axis}
            case "Concat" if axis != along:
                return dict.fromkeys(range(len(inputs)), axis)
            case "Slice" if axis not in self._sliced_axes(node, rank):
                return {0: axis}
            case "Transpose" if (order := _attribute(node, "perm", ()))[:1] == [0]:
                return {0: order[axis]}
            case "Reshape" if _keeps_axes(inputs[0], sizes, axis):
                return {0: axis}
        return None

    def _can_repeat(self, name: str, axis: int) -> bool:
        return name not in self._whole and self._axes_of_inputs(name, axis) is not None

    def _sliced_axes(self, node: NodeProto, rank: int) -> set[int]:
        """The axes of a slice; all if they are not constant."""
        axes = self._constants.get(node.input[3]) if len(node.input) > 3 else None
        return set(range(rank)) if axes is None else {int(axis) % rank for axis in axes}

    def _whole_tensors(self, name: str) -> set[str]:
        """Tensors that are needed whole if the selection of ``name`` is moved as far as it can be.

        They are those where it stops, and other inputs of the operations that it passes.
        """
        whole: set[str] = set()
        known: set[tuple[str, int]] = set()
        waiting = [(name, 1)]
        while waiting:
            tensor = waiting.pop()
            if tensor in known:
                continue
            known.add(tensor)
            axes = self._axes_of_inputs(*tensor)
            if axes is None:
                whole.add(tensor[0])
                continue
            for number, each in enumerate(self._producers[tensor[0]].input):
                if number in axes:
                    waiting.append((each, axes[number]))
                else:
                    whole.add(each)
        return whole

    def _ancestors(self, names: Iterable[str]) -> set[str]:
        """Tensors, with all that they are computed from."""
        known: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in known:
                known.add(name)
                waiting += self._producers[name].input if name in self._producers else ()
        return known


def _axes_of_broadcast(
    inputs: Sequence[tuple[Size, ...]], output: tuple[Size, ...], axis: int
) -> dict[int, int] | None:
    """The inputs of an elementwise operation that differ between positions.

    None if one has fewer axes than the output, or if it is not known whether it differs.
    """
    differing = {}
    for number, sizes in enumerate(inputs):
        place = axis - (len(output) - len(sizes))
        if place < 0 or sizes[place] == 1:
            continue
        if place != axis or sizes[axis] != output[axis]:
            return None
        differing[number] = axis
    return differing


def _keeps_axes(before: tuple[Size, ...], after: tuple[Size, ...], axis: int) -> bool:
    """Whether reshaping keeps all axes up to ``axis``, and the sizes of the others are known."""
    return before[: axis + 1] == after[: axis + 1] and sum(isinstance(size, str) for size in after[axis + 1 :]) <= 1


def _values(constant: AttributeProto) -> list[int]:
    """The values of a constant; empty if they are no whole numbers."""
    value = helper.get_attribute_value(constant)
    if isinstance(value, TensorProto):
        value = numpy_helper.to_array(value)
    numbers = np.atleast_1d(np.asarray(value))
    return numbers.tolist() if np.issubdtype(numbers.dtype, np.integer) else []


def _attribute(node: NodeProto, name: str, default: Any) -> Any:
    return next((helper.get_attribute_value(each) for each in node.attribute if each.name == name), default)


def _rename(nodes: Iterable[NodeProto], old: str, new: str) -> None:
    for node in nodes:
        for names in (node.input, node.output):
            names[:] = [new if name == old else name for name in names]


def _remove_unused(graph: GraphProto) -> None:
    """Remove the nodes that no output needs."""
    needed = {output.name for output in graph.output}
    nodes = []
    for node in reversed(graph.node):
        if needed.intersection(node.output):
            needed.update(node.input)
            nodes.append(node)
    del graph.node[:]
    graph.node.extend(reversed(nodes))
