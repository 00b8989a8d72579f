"""Attention and vectors of sentences: too large to be copied at every visit, so they are shared, and kept by size.

A trace of BERT-base at 512 tokens takes 150 MB, one of the pocket model at twelve tokens 30 kB. The least recently used
leave when there are too many bytes, and are computed again when they are wanted again.
"""

from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import LargeResults
from components.model.results import Trace

if TYPE_CHECKING:
    from components.model.inference.results import NeuronVectors

_TRACES: LargeResults[Trace] = LargeResults("trace", lambda trace: trace.attention.nbytes + trace.hidden.nbytes)


def trace(model_id: str, sentence: str, second: str = "") -> Trace:
    """Attention and hidden states of a sentence, or of a pair."""

    def compute() -> Trace:
        from components.model.inference.forward import trace

        return trace(*engine().inspect(model_id, sentence, second))

    return _TRACES.get((model_id, sentence, second), compute)


def neuron_vectors(model_id: str, sentence: str, second: str = "") -> "NeuronVectors":
    """The queries and keys that a trace's weights were computed from: kept by nobody, they are quickly made again."""
    from components.model.inference.neuron_vectors import neuron_vectors

    return neuron_vectors(engine().open_for_inspection(model_id), trace(model_id, sentence, second))
