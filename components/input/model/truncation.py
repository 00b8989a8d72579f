"""A text longer than a model reads, truncated in every common way: at its end, at its beginning, or in windows.

Windows overlap by all but a stride of them, so that what stands at the edge of one stands inside another (Devlin et al.
2019 read SQuAD's paragraphs so, https://github.com/google-research/bert, ``doc_stride``).
"""

from dataclasses import replace

from components.input.model.results import Excerpt, TruncatedText
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import require_mask_id
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Token, Tokens
from components.model.user_errors import UserError

WHOLE, BEGINNING, END = "the whole text", "the beginning", "the end"
_WINDOW = "part {number}"
CANDIDATES = 5
WINDOW_LIMIT = 60


def list_excerpts(count: int, room: int, stride: int) -> tuple[Excerpt, ...]:
    """The excerpts of a text of ``count`` tokens for a model that reads ``room`` at once.

    These are windows from the beginning on, the first of which is what truncation at the end keeps; and the end.

    Args:
        count: Tokens of the text, without special tokens.
        room: Tokens that the model reads at once, without special tokens.
        stride: Tokens from the start of one window to the start of the next.

    Raises:
        ValueError: The stride is not from 1 to the room.
    """
    if not 1 <= stride <= room:
        raise ValueError(f"expected a stride from 1 to {room}, got {stride}")
    starts = [0]
    while starts[-1] + room < count:
        starts.append(starts[-1] + stride)
    names = (BEGINNING, *(_WINDOW.format(number=number) for number in range(2, len(starts) + 1)))
    windows = [Excerpt(name, start, min(start + room, count)) for name, start in zip(names, starts, strict=True)]
    return (*windows, Excerpt(END, max(0, count - room), count))


def truncate_text(opened: OpenModel, tokens: Tokens, *, limit: int, overlap: int, clue: str) -> TruncatedText:
    """Truncate a long text in each way, and predict the blank in the excerpts that keep it.

    Args:
        opened: A masked language model.
        tokens: The text, as :meth:`SentenceTokenizer.tokens_of_any_length` reads it; its first mask is the blank.
        limit: The number of tokens that the model reads at once, special tokens included.
        overlap: Tokens that two windows share.
        clue: The word that the answer hangs on; empty if none is named.

    Raises:
        UserError: The model knows no mask, or there would be more than :data:`WINDOW_LIMIT` windows.
    """
    require_mask_id(opened)
    before, text_tokens, after = _parts(tokens)
    room = limit - len(before) - len(after)
    excerpts = list_excerpts(len(text_tokens), room, max(1, room - overlap))
    if (windows := len(excerpts) - 1) > WINDOW_LIMIT:
        raise UserError(
            f"This text needs {windows:,} windows; the limit is {WINDOW_LIMIT}. Shorten it, or reduce the overlap."
        )
    if len(tokens) <= opened.tokenizer.positions:
        excerpts = (Excerpt(WHOLE, 0, len(text_tokens)), *excerpts)
    blank = next((place for place, token in enumerate(text_tokens) if token.typed_mask), None)
    clue_positions = tuple(_places(text_tokens, clue))
    if blank is None:
        return TruncatedText(len(text_tokens), limit, None, clue_positions, "", None, excerpts, opened.conditions)
    with_blank = [excerpt for excerpt in excerpts if excerpt.start <= blank < excerpt.end]
    rows = [[*before, *text_tokens[excerpt.start : excerpt.end], *after] for excerpt in with_blank]
    blank_positions = [len(before) + blank - excerpt.start for excerpt in with_blank]
    ids = [tuple(token.id for token in row) for row in rows]
    answers = opened.predict(
        [
            PredictionInput(row, (place,), full_distribution=True)
            for row, place in zip(ids, blank_positions, strict=True)
        ]
    )
    answer_id = _followed(with_blank, answers, clue_positions)
    answered = {
        excerpt: _answered(opened, excerpt, answer, answer_id)
        for excerpt, answer in zip(with_blank, answers, strict=True)
    }
    cut = tuple(answered.get(excerpt, excerpt) for excerpt in excerpts)
    return TruncatedText(
        len(text_tokens),
        limit,
        blank,
        clue_positions,
        opened.tokenizer.text(answer_id),
        answer_id,
        cut,
        opened.conditions,
    )


def _followed(excerpts: list[Excerpt], answers: list[PredictionOutput], clue_positions: tuple[int, ...]) -> int:
    """The first choice in the excerpt that keeps the most clues; its probability is compared in the others."""
    clue_counts = [sum(excerpt.start <= place < excerpt.end for place in clue_positions) for excerpt in excerpts]
    best = max(
        range(len(excerpts)), key=lambda number: (clue_counts[number], excerpts[number].end - excerpts[number].start)
    )
    return int(answers[best].top_ids[0, 0])


def _answered(opened: OpenModel, excerpt: Excerpt, answer: PredictionOutput, answer_id: int) -> Excerpt:
    probability, rank = answer.probability_and_rank(answer_id)
    pairs = zip(answer.top_ids[0].tolist()[:CANDIDATES], answer.top_probabilities[0].tolist(), strict=False)
    return replace(
        excerpt,
        candidates=tuple(opened.tokenizer.candidate(i, p) for i, p in pairs),
        probability=probability,
        rank=rank,
    )


def _parts(tokens: Tokens) -> tuple[list[Token], list[Token], list[Token]]:
    """The special tokens before, the text, and the special tokens after."""
    positions = [place for place, token in enumerate(tokens.items) if not token.special]
    items = list(tokens.items)
    return items[: positions[0]], items[positions[0] : positions[-1] + 1], items[positions[-1] + 1 :]


def _places(tokens: list[Token], word: str) -> list[int]:
    wanted = word.strip().casefold()
    return [place for place, token in enumerate(tokens) if wanted and token.text.casefold() == wanted]
