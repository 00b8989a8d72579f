"""A minimal pair: how one changed word changes the prediction at the same blank."""

from collections.abc import Iterable

from components.fill.model.results import SentencePair
from components.model.blanks.results import PairWord
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import masked_positions
from components.model.inference.prediction import masked_ids
from components.model.inference.prediction_io import PredictionInput
from components.model.results import Tokens
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import UserError

TOP_COUNT = 20


def sentence_pair(opened: OpenModel, first: Tokens, masked: Iterable[int], second: Tokens) -> SentencePair:
    """Compare the predictions at the only blank of ``first``, typed or ``masked``, and the one typed in ``second``.

    Raises:
        UserError: A sentence does not have exactly one blank.
    """
    questions = []
    for name, tokens, chosen in (("first", first, tuple(masked)), ("second", second, ())):
        blanks = masked_positions(tokens, chosen)
        if len(blanks) != 1:
            raise UserError(
                f"Each sentence needs exactly one blank; the {name} has {len(blanks) or 'none'}. "
                "Type [MASK] once in each."
            )
        questions.append(PredictionInput(masked_ids(opened, tokens, blanks), blanks, full_distribution=True))
    outputs = opened.predict(questions)
    first_logs, second_logs = (output.distribution for output in outputs)
    assert first_logs is not None
    assert second_logs is not None
    first_logs, second_logs = first_logs[0], second_logs[0]  # (vocabulary,)
    top = min(TOP_COUNT, len(first_logs))
    shown = dict.fromkeys([*first_logs.topk(top).indices.tolist(), *second_logs.topk(top).indices.tolist()])
    tokenizer = opened.tokenizer
    return SentencePair(
        first=first,
        second=second,
        words=tuple(
            PairWord(tokenizer.text(i), tokenizer.continues(i), float(first_logs[i]), float(second_logs[i]))
            for i in shown
        ),
        jsd=jensen_shannon(first_logs, second_logs),
        conditions=opened.conditions_of(outputs),
    )
