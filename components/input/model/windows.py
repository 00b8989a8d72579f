"""A text longer than a model reads, cut in every usual way: its end cut off, its beginning cut off, or in windows.

Windows overlap by all but a stride of them, so that what stands at the edge of one stands inside another (Devlin et al.
2019 read SQuAD's paragraphs so, https://github.com/google-research/bert, ``doc_stride``).
"""

from dataclasses import replace

from components.input.model.results import CutText, Piece
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import PredictionInput, PredictionOutput, require_mask_id
from components.model.results import Token, Tokens
from components.model.user_errors import UserError

WHOLE, END_CUT, BEGINNING_CUT = "the whole text", "end cut off", "beginning cut off"
_WINDOW = "window {number}"
CANDIDATES = 5
MOST_WINDOWS = 60


def cuts(count: int, room: int, stride: int) -> tuple[Piece, ...]:
    """What each way keeps of ``count`` pieces where a model has room for ``room``.

    Args:
        count: Pieces of the text, without marks.
        room: Pieces that a model is given at once, without marks.
        stride: Pieces from the beginning of one window to the next.

    Raises:
        ValueError: The stride is not from 1 to the room.
    """
    if not 1 <= stride <= room:
        raise ValueError(f"expected a stride from 1 to {room}, got {stride}")
    kept = min(count, room)
    found = [Piece(END_CUT, 0, kept), Piece(BEGINNING_CUT, count - kept, count)]
    start = number = 0
    while True:
        number += 1
        end = min(start + room, count)
        found.append(Piece(_WINDOW.format(number=number), start, end))
        if end == count:
            return tuple(found)
        start += stride


def cut_text(opened: OpenModel, tokens: Tokens, *, limit: int, overlap: int, telling: str) -> CutText:
    """A long text under each cut, and the blank's answer in those that kept it.

    Args:
        opened: A masked language model.
        tokens: The text, as :meth:`SentenceTokenizer.of_any_length` reads it; its first mask is the blank.
        limit: How many pieces the model is given at once, marks included.
        overlap: Pieces that two windows share.
        telling: The word that the answer hangs on; empty if none is named.

    Raises:
        UserError: The model knows no mask, or there would be more than :data:`MOST_WINDOWS` windows.
    """
    require_mask_id(opened)
    before, own, after = _parts(tokens)
    room = limit - len(before) - len(after)
    pieces = cuts(len(own), room, max(1, room - overlap))
    if (windows := len(pieces) - 2) > MOST_WINDOWS:
        raise UserError(
            f"This text needs {windows:,} windows; the limit is {MOST_WINDOWS}. Shorten it, or reduce the overlap."
        )
    if len(tokens) <= opened.tokenizer.positions:
        pieces = (Piece(WHOLE, 0, len(own)), *pieces)
    blank = next((place for place, token in enumerate(own) if token.typed_mask), None)
    told = tuple(_places(own, telling))
    if blank is None:
        return CutText(len(own), limit, None, told, "", None, pieces, opened.conditions)
    asked = [piece for piece in pieces if piece.start <= blank < piece.end]
    rows = [[*before, *own[piece.start : piece.end], *after] for piece in asked]
    at = [len(before) + blank - piece.start for piece in asked]
    ids = [tuple(token.id for token in row) for row in rows]
    answers = opened.predict(
        [PredictionInput(row, (place,), full_distribution=True) for row, place in zip(ids, at, strict=True)]
    )
    followed = _followed(asked, answers, told)
    answered = {piece: _answered(opened, piece, answer, followed) for piece, answer in zip(asked, answers, strict=True)}
    cut = tuple(answered.get(piece, piece) for piece in pieces)
    return CutText(len(own), limit, blank, told, opened.tokenizer.text(followed), followed, cut, opened.conditions)


def _followed(asked: list[Piece], answers: list[PredictionOutput], telling: tuple[int, ...]) -> int:
    """The first choice of the cut that kept most of what tells: its answer is looked for in the others."""
    kept = [sum(piece.start <= place < piece.end for place in telling) for piece in asked]
    best = max(range(len(asked)), key=lambda number: (kept[number], asked[number].end - asked[number].start))
    return int(answers[best].top_ids[0, 0])


def _answered(opened: OpenModel, piece: Piece, answer: PredictionOutput, followed: int) -> Piece:
    probability, rank = answer.probability_and_rank(followed)
    pairs = zip(answer.top_ids[0].tolist()[:CANDIDATES], answer.top_probabilities[0].tolist(), strict=False)
    return replace(
        piece,
        candidates=tuple(opened.tokenizer.candidate(i, p) for i, p in pairs),
        probability=probability,
        rank=rank,
    )


def _parts(tokens: Tokens) -> tuple[list[Token], list[Token], list[Token]]:
    """The marks before, the text, and the marks behind."""
    own = [place for place, token in enumerate(tokens.items) if not token.special]
    items = list(tokens.items)
    return items[: own[0]], items[own[0] : own[-1] + 1], items[own[-1] + 1 :]


def _places(own: list[Token], word: str) -> list[int]:
    wanted = word.strip().casefold()
    return [place for place, token in enumerate(own) if wanted and token.text.casefold() == wanted]
