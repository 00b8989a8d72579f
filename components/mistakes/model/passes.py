"""Mistakes in how a model is run: masks, padding, segments, axes, precision, dropout, sentence vectors."""

import copy

import numpy as np
import torch

from components.mistakes.model.at_hand import AtHand, plain_tokenizer
from components.mistakes.model.results import Compared, Row, Side
from components.mistakes.model.separation import (
    nearest_partners,
    partner_cosines,
    resampled_separations,
    separation,
    stranger_cosines,
)
from components.model.statistics.bootstrap import interval
from components.model.statistics.cosines import Array, cosine_matrix
from components.model.user_errors import UserError

DROPPED, CALLS = 0.1, 5


def attention_mask(at: AtHand) -> Compared:
    """A short sentence beside a long one, with the mask that leaves the pads out and without it."""
    batch = at.tokenizer(_sentences(at), padding=True, return_tensors="pt")
    ids = batch["input_ids"]
    place = at.place(ids)
    return at.filled(
        *(at.logits(ids, attention_mask=seen)[0, place].softmax(dim=-1) for seen in (batch["attention_mask"], None))
    )


def padding_side(at: AtHand) -> Compared:
    """A short sentence beside a long one, filled up at either side."""
    found = []
    for side in at.mistake.settings:
        batch = plain_tokenizer(at.folder, padding_side=side)(_sentences(at), padding=True, return_tensors="pt")
        ids = batch["input_ids"]
        found.append(at.logits(ids, attention_mask=batch["attention_mask"])[0, at.place(ids)].softmax(dim=-1))
    return at.filled(*found)


def _sentences(at: AtHand) -> list[str]:
    return [str(sentence).replace("[MASK]", at.mask) for sentence in at.given("sentences")]


def segments(at: AtHand) -> Compared:
    """A pair with the segments that tell its sentences apart, and without."""
    pair = at.tokenizer(at.sentence("first"), at.sentence("second"), return_tensors="pt")
    kinds = pair.get("token_type_ids")
    if kinds is None or getattr(at.opened.model.config, "type_vocab_size", 0) < 2:
        raise UserError(f"{at.opened.record.name} has no segment embeddings. Choose a BERT model.")
    ids = pair["input_ids"]
    place = at.place(ids)
    return at.filled(*(at.logits(ids, token_type_ids=told)[0, place].softmax(dim=-1) for told in (kinds, None)))


def softmax(at: AtHand) -> Compared:
    """The scores of the blank made into probabilities over the vocabulary, and over the places of the sentence."""
    ids = at.tokenizer(at.sentence(), return_tensors="pt")["input_ids"]
    logits, place = at.logits(ids), at.place(ids)
    sides = []
    for axis in (-1, 1):
        row = logits.softmax(dim=axis)[0, place]
        sides.append(Side(float(row.sum()), at.candidates(row)))
    return at.compared(*sides)


def half(at: AtHand) -> Compared:
    """Exponentials of the scores in single and in half precision, over their sum."""
    ids = at.tokenizer(at.sentence(), return_tensors="pt")["input_ids"]
    logits = at.logits(ids)[0, at.place(ids)]
    found = []
    for scores in (logits, logits.half()):
        powers = scores.exp()
        found.append((powers / powers.sum()).float())
    return at.filled(*found)


def dropout(at: AtHand) -> Compared:
    """Five times the same question, with dropout off and on."""
    ids = at.tokenizer(at.sentence(), return_tensors="pt")["input_ids"]
    place, model = at.place(ids), with_dropout(at.opened.model)
    followed = int(at.logits(ids)[0, place].argmax())
    sides = []
    with torch.inference_mode(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        for training in (False, True):
            model.train(training)
            calls = (model(input_ids=at.there(ids)).logits[0, place].float() for _ in range(CALLS))
            said = [float(logits.softmax(dim=-1)[followed]) for logits in calls]
            rows = tuple(Row(f"call {number}", value) for number, value in enumerate(said, 1))
            sides.append(Side(max(said) - min(said), rows))
    return at.compared(*sides, followed=followed)


def with_dropout(model: torch.nn.Module) -> torch.nn.Module:
    """A copy of a model that drops a tenth of its numbers in training mode, as BERT was trained."""
    changed = copy.deepcopy(model)
    for part in changed.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = DROPPED
    return changed


@torch.inference_mode()
def sentence_vector(at: AtHand) -> Compared:
    """How far apart cosines of the same meaning and of unrelated sentences lie: by the mean vector, and by [CLS].

    Sentences that are neighbours in the list mean the same.
    """
    batch = at.tokenizer(list(at.given("sentences")), padding=True, return_tensors="pt")
    inputs = at.all_there(
        {"input_ids": at.fitting(batch["input_ids"]), "attention_mask": batch["attention_mask"]},
    )
    hidden = at.opened.model.base_model(**inputs).last_hidden_state.float().cpu()
    attended = batch["attention_mask"][..., None]
    mean, cls = (
        cosine_matrix(vectors.numpy())
        for vectors in ((hidden * attended).sum(dim=1) / attended.sum(dim=1), hidden[:, 0])
    )
    draws = resampled_separations(mean) - resampled_separations(cls)
    difference = interval(separation(mean) - separation(cls), draws[np.isfinite(draws)])
    return at.compared(_separated(mean), _separated(cls), difference=difference)


def _separated(cosines: Array) -> Side:
    """How a set of sentence vectors separates partners from strangers. *Shape:* (sentence, sentence)."""
    partners, strangers = partner_cosines(cosines), stranger_cosines(cosines)
    count, hits, gap = len(cosines), nearest_partners(cosines), separation(cosines)
    return Side(
        gap,
        (
            Row("nothing to do with it", float(strangers.mean()), f"{strangers.mean():.2f}"),
            Row("the same meaning", float(partners.mean()), f"{partners.mean():.2f}"),
            Row("nearest means the same", hits / count, f"{hits} of {count}"),
        ),
    )
