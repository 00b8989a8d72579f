"""Mistakes in what a model is given: another vocabulary, capital letters, another mask, a cut end, labels, units."""

import math
from collections.abc import Sequence

import torch

from components.mistakes.model.at_hand import AtHand, plain_tokenizer
from components.mistakes.model.results import Compared, Row, Side
from components.model.inference.prediction import ROWS_PER_REQUEST, PredictionInput
from components.model.user_errors import UserError

CUT = 7  # pieces


def vocabulary(at: AtHand) -> Compared:
    """The sentence as another model's tokenizer cuts it."""
    assert at.other is not None
    right = _filled(at, at.tokenizer)
    wrong, named = at.other, at.other.tokenizer
    text = str(at.given("sentence")).replace("[MASK]", wrong.mask)
    ids = named(text, return_tensors="pt")["input_ids"]
    try:
        at.rows_of(ids)
    except IndexError as error:
        followed = int(right.argmax())
        failed = Side(math.nan, (), f"{type(error).__name__}: {error}")
        return at.compared(Side(float(right[followed]), at.candidates(right)), failed, followed=followed)
    return at.filled(right, at.logits(ids)[0, wrong.place(ids)].softmax(dim=-1), named)


def case(at: AtHand) -> Compared:
    """The sentence with its capital letters, for a vocabulary that has none."""
    if not getattr(at.tokenizer, "do_lower_case", False):
        raise UserError(f"{at.opened.record.name} keeps capital letters. Choose an uncased model.")
    return at.filled(*(_filled(at, plain_tokenizer(at.folder, do_lower_case=lower)) for lower in (True, False)))


def _filled(at: AtHand, tokenizer: object) -> torch.Tensor:
    """The blank of the sentence as a tokenizer of the model's cuts it. *Shape:* (piece,)."""
    assert callable(tokenizer)
    ids = tokenizer(at.sentence(), return_tensors="pt")["input_ids"]
    return at.logits(ids)[0, at.place(ids)].softmax(dim=-1)


def mask_string(at: AtHand) -> Compared:
    """The blank written as another model writes it."""
    other = "<mask>" if at.mask != "<mask>" else "[MASK]"
    return at.compared(*(_written(at, blank) for blank in (at.mask, other)))


def _written(at: AtHand, blank: str) -> Side:
    ids = at.tokenizer(str(at.given("sentence")).replace("[MASK]", blank))["input_ids"]
    pieces = at.tokenizer.convert_ids_to_tokens(ids)
    mask = at.tokenizer.mask_token_id
    blanks = [one == mask for one in ids]
    rows = tuple(Row(piece, float(it), "blank" if it else "text") for piece, it in zip(pieces, blanks, strict=True))
    return Side(float(ids.count(mask)), rows)


def truncation(at: AtHand) -> Compared:
    """The sentence whole, and with its end cut off."""
    found = []
    for longest in (at.opened.tokenizer.positions, CUT):
        ids = at.tokenizer(at.sentence(), truncation=True, max_length=longest, return_tensors="pt")["input_ids"]
        found.append(at.logits(ids)[0, at.place(ids)].softmax(dim=-1))
    return at.filled(*found)


def pieces_and_labels(at: AtHand) -> Compared:
    """Labels of words put on pieces: by the word that each piece is of, and one after the other."""
    words, names = list(at.given("words")), list(at.given("names"))
    read = at.tokenizer(words, is_split_into_words=True)
    pieces, numbers = at.tokenizer.convert_ids_to_tokens(read["input_ids"]), read.word_ids()
    firsts = [
        number is not None and number != before for before, number in zip([None, *numbers], numbers, strict=False)
    ]
    right = [names[number] if first else None for number, first in zip(numbers, firsts, strict=True)]
    wrong = [None, *names, *[None] * (len(pieces) - 1 - len(names))]
    return at.compared(*(_labelled(pieces, numbers, firsts, names, labels) for labels in (right, wrong)))


def _labelled(
    pieces: list[str], numbers: list[int | None], firsts: list[bool], names: list[str], labels: list[str | None]
) -> Side:
    rows, hits = [], 0
    for piece, number, first, label in zip(pieces, numbers, firsts, labels, strict=True):
        own = names[number] if first and number is not None else None
        hits += first and label == own
        if number is not None:
            rows.append(Row(piece, float(label == own), label or "(left out)"))
    return Side(hits / len(names), tuple(rows))


def surprise(at: AtHand) -> Compared:
    """Pseudo-log-likelihoods of one sentence under two models, by the character and by the piece."""
    assert at.other is not None
    bits, pieces = zip(*(sentence_bits(one, str(at.given("sentence"))) for one in (at, at.other)), strict=True)
    names = [one.opened.record.name for one in (at, at.other)]
    characters = len(str(at.given("sentence")))
    sides = []
    for unit, units in (("character", (characters, characters)), ("piece", pieces)):
        each = [total / count for total, count in zip(bits, units, strict=True)]
        sides.append(
            Side(
                each[0] / each[1],
                tuple(Row(name, value, f"{value:.2f} bits a {unit}") for name, value in zip(names, each, strict=True)),
            )
        )
    return at.compared(*sides)


def sentence_bits(at: AtHand, sentence: str) -> tuple[float, int]:
    """Pseudo-log-likelihood of a sentence in bits, and how many pieces it was summed over.

    Each piece is predicted in turn with itself and the rest of its word, to the right, hidden (Kauf and Ivanova 2023,
    https://arxiv.org/abs/2305.10588). Hiding the piece alone (Salazar et al. 2020, https://arxiv.org/abs/1910.14659)
    favours vocabularies that cut words into more pieces, which give each other away.
    """
    encoding = at.tokenizer(sentence, return_tensors="pt")
    at.fitting(encoding["input_ids"])
    ids, words = encoding["input_ids"][0].tolist(), encoding.word_ids()
    mask = int(at.tokenizer.mask_token_id)
    questions = [
        PredictionInput(_hide_rest_of_word(ids, words, position, mask), (position,), (ids[position],))
        for position, word in enumerate(words)
        if word is not None
    ]
    answers = [
        answer
        for start in range(0, len(questions), ROWS_PER_REQUEST)
        for answer in at.opened.predict(questions[start : start + ROWS_PER_REQUEST])
    ]
    nats = -sum(float(answer.log_probability[0]) for answer in answers if answer.log_probability is not None)
    return nats / math.log(2), len(answers)


def _hide_rest_of_word(ids: Sequence[int], words: Sequence[int | None], position: int, mask: int) -> tuple[int, ...]:
    """The ids with a piece and those after it in its word replaced by the mask."""
    return tuple(
        mask if place >= position and words[place] == words[position] else token_id
        for place, token_id in enumerate(ids)
    )
