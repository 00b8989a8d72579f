"""Predict the blank of every sentence in a visitor's list."""

from collections.abc import Sequence
from dataclasses import dataclass

from components.fill.model.results import ListItem, ListRow
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import widen_mask
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.user_errors import UserError

BATCH_SIZE = 12  # sentences; other visitors get their turn between batches


@dataclass(frozen=True)
class _ListQuestion:
    item: ListItem
    question: PredictionInput | None
    target: int | None
    problem: str | None


def list_answers(opened: OpenModel, items: Sequence[ListItem]) -> tuple[ListRow, ...]:
    """The model's answer to each item, in order; ``problem`` explains an item that cannot be answered."""
    entries = [_list_question(opened, item) for item in items]
    questions = [entry.question for entry in entries if entry.question]
    replies: list[PredictionOutput] = []
    for start in range(0, len(questions), BATCH_SIZE):
        replies += opened.predict(questions[start : start + BATCH_SIZE])
    left = iter(replies)
    return tuple(_row(opened, entry, next(left) if entry.question else None) for entry in entries)


def _list_question(opened: OpenModel, item: ListItem) -> _ListQuestion:
    try:
        tokens = opened.tokenizer.tokens(item.sentence)
    except UserError as error:
        return _ListQuestion(item, None, None, str(error))
    if len(tokens.typed_masks) != 1:
        return _ListQuestion(item, None, None, f"needs one [MASK], has {len(tokens.typed_masks)}")
    (blank,) = tokens.typed_masks
    target, problem = None, None
    if item.word is not None:
        try:
            pieces = widen_mask(opened, tokens, (), blank, item.word).word_ids
        except UserError as error:
            problem = str(error)
        else:
            if len(pieces) == 1:
                (target,) = pieces
            else:
                problem = f"“{item.word}” is {len(pieces)} tokens here; a blank holds one"
    question = PredictionInput(tokens.ids, (blank,), (target,) if target is not None else None)
    return _ListQuestion(item, question, target, problem)


def _row(opened: OpenModel, entry: _ListQuestion, reply: PredictionOutput | None) -> ListRow:
    if reply is None:
        return ListRow(entry.item.sentence, entry.item.word, None, None, None, None, entry.problem)
    scored = entry.target is not None and reply.log_probability is not None and reply.rank is not None
    return ListRow(
        sentence=entry.item.sentence,
        word=entry.item.word,
        first_choice=opened.tokenizer.text(int(reply.top_ids[0, 0])),
        first_probability=float(reply.top_probabilities[0, 0]),
        word_probability=float(reply.log_probability[0].exp())
        if scored and reply.log_probability is not None
        else None,
        word_rank=int(reply.rank[0]) if scored and reply.rank is not None else None,
        problem=entry.problem,
    )
