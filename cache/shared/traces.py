"""Cached attention and hidden states of sentences, shared without copies in a cache that is bounded by size.

A trace takes 150 MB for BERT-base at 512 tokens, and 30 kB for a pocket model at twelve. The least recently used are
dropped and recomputed when needed.
"""

from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import share_results
from components.model.results import Trace

if TYPE_CHECKING:
    from components.model.inference.results import NeuronVectors


@share_results(size=lambda trace: trace.attention.nbytes + trace.hidden.nbytes)
def trace(model_id: str, sentence: str, second: str = "") -> Trace:
    """Attention and hidden states of a sentence, or of a pair."""
    from components.model.inference.forward import trace

    return trace(*engine().inspect(model_id, sentence, second))


def neuron_vectors(model_id: str, sentence: str, second: str = "") -> "NeuronVectors":
    """The queries and keys that a trace's weights were computed from. They are not cached, since they are cheap."""
    from components.model.inference.neuron_vectors import neuron_vectors

    return neuron_vectors(engine().open_for_inspection(model_id), trace(model_id, sentence, second))
