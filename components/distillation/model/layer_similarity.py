"""What became of the layers a student was given: which of its teacher's are they like now?

Hidden states are compared by CKA, which asks whether both layers lay out the tokens alike, and by the cosine of each
token's two vectors, which asks for the same directions too: a student copied from its teacher and trained to point as
it does can have that, and a stranger of the same size cannot. Attention is compared head by head in the order of the
heads, which means something only where the student's heads began as the teacher's.
"""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.distillation.model.results import Array, LayerSimilarity, layer_origins
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import trace
from components.model.inference.shared_vocabulary import require_same_tokens, require_shared_vocabulary
from components.model.results import Floats, Trace
from components.model.statistics.cosines import unit_rows
from components.model.statistics.kernels import centred_kernel, kernel_alignment, shuffled_alignment
from components.model.user_errors import UserError

TOKEN_LIMIT = 640  # over all sentences: kernels grow with their square
MINIMUM_TOKENS = 4
SHUFFLES = 5
SEED = 0


def layer_similarity(teacher: OpenModel, student: OpenModel, sentences: Sequence[str]) -> LayerSimilarity:
    """Every layer of ``student`` against every layer of ``teacher``.

    Args:
        teacher: A masked language model opened to look inside.
        student: Another with the same vocabulary, opened to look inside.
        sentences: What both read.

    Raises:
        UserError: The vocabularies differ, or there are too few or too many tokens.
    """
    require_shared_vocabulary(teacher, student)
    read = [teacher.tokenizer.tokens(sentence) for sentence in sentences]
    count = sum(map(len, read))
    if not MINIMUM_TOKENS <= count <= TOKEN_LIMIT:
        raise UserError(
            f"Comparing layers takes {MINIMUM_TOKENS} to {TOKEN_LIMIT} tokens; these sentences have {count:,}. "
            "Use one or two sentences."
        )
    for tokens in read:
        require_same_tokens(teacher, student, tokens)
    taught, learned = ([trace(opened, tokens) for tokens in read] for opened in (teacher, student))
    theirs, ours = _hidden(taught), _hidden(learned)  # (layer + 1, token, width)
    cka, shuffled = _alignments(ours, theirs)
    return LayerSimilarity(
        cka=cka,
        shuffled=shuffled,
        cosine=_cosines(ours, theirs) if ours.shape[-1] == theirs.shape[-1] else None,
        attention=_attention(learned, taught),
        origins=layer_origins(teacher.record.id, student.record.id),
        sentences=len(read),
        tokens=count,
        conditions=(teacher.conditions, student.conditions),
    )


def _hidden(traces: Sequence[Trace]) -> Floats:
    found: Floats = np.concatenate([one.hidden for one in traces], axis=1)
    return found


def _alignments(ours: Floats, theirs: Floats) -> tuple[Array, Array]:
    random = np.random.default_rng(SEED)
    orders = [random.permutation(ours.shape[1]) for _ in range(SHUFFLES)]
    rows, columns = ([centred_kernel(layer) for layer in layers] for layers in (ours, theirs))
    return (
        _frozen([[kernel_alignment(row, column) for column in columns] for row in rows]),
        _frozen([[shuffled_alignment(row, column, orders) for column in columns] for row in rows]),
    )


def _cosines(ours: Floats, theirs: Floats) -> Array:
    rows, columns = ([unit_rows(layer) for layer in layers] for layers in (ours, theirs))
    return _frozen([[float((row * column).sum(axis=-1).mean()) for column in columns] for row in rows])


def _attention(learned: Sequence[Trace], taught: Sequence[Trace]) -> Array | None:
    """*Shape:* (student layer, teacher layer)."""
    if learned[0].attention.shape[1] != taught[0].attention.shape[1]:
        return None
    sums = np.zeros((len(learned[0].attention), len(taught[0].attention)))
    for one, other in zip(learned, taught, strict=True):
        for row, ours in enumerate(one.attention):
            for column, theirs in enumerate(other.attention):
                sums[row, column] += attention_similarity(ours, theirs).mean(axis=0).sum()  # over heads, then tokens
    return _frozen(sums / sum(len(one.tokens) for one in learned))


def attention_similarity(first: Floats, second: Floats) -> Array:
    """1 less the Jensen-Shannon divergence in bits, from 0 (nothing shared) to 1 (the same), of rows of attention.

    *Shape:* (head, query, key) twice -> (head, query)
    """
    ours, theirs = first.astype(np.float64), second.astype(np.float64)
    apart = _bits((ours + theirs) / 2) - (_bits(ours) + _bits(theirs)) / 2
    alike: Array = np.clip(1 - apart, 0.0, 1.0)
    return alike


def _bits(weights: Array) -> Array:
    """The entropy of rows. *Shape:* (..., key) -> (...)."""
    logarithms = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    entropy: Array = -(weights * logarithms).sum(axis=-1) / math.log(2)
    return entropy


def _frozen(values: npt.ArrayLike) -> Array:
    """As an array that nobody can write to: visitors share it."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array
