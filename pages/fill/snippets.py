"""Plain transformers code that computes again what a way of asking shows: filled in, and ready for a notebook."""

import re

from components.model.named_words_results import NamedWords
from components.model.pair_results import SentencePair
from components.model.registry import ModelRecord
from components.model.results import Tokens
from pages.fill.situation import Situation
from pages.parts.take_away import filled

_HEAD = """\
import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained($model$revision)
model = AutoModelForMaskedLM.from_pretrained($model$revision)


def log_probabilities(ids, position):
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, position].log_softmax(dim=-1)


"""
_BLANKED = """\
ids = $ids  # the sentence as the tokenizer reads it
for position in $blanks:
    ids[position] = tokenizer.mask_token_id
"""
_WORD = """\
before, word, after = (text.replace("[MASK]", tokenizer.mask_token) for text in $parts)
encoded = tokenizer(before + word + after, return_offsets_mapping=True)
begin, end = len(before), len(before) + len(word)
places = zip(encoded["input_ids"], encoded["offset_mapping"])
pieces = [piece for piece, (start, stop) in places if start < end and stop > begin]

blank, total = $blank, 0.0
ids[blank : blank + 1] = [tokenizer.mask_token_id] * len(pieces)
for position, piece in enumerate(pieces, blank):  # from left to right, the rest still masked
    total += log_probabilities(ids, position)[piece].item()
    ids[position] = piece
print(word, math.exp(total))
"""
_SEVERAL = """\
alone = [log_probabilities(ids, position).argmax().item() for position in $blanks]  # each for itself
total = 0.0
for position, piece in zip($blanks, alone):  # scored from left to right
    total += log_probabilities(ids, position)[piece].item()
    ids[position] = piece
print(tokenizer.decode(ids), math.exp(total))
"""
_PAIR = """\
first = log_probabilities($first, $first_blank)
second = log_probabilities($second, $second_blank)
likely = {*first.topk(20).indices.tolist(), *second.topk(20).indices.tolist()}
for piece in sorted(likely, key=lambda piece: -abs(second[piece] - first[piece]))[:5]:
    print(tokenizer.decode(piece), ((second[piece] - first[piece]) / math.log(2)).item())  # doublings
"""
_FIRST_CHOICE = """\
best = log_probabilities(ids, $blank).max(dim=-1)
print(tokenizer.decode(best.indices), best.values.exp().item())
"""


def word_snippet(at: Situation, found: NamedWords) -> str:
    """The probability of the first named word, its pieces filled from left to right."""
    token = at.tokens.items[found.position]
    parts = (at.sentence[: token.start], found.words[0].word, at.sentence[token.end :])
    written = tuple(re.sub(r"(?i)\[mask\]|<mask>", "[MASK]", part) for part in parts)
    return filled(_HEAD + _BLANKED + _WORD, at.model, **_sentence(at), parts=written, blank=found.position)


def several_snippet(at: Situation) -> str:
    """The fill made each for itself, and its probability along the chain."""
    return filled(_HEAD + _BLANKED + _SEVERAL, at.model, **_sentence(at))


def pair_snippet(at: Situation, found: SentencePair) -> str:
    """The pieces that moved most between two sentences, in doublings."""
    (second_blank,) = found.second.typed_masks
    mask = found.second.items[second_blank].id  # of this model: the second sentence types its blank
    return filled(
        _HEAD + _PAIR,
        at.model,
        first=_masked(at.tokens, at.blanks, mask),
        first_blank=at.blanks[0],
        second=list(found.second.ids),
        second_blank=second_blank,
    )


def first_choice_snippet(at: Situation, model: ModelRecord, number: int) -> str:
    """The first choice of a model for a blank and its probability: one run for either model."""
    return filled(_HEAD + _BLANKED + _FIRST_CHOICE, model, **_sentence(at), blank=at.blanks[number])


def _sentence(at: Situation) -> dict[str, object]:
    return {"ids": list(at.tokens.ids), "blanks": list(at.blanks)}


def _masked(tokens: Tokens, blanks: tuple[int, ...], mask: int) -> list[int]:
    return [mask if position in blanks else token_id for position, token_id in enumerate(tokens.ids)]
