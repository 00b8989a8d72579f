"""Mistakes in training: a learning rate that is far too high, and a test on what was trained on."""

import copy
from collections.abc import Sequence

import torch
from torch.nn import functional

from components.mistakes.model.at_hand import AtHand
from components.mistakes.model.results import Compared, Row, Side
from components.model.user_errors import UserError

FEW = 10
RATE, MANY = 1e-4, 20
MOST_PARAMETERS = 40_000_000  # a training takes five times the memory of the weights


def learning_rate(at: AtHand) -> Compared:
    """Ten steps on one sentence at two rates: what is left of the answers to others?"""
    word = at.opened.tokenizer.word_id(str(at.given("word")))
    others = [str(sentence) for sentence in at.given("others")]
    before = _said(at, at.opened.model, others)
    sides = []
    for rate in at.mistake.settings:
        assert isinstance(rate, float)  # as both lines say
        model = _trained(at, [(at.given("sentence"), word)], rate=rate, steps=FEW)
        now = _said(at, model, others)
        rows = tuple(
            Row(_short(sentence), float(new == old), f"{at.tokenizer.decode([old])} → {at.tokenizer.decode([new])}")
            for sentence, old, new in zip(others, before, now, strict=True)
        )
        sides.append(Side(sum(row.value for row in rows) / len(rows), rows))
    return at.compared(*sides)


def tested_on_itself(at: AtHand) -> Compared:
    """Twenty steps on six sentences, then a test: on six others, and on the same."""
    trained = [(sentence, at.opened.tokenizer.word_id(word)) for sentence, word in at.given("trained")]
    model = _trained(at, trained, rate=RATE, steps=MANY)
    sides = []
    for name in ("held_out", "trained"):
        asked = [(str(sentence), at.opened.tokenizer.word_id(word)) for sentence, word in at.given(name)]
        said, first_said = (_said(at, each, [sentence for sentence, _ in asked]) for each in (model, at.opened.model))
        rows = tuple(
            Row(
                _short(sentence),
                float(first == wanted),
                f"{at.tokenizer.decode([wanted])}? {at.tokenizer.decode([first])}",
            )
            for (sentence, wanted), first in zip(asked, said, strict=True)
        )
        before = sum(first == wanted for (_, wanted), first in zip(asked, first_said, strict=True)) / len(rows)
        sides.append(Side(sum(row.value for row in rows) / len(rows), rows, before_training=before))
    return at.compared(*sides)


def _trained(at: AtHand, sentences: Sequence[tuple[str, int]], *, rate: float, steps: int) -> torch.nn.Module:
    """A copy of the model after steps of AdamW on blanks whose words are given."""
    if at.opened.parameters > MOST_PARAMETERS:
        raise UserError(
            f"{at.opened.record.name} has {at.opened.parameters / 1e6:.0f} million parameters; the limit here is "
            f"{MOST_PARAMETERS / 1e6:.0f} million. Choose a smaller model."
        )
    ids, seen, places = _batch(at, [sentence for sentence, _ in sentences])
    wanted = at.there(torch.tensor([word for _, word in sentences]))
    with torch.inference_mode(mode=False), torch.enable_grad():
        model: torch.nn.Module = copy.deepcopy(at.opened.model).requires_grad_(True)
        optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
        for _ in range(steps):
            logits = model(input_ids=ids, attention_mask=seen).logits[torch.arange(len(ids), device=ids.device), places]
            optimizer.zero_grad()
            functional.cross_entropy(logits.float(), wanted).backward()
            optimizer.step()
    return model


@torch.no_grad()
def _said(at: AtHand, model: torch.nn.Module, sentences: Sequence[str]) -> list[int]:
    """The first choice at each sentence's blank."""
    ids, seen, places = _batch(at, sentences)
    logits = model(input_ids=ids, attention_mask=seen).logits[torch.arange(len(ids), device=ids.device), places]
    first: list[int] = logits.argmax(dim=-1).tolist()
    return first


def _batch(at: AtHand, sentences: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    written = [sentence.replace("[MASK]", at.mask) for sentence in sentences]
    batch = at.tokenizer(written, padding=True, return_tensors="pt")
    ids = at.fitting(batch["input_ids"])
    places = (ids == at.tokenizer.mask_token_id).int().argmax(dim=1)
    return at.there(ids), at.there(batch["attention_mask"]), at.there(places)


def _short(sentence: str) -> str:
    return sentence.replace("[MASK]", "___")
