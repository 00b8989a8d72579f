"""What do shared forward passes give when eight visitors ask at once?

Eight threads, each asking ten different sentences one after another of a model of BERT-base's size: once through the
micro-batcher, once each computing by itself with PyTorch, as an app without it does, and once each by itself with ONNX
Runtime, which shows what batches give alone. Same model, same number format, same sentences, in turn. Measured from the
moment all threads are let go to the last answer.

How much there is to be gained is a matter of the processor: full batches cannot take less time than the products of
matrices that they are made of, and these are measured by themselves.
"""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import torch

from benchmarks.base_model import base_model, folder_of, open_compiled, sentence
from benchmarks.spread import TimeSpread, spread
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batching import MicroBatcher
from components.model.inference.prediction import predictions
from components.model.inference.threads import set_thread_count

VISITORS, SENTENCES = 8, 10
TOKENS = 24
REPEATS = 3


@dataclass(frozen=True)
class MicroBatching:
    """Seconds for all sentences of all visitors, and for the products of matrices in full batches of them.

    Attributes:
        shared: Through the micro-batcher.
        uncoordinated: Each thread by itself, with PyTorch.
        uncoordinated_compiled: Each thread by itself, with ONNX Runtime.
        products: PyTorch's products of matrices alone.
        sentences: Number of sentences.
    """

    shared: TimeSpread
    uncoordinated: TimeSpread
    uncoordinated_compiled: TimeSpread
    products: TimeSpread
    sentences: int

    def line(self) -> str:
        """The table's line."""
        ways = (self.shared, self.uncoordinated, self.uncoordinated_compiled)
        rates = [self.sentences / times.median for times in ways]
        return (
            f"| {VISITORS} visitors at once, BERT-base size, {TOKENS} tokens | "
            f"{rates[0]:.1f} answers/s, {self.shared.seconds()} | eight threads of PyTorch: "
            f"{rates[1]:.1f} answers/s, {self.uncoordinated.seconds()}; of ONNX Runtime: {rates[2]:.1f} answers/s | "
            f"{rates[0] / rates[1]:.1f}×; {rates[0] / rates[2]:.1f}× by batches alone |"
        )


def measure() -> MicroBatching:
    """Measure all three, in turn."""
    with base_model() as record:
        alone, compiled = Loader(folder_of).open(record), open_compiled(record)
        ways = replace(compiled, predictor=MicroBatcher()), alone, compiled
        times: tuple[list[float], ...] = ([], [], [])
        products = []
        for repeat in range(REPEATS + 1):  # the first is to warm up
            for opened, seconds in zip(ways, times, strict=True):
                taken = _seconds(opened)
                if repeat:
                    seconds.append(taken)
            taken = _products(alone)
            if repeat:
                products.append(taken)
    shared, by_torch, by_runtime = map(spread, times)
    return MicroBatching(shared, by_torch, by_runtime, spread(products), VISITORS * SENTENCES)


@torch.inference_mode()
def _products(opened: OpenModel) -> float:
    """Seconds for nothing but the linear layers of as many sentences, as many at a time as there are visitors."""
    rows = VISITORS * TOKENS
    encoder = opened.model.base_model.get_submodule("encoder")
    layers = [part for part in encoder.modules() if isinstance(part, torch.nn.Linear)]
    inputs = {layer: torch.randn(rows, layer.in_features) for layer in layers}
    set_thread_count(opened.parameters * rows)
    start = time.perf_counter()
    for _ in range(SENTENCES):
        for layer, given in inputs.items():
            layer(given)
    return time.perf_counter() - start


def _seconds(opened: OpenModel) -> float:
    together = threading.Barrier(VISITORS + 1)

    def visit(number: int) -> None:
        sentences = [sentence(SENTENCES * number + i, tokens=TOKENS) for i in range(SENTENCES)]
        together.wait()
        for text in sentences:
            predictions(opened, opened.tokenizer.tokens(text), masked=(5,))

    with ThreadPoolExecutor(VISITORS) as threads:
        visits = [threads.submit(visit, number) for number in range(VISITORS)]
        together.wait()
        start = time.perf_counter()
        for done in visits:
            done.result()
        return time.perf_counter() - start
