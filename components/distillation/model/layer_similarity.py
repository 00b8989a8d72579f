"""Similarity of every layer of a student to every layer of its teacher.

Hidden states are compared by CKA, which compares the geometry of the tokens, and by the mean cosine of each token's two
vectors, which also requires the same directions: only a student that was copied from its teacher, or trained with a
cosine loss, can have those. Attention is compared head by head in order, which is meaningful only if the student's
heads were copied from the teacher's.
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

TOKEN_LIMIT = 640  # tokens of all sentences: kernels grow with their square
MINIMUM_TOKENS = 4
SHUFFLES = 5
SEED = 0


def layer_similarity(teacher: OpenModel, student: OpenModel, sentences: Sequence[str]) -> LayerSimilarity:
    """Compare every layer of ``student`` with every layer of ``teacher``.

    Args:
        teacher: A masked language model opened for inspection.
        student: Another with the same vocabulary, opened for inspection.
        sentences: The sentences that both read.

    Raises:
        UserError: The vocabularies differ, or there are too few or too many tokens.
    """
    require_shared_vocabulary(teacher, student)
    token_lists = [teacher.tokenizer.tokens(sentence) for sentence in sentences]
    count = sum(map(len, token_lists))
    if not MINIMUM_TOKENS <= count <= TOKEN_LIMIT:
        raise UserError(
            f"Comparing layers takes {MINIMUM_TOKENS} to {TOKEN_LIMIT} tokens; these sentences have {count:,}. "
            "Use one or two sentences."
        )
    for tokens in token_lists:
        require_same_tokens(teacher, student, tokens)
    teacher_traces, student_traces = (
        [trace(opened, tokens) for tokens in token_lists] for opened in (teacher, student)
    )
    teacher_hidden, student_hidden = (
        _hidden_states(teacher_traces),
        _hidden_states(student_traces),
    )  # (layer + 1, token, width)
    cka, shuffled = _cka(student_hidden, teacher_hidden)
    return LayerSimilarity(
        cka=cka,
        shuffled=shuffled,
        cosine=_mean_cosines(student_hidden, teacher_hidden)
        if student_hidden.shape[-1] == teacher_hidden.shape[-1]
        else None,
        attention=_attention_similarities(student_traces, teacher_traces),
        origins=layer_origins(teacher.record.id, student.record.id),
        sentences=len(token_lists),
        tokens=count,
        conditions=(teacher.conditions, student.conditions),
    )


def _hidden_states(traces: Sequence[Trace]) -> Floats:
    hidden_states: Floats = np.concatenate([trace.hidden for trace in traces], axis=1)
    return hidden_states


def _cka(student_hidden: Floats, teacher_hidden: Floats) -> tuple[Array, Array]:
    random = np.random.default_rng(SEED)
    orders = [random.permutation(student_hidden.shape[1]) for _ in range(SHUFFLES)]
    rows, columns = ([centred_kernel(layer) for layer in layers] for layers in (student_hidden, teacher_hidden))
    return (
        _read_only([[kernel_alignment(row, column) for column in columns] for row in rows]),
        _read_only([[shuffled_alignment(row, column, orders) for column in columns] for row in rows]),
    )


def _mean_cosines(student_hidden: Floats, teacher_hidden: Floats) -> Array:
    rows, columns = ([unit_rows(layer) for layer in layers] for layers in (student_hidden, teacher_hidden))
    return _read_only([[float((row * column).sum(axis=-1).mean()) for column in columns] for row in rows])


def _attention_similarities(student_traces: Sequence[Trace], teacher_traces: Sequence[Trace]) -> Array | None:
    """*Shape:* (student layer, teacher layer)."""
    if student_traces[0].attention.shape[1] != teacher_traces[0].attention.shape[1]:
        return None
    sums = np.zeros((len(student_traces[0].attention), len(teacher_traces[0].attention)))
    for student_trace, teacher_trace in zip(student_traces, teacher_traces, strict=True):
        for row, student_weights in enumerate(student_trace.attention):
            for column, teacher_weights in enumerate(teacher_trace.attention):
                sums[row, column] += (
                    attention_similarity(student_weights, teacher_weights).mean(axis=0).sum()
                )  # over heads, then tokens
    return _read_only(sums / sum(len(student_trace.tokens) for student_trace in student_traces))


def attention_similarity(first: Floats, second: Floats) -> Array:
    """1 minus the Jensen-Shannon divergence in bits of attention rows, from 0 (disjoint) to 1 (equal).

    *Shape:* (head, query, key) twice -> (head, query)
    """
    p, q = first.astype(np.float64), second.astype(np.float64)
    divergence = _entropy_bits((p + q) / 2) - (_entropy_bits(p) + _entropy_bits(q)) / 2
    similarity: Array = np.clip(1 - divergence, 0.0, 1.0)
    return similarity


def _entropy_bits(weights: Array) -> Array:
    """The entropy of rows in bits. *Shape:* (..., key) -> (...)."""
    logarithms = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    entropy: Array = -(weights * logarithms).sum(axis=-1) / math.log(2)
    return entropy


def _read_only(values: npt.ArrayLike) -> Array:
    """A copy as a read-only array, because visitors share it."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array
