"""An encoder that ONNX Runtime runs, with the weights of the PyTorch model."""

import numpy as np
import numpy.typing as npt
import onnxruntime
import torch
from transformers import PreTrainedModel

from components.model.compiled.graph import HIDDEN, IDS, MASK, PREFIX, EncoderGraph, named_weights

TOLERANCE = 2e-5  # of a vector's numbers, which are about 1: single precision in another order of summation
_LENGTH, _ATTENDED = 11, (11, 8, 1)  # of the sentences that are tried: all of the first may be looked at


class GraphMismatch(Exception):
    """A graph does not compute what the model does."""


class CompiledEncoder:
    """Vectors of the last layer, by ONNX Runtime on one core. Safe to use from many threads.

    The weights are the model's own memory and not copies. Beside them the runtime keeps the matrices of the layers
    once more, laid out for its products: without that it takes two thirds more time.

    Args:
        model: An encoder in PyTorch, on the CPU.
        graph: Its graph.

    Raises:
        NotTheSame: On sentences that are tried, the graph's vectors are others.

    Attributes:
        runtime: What computes, with its version.
    """

    runtime = f"onnxruntime {onnxruntime.__version__}"

    def __init__(self, model: PreTrainedModel, graph: EncoderGraph) -> None:
        weights = named_weights(model)
        self._arrays = [np.ascontiguousarray(weights[name].detach().numpy()) for name in graph.weights]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = (
            False  # it would keep what the longest text took for as long as the model is open
        )
        options.log_severity_level = 3  # errors
        names = [PREFIX + name for name in graph.weights]
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in self._arrays]
        options.add_external_initializers(names, values)
        self._values = values  # they have to live as long as the session
        self._session = onnxruntime.InferenceSession(graph.onnx, options, providers=["CPUExecutionProvider"])
        self._check(model)

    def __call__(self, ids: torch.Tensor, attended: torch.Tensor) -> torch.Tensor:
        """The vectors of a batch.

        Args:
            ids: Of tokens. *Shape:* (batch, length)
            attended: 1 where a position may be looked at, else 0. *Shape:* (batch, length)

        Returns:
            *Shape:* (batch, length, width)
        """
        inputs: dict[str, npt.NDArray[np.int64]] = {IDS: ids.numpy(), MASK: attended.numpy()}
        (hidden,) = self._session.run([HIDDEN], inputs)
        return torch.from_numpy(hidden)

    @torch.inference_mode()
    def _check(self, model: PreTrainedModel) -> None:
        rows = len(_ATTENDED)
        ids = torch.arange(rows * _LENGTH).reshape(rows, _LENGTH) % int(model.config.vocab_size)
        attended = torch.tensor([[int(position < count) for position in range(_LENGTH)] for count in _ATTENDED])
        expected = model(input_ids=ids, attention_mask=attended).last_hidden_state
        looked_at = attended.bool()
        difference = (self(ids, attended) - expected)[looked_at].abs().max().item()
        if not difference <= TOLERANCE * max(1.0, expected[looked_at].abs().max().item()):
            raise GraphMismatch(f"the graph's vectors differ by {difference:.1e}")
