"""An encoder in ONNX Runtime that shares the weights of the PyTorch model.

Threads that share the products of a pass wake each other some two hundred times. Measured with MiniLM on two cores, a
pass on one thread takes less processor time: 6.3 instead of 7.2 ms for 13 tokens, which arrive as soon, and 23 instead
of 27 ms for 8 × 13. So a small encoder computes a row on one core, and the rows of a long pass are divided between the
cores, which then have nothing to wait for. In a larger encoder all cores share every product, or one sentence would
take twice as long; a thread that waits for another sleeps.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import onnxruntime
import torch
from transformers import PreTrainedModel

from components.model.checkpoints.device import THREADS
from components.model.compiled.graph import HIDDEN, IDS, MASK, POSITIONS, TYPES, EncoderGraph, add_weights, input_names
from components.model.inference.threads import is_worth_all_cores

SENTENCE_TOKENS = 32  # of a usual sentence, or more
PART_TOKENS = 100  # of a pass that is divided: each part reads all weights from memory, as long as 13 tokens take
TOLERANCE = 2e-5  # for vectors of magnitude 1 in single precision, with another order of summation
_LENGTH, _ATTENDED = 11, (11, 8, 1)  # of the test batch: its length, and the visible tokens of each row


_CORES = ThreadPoolExecutor(THREADS, thread_name_prefix="encoder")

Arrays = dict[str, npt.NDArray[np.int64]]


class GraphMismatch(Exception):
    """A graph computes other vectors than the model."""


class CompiledEncoder:
    """The last hidden state of an encoder, by ONNX Runtime. Thread-safe.

    The weights share the memory of the PyTorch model. The runtime also keeps a copy of the layers' matrices, packed for
    its products; without it, it takes two thirds more time.

    Args:
        model: An encoder in PyTorch, on the CPU.
        graph: Its graph.

    Raises:
        GraphMismatch: On a test batch, the graph's vectors differ from the model's.

    Attributes:
        runtime: The name and the version of the runtime.
    """

    runtime = f"ONNX Runtime {onnxruntime.__version__}"

    def __init__(self, model: PreTrainedModel, graph: EncoderGraph) -> None:
        options = onnxruntime.SessionOptions()
        self._shares_products = is_worth_all_cores(model.num_parameters() * SENTENCE_TOKENS)
        options.intra_op_num_threads, options.inter_op_num_threads = THREADS if self._shares_products else 1, 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.enable_cpu_mem_arena = False  # the arena would keep the memory of the longest text
        options.log_severity_level = 3  # errors
        self._weights = add_weights(options, model, graph.weights)  # they have to live as long as the session
        self._session = onnxruntime.InferenceSession(graph.onnx, options, providers=["CPUExecutionProvider"])
        self._has_types = TYPES in input_names(model)
        self._check(model)

    def __call__(
        self,
        ids: torch.Tensor,
        attended: torch.Tensor,
        token_types: torch.Tensor | None = None,
        positions: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """The vectors of a batch. The last layer computes those of the requested positions only.

        Args:
            ids: Token ids. *Shape:* (batch, length)
            attended: The attention mask: 1 for visible positions, else 0. *Shape:* (batch, length)
            token_types: The segment of each token, for encoders with segment embeddings; None means the first.
                *Shape:* (batch, length)
            positions: The positions whose vectors are requested; None means all. *Shape:* (batch, position)

        Returns:
            *Shape:* (batch, position, width)
        """
        if positions is None:
            positions = torch.arange(ids.shape[1]).repeat(len(ids), 1)
        inputs: Arrays = {IDS: ids.numpy(), MASK: attended.numpy(), POSITIONS: positions.numpy()}
        if self._has_types:
            inputs[TYPES] = (torch.zeros_like(ids) if token_types is None else token_types).numpy()
        parts = min(THREADS, len(ids), ids.numel() // PART_TOKENS)
        if self._shares_products or parts < 2:
            return torch.from_numpy(self._run(inputs))
        return torch.from_numpy(np.concatenate(list(_CORES.map(self._run, _divide(inputs, parts)))))

    def _run(self, inputs: Arrays) -> npt.NDArray[np.float32]:
        (hidden,) = self._session.run([HIDDEN], inputs)
        return hidden  # type: ignore[no-any-return]

    @torch.inference_mode()
    def _check(self, model: PreTrainedModel) -> None:
        rows = len(_ATTENDED)
        ids = torch.arange(rows * _LENGTH).reshape(rows, _LENGTH) % int(model.config.vocab_size)
        attended = torch.tensor([[int(position < count) for position in range(_LENGTH)] for count in _ATTENDED])
        token_types = (ids // 7) % 2 if self._has_types else None
        options = {} if token_types is None else {TYPES: token_types}
        expected = model(input_ids=ids, attention_mask=attended, **options).last_hidden_state
        looked_at = attended.bool()
        of_all = (self(ids, attended, token_types) - expected)[looked_at]
        last = torch.tensor(_ATTENDED)[:, None] - 1
        of_last = self(ids, attended, token_types, last) - expected.take_along_dim(last[:, :, None], dim=1)
        difference = max(of_all.abs().max().item(), of_last.abs().max().item())
        if not difference <= TOLERANCE * max(1.0, expected[looked_at].abs().max().item()):
            raise GraphMismatch(f"the graph's vectors differ by {difference:.1e}")


def _divide(inputs: Arrays, count: int) -> list[Arrays]:
    """Divide the rows of a batch into ``count`` batches of about the same size."""
    parts = {name: np.array_split(rows, count) for name, rows in inputs.items()}
    return [{name: parts[name][number] for name in parts} for number in range(count)]
