"""Similarity of every layer of a student to every layer of its teacher.

Hidden states are compared by CKA, which compares the geometry of the tokens whatever the axes of the vectors.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.distillation.model.results import Array, LayerSimilarity, layer_origins
from components.distillation.model.shared_vocabulary import require_same_tokens, require_shared_vocabulary
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import trace
from components.model.results import Floats, Tokens
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
    teacher_hidden, student_hidden = (
        _hidden_states(opened, token_lists) for opened in (teacher, student)
    )  # (layer + 1, token, width)
    cka, shuffled = _cka(student_hidden, teacher_hidden)
    return LayerSimilarity(
        cka=cka,
        shuffled=shuffled,
        origins=layer_origins(teacher.record.id, student.record.id),
        sentences=len(token_lists),
        tokens=count,
        conditions=(teacher.conditions, student.conditions),
    )


def _hidden_states(opened: OpenModel, token_lists: Sequence[Tokens]) -> Floats:
    hidden_states: Floats = np.concatenate([trace(opened, tokens).hidden for tokens in token_lists], axis=1)
    return hidden_states


def _cka(student_hidden: Floats, teacher_hidden: Floats) -> tuple[Array, Array]:
    random = np.random.default_rng(SEED)
    orders = [random.permutation(student_hidden.shape[1]) for _ in range(SHUFFLES)]
    rows, columns = ([centred_kernel(layer) for layer in layers] for layers in (student_hidden, teacher_hidden))
    return (
        _read_only([[kernel_alignment(row, column) for column in columns] for row in rows]),
        _read_only([[shuffled_alignment(row, column, orders) for column in columns] for row in rows]),
    )


def _read_only(values: npt.ArrayLike) -> Array:
    """A copy as a read-only array, because visitors share it."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array
