"""Plain transformers code that computes again what a way of asking shows: filled in, and ready for a notebook."""

import re

from components.model.listed import ListRow
from components.model.named_words_results import NamedWords
from components.model.pair_results import SentencePair
from components.model.records import ModelRecord
from components.model.results import Tokens
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled, home_of

MOST_ITEMS = 50  # of a list: a snippet is to be read as well
_MASK = re.compile(r"\[mask\]|<mask>", re.IGNORECASE)
_LOG_PROBABILITIES = """

def log_probabilities(ids, position):
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, position].log_softmax(dim=-1)


"""
_HEAD = "import math\n\n" + OPEN_MODEL + _LOG_PROBABILITIES
_BLANKED = """\
ids = $ids  # the sentence as the tokenizer reads it
for position in $blanks:
    ids[position] = tokenizer.mask_token_id
"""
_WORDS = """\
before, after = (text.replace("[MASK]", tokenizer.mask_token) for text in $around)
for word in $words:
    encoded = tokenizer(before + word + after, return_offsets_mapping=True)
    begin, end = len(before), len(before) + len(word)
    places = zip(encoded["input_ids"], encoded["offset_mapping"])
    pieces = [piece for piece, (start, stop) in places if start < end and stop > begin]

    filled, total = [*ids[:$blank], *[tokenizer.mask_token_id] * len(pieces), *ids[$blank + 1 :]], 0.0
    for position, piece in enumerate(pieces, $blank):  # from left to right, the rest still masked
        total += log_probabilities(filled, position)[piece].item()
        filled[position] = piece
    print(word, math.exp(total))
"""
_SEVERAL = """\
blanks, width = $blanks, $width


def steps(ids, total, position):
    for log_probability, piece in zip(*log_probabilities(ids, position).topk(width)):
        yield [*ids[:position], piece.item(), *ids[position + 1 :]], total + log_probability.item()


alone, total = [log_probabilities(ids, position).argmax().item() for position in blanks], 0.0  # each for itself
filled = list(ids)
for position, piece in zip(blanks, alone):  # scored from left to right
    total += log_probabilities(filled, position)[piece].item()
    filled[position] = piece
fills = [(ids, 0.0)]
for position in blanks:  # together: a beam search
    fills = [longer for path in fills for longer in steps(*path, position)]
    fills = sorted(fills, key=lambda fill: fill[1], reverse=True)[:width]
together = max(fills[0], (filled, total), key=lambda fill: fill[1])
for name, (fill, score) in (("alone", (filled, total)), ("together", together)):
    print(name, tokenizer.decode(fill), math.exp(score))
"""
_PAIR = """\
first = log_probabilities($first, $first_blank)
second = log_probabilities($second, $second_blank)
likely = {*first.topk(20).indices.tolist(), *second.topk(20).indices.tolist()}
for piece in sorted(likely, key=lambda piece: -abs(second[piece] - first[piece]))[:5]:
    print(tokenizer.decode(piece), ((second[piece] - first[piece]) / math.log(2)).item())  # doublings
average = torch.logaddexp(first.double(), second.double()) - math.log(2)
halves = [(side.double().exp() * (side.double() - average)).sum() for side in (first, second)]
print("Jensen-Shannon divergence in bits:", (sum(halves) / 2 / math.log(2)).item())
"""
_MODELS = """\
import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer


def whole_words(where, revision):
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    encoded = tokenizer($sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
    blank = (encoded["input_ids"][0] == tokenizer.mask_token_id).nonzero()[$number, 0]
    with torch.no_grad():
        probabilities = model(**encoded).logits[0, blank].softmax(dim=-1)
    best = probabilities.max(dim=-1)
    print(tokenizer.decode(best.indices), best.values.item())  # the first choice

    words = {}  # each whole word in small letters, and its probability
    joint = getattr(tokenizer.backend_tokenizer.model, "continuing_subword_prefix", None)  # "##" of WordPiece
    for piece, number in tokenizer.get_vocab().items():
        whole = not piece.startswith(joint) if joint else piece.startswith(("Ġ", "▁"))
        word = (piece if joint else piece.lstrip("Ġ▁")).casefold()
        readable = word[:1].isalnum() and (joint or piece.lstrip("Ġ▁").isascii())
        if whole and readable and number not in tokenizer.all_special_ids:
            words[word] = words.get(word, 0.0) + probabilities[number].item()
    return words


first, second = (whole_words(*home) for home in $homes)
shared = sorted(first.keys() & second.keys())
p, q = (torch.tensor([side[word] for word in shared], dtype=torch.double) for side in (first, second))
p, q = p / p.sum(), q / q.sum()
average = (p + q) / 2
divergence = sum((side * (side / average).log2()).nansum() for side in (p, q)) / 2
print(len(shared), "words in common; Jensen-Shannon divergence in bits:", divergence.item())
"""
_LIST = """\
ranks = []
for sentence, word in $items:
    ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token))["input_ids"]
    found = log_probabilities(ids, ids.index(tokenizer.mask_token_id))
    print(sentence, "|", tokenizer.decode(found.argmax()), found.max().exp().item())
    if word is not None:
        before, after = sentence.split("[MASK]")
        begin, end = len(before), len(before) + len(word)
        encoded = tokenizer(before + word + after, return_offsets_mapping=True)
        places = zip(encoded["input_ids"], encoded["offset_mapping"])
        (piece,) = [piece for piece, (start, stop) in places if start < end and stop > begin]
        ranks.append((found > found[piece]).sum().item() + 1)
if ranks:
    print(sum(rank == 1 for rank in ranks), "of", len(ranks), "first; mean rank", sum(ranks) / len(ranks))
"""


def words_snippet(at: Situation, found: NamedWords) -> str:
    """The probability of every named word, its pieces filled from left to right."""
    token = at.tokens.items[found.position]
    around = (at.sentence[: token.start], at.sentence[token.end :])
    written = tuple(_MASK.sub("[MASK]", part) for part in around)
    words = [named.word for named in found.words]
    return filled(
        _HEAD + _BLANKED + _WORDS, at.model, **_sentence(at), around=written, words=words, blank=found.position
    )


def several_snippet(at: Situation, *, width: int) -> str:
    """The fill made each for itself and the best joint one, with their probabilities along the chain."""
    return filled(_HEAD + _BLANKED + _SEVERAL, at.model, **_sentence(at), width=width)


def pair_snippet(at: Situation, found: SentencePair) -> str:
    """The pieces that moved most between two sentences, in doublings, and how far the two are apart."""
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


def models_snippet(at: Situation, second: ModelRecord, number: int) -> str:
    """The first choices of two models for a blank, and how far they are apart on the words they share."""
    homes = [home_of(at.model), home_of(second)]
    return filled(_MODELS, at.model, sentence=at.blanked, number=number, homes=homes)


def list_snippet(model: ModelRecord, rows: list[ListRow]) -> str:
    """The first choice for every answered sentence of a list, and the ranks of the right words."""
    answered = [row for row in rows if row.first_choice is not None]
    items = [(_MASK.sub("[MASK]", row.sentence), row.word if row.word_rank else None) for row in answered]
    said = f"# the first {MOST_ITEMS} of {len(items):,} sentences\n" if len(items) > MOST_ITEMS else ""
    return filled(_HEAD + said + _LIST, model, items=items[:MOST_ITEMS])


def _sentence(at: Situation) -> dict[str, object]:
    return {"ids": list(at.tokens.ids), "blanks": list(at.blanks)}


def _masked(tokens: Tokens, blanks: tuple[int, ...], mask: int) -> list[int]:
    return [mask if position in blanks else token_id for position, token_id in enumerate(tokens.ids)]
