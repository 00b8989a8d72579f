"""Several blanks, filled independently or jointly.

A masked language model predicts each blank independently. Filling blanks from left to right scores whole fills:
log P = sum_i log P(token_i | earlier tokens in place, later blanks masked). Another order would give another score,
since a masked model defines no single joint distribution. Filling in steps: Wang and
Cho 2019, https://arxiv.org/abs/1902.04094; Ghazvininejad et al. 2019, https://arxiv.org/abs/1904.09324.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import torch

from components.fill.model.results import Fill, JointFill
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import masked_positions
from components.model.inference.prediction import masked_ids
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Tokens
from components.model.user_errors import UserError

MIN_BLANKS, MAX_BLANKS = 2, 6
BEAM_WIDTH = 10
FILL_COUNT = 5


@dataclass(frozen=True)
class _Path:
    """Tokens for the first blanks, and the log-probability of each given those before it."""

    ids: tuple[int, ...] = ()
    steps: tuple[float, ...] = ()

    @property
    def score(self) -> float:
        return sum(self.steps)


def joint_fill(opened: OpenModel, tokens: Tokens, masked: Iterable[int] = (), *, width: int = BEAM_WIDTH) -> JointFill:
    """The independent fill, and the best joint fills of a beam search of ``width`` paths.

    The independent fill is one of the candidates, so the best joint fill never scores below it.

    Raises:
        UserError: There are fewer than two blanks or more than six.
    """
    blanks = masked_positions(tokens, masked)
    if not MIN_BLANKS <= len(blanks) <= MAX_BLANKS:
        raise UserError(
            f"This needs {MIN_BLANKS} to {MAX_BLANKS} blanks; the sentence has {len(blanks)}. "
            "Click a word to hide it, or a blank to show it."
        )
    ids = masked_ids(opened, tokens, blanks)
    (answer,) = opened.predict([PredictionInput(ids, blanks)])
    independent = _score_fill(opened, ids, blanks, tuple(answer.top_ids[:, 0].tolist()))
    beam = _beam_search(opened, ids, blanks, width)
    paths = {path.ids: path for path in (*beam, independent)}
    best = sorted(paths.values(), key=lambda path: path.score, reverse=True)[:FILL_COUNT]
    return JointFill(
        tokens=tokens,
        blanks=blanks,
        first_choices=tuple(
            opened.tokenizer.candidate(token_id, probability)
            for token_id, probability in zip(independent.ids, answer.top_probabilities[:, 0].tolist(), strict=True)
        ),
        independent=_fill(opened, independent),
        joint=tuple(_fill(opened, path) for path in best),
        width=width,
        conditions=opened.conditions_of([answer]),
    )


def _beam_search(opened: OpenModel, ids: tuple[int, ...], blanks: tuple[int, ...], width: int) -> list[_Path]:
    """The ``width`` best paths through all blanks, from left to right."""
    beam = [_Path()]
    for blank in blanks:
        answers = opened.predict([PredictionInput(_with_tokens(ids, blanks, path.ids), (blank,)) for path in beam])
        longer = [step for path, answer in zip(beam, answers, strict=True) for step in _steps(path, answer, width)]
        beam = sorted(longer, key=lambda path: path.score, reverse=True)[:width]
    return beam


def _steps(path: _Path, answer: PredictionOutput, width: int) -> list[_Path]:
    pieces = answer.top_ids[0, :width].tolist()
    logs = answer.top_probabilities[0, :width].clamp_min(torch.finfo(torch.float32).tiny).log().tolist()
    return [_Path((*path.ids, piece), (*path.steps, log)) for piece, log in zip(pieces, logs, strict=True)]


def _score_fill(opened: OpenModel, ids: tuple[int, ...], blanks: tuple[int, ...], pieces: tuple[int, ...]) -> _Path:
    """Score a given fill by the same chain rule."""
    questions = [
        PredictionInput(_with_tokens(ids, blanks, pieces[:step]), (blank,), (pieces[step],))
        for step, blank in enumerate(blanks)
    ]
    logs = [answer.log_probability for answer in opened.predict(questions)]
    return _Path(pieces, tuple(float(log) for log in logs if log is not None))


def _with_tokens(ids: tuple[int, ...], blanks: tuple[int, ...], pieces: tuple[int, ...]) -> tuple[int, ...]:
    """``ids`` with ``pieces`` filled into the first blanks."""
    put = dict(zip(blanks, pieces, strict=False))
    return tuple(put.get(position, token_id) for position, token_id in enumerate(ids))


def _fill(opened: OpenModel, path: _Path) -> Fill:
    probabilities = torch.tensor(path.steps).exp().tolist()
    pieces = (opened.tokenizer.candidate(*pair) for pair in zip(path.ids, probabilities, strict=True))
    return Fill(tuple(pieces), path.score)
