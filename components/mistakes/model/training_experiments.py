"""Experiments with wrong training: a far too high learning rate, no warm-up, and a test on the training data."""

import copy
from collections.abc import Sequence

import torch
from torch.nn import functional

from components.mistakes.model.experiment import Experiment
from components.mistakes.model.results import Comparison, Outcome, Row
from components.model.user_errors import UserError

FEW_STEPS = 10
RATE, MANY_STEPS = 1e-4, 20
PARAMETER_LIMIT = 40_000_000  # training takes five times the memory of the weights


def learning_rate(experiment: Experiment) -> Comparison:
    """Train ten steps on one sentence at two learning rates, and predict other blanks before and after."""
    return _compare_forgetting(experiment, [(float(str(rate)), 1) for rate in experiment.mistake.settings])


def warmup(experiment: Experiment) -> Comparison:
    """Train ten steps on one sentence at a high rate with and without warm-up, and predict other blanks."""
    peak = float(experiment.value("peak"))
    return _compare_forgetting(experiment, [(peak, int(str(steps))) for steps in experiment.mistake.settings])


def _compare_forgetting(experiment: Experiment, schedules: Sequence[tuple[float, int]]) -> Comparison:
    """Other blanks after training on one sentence, by schedule: the highest rate, and the steps until it is reached."""
    word = experiment.opened.tokenizer.word_id(str(experiment.value("word")))
    others = [str(sentence) for sentence in experiment.value("others")]
    before = _top_guesses(experiment, experiment.opened.model, others)
    sides = []
    for rate, warmup_steps in schedules:
        trained = [(experiment.value("sentence"), word)]
        model = _train_copy(experiment, trained, rate=rate, steps=FEW_STEPS, warmup_steps=warmup_steps)
        now = _top_guesses(experiment, model, others)
        rows = tuple(
            Row(
                _with_underscores(sentence),
                float(new == old),
                f"{experiment.tokenizer.decode([old])} → {experiment.tokenizer.decode([new])}",
            )
            for sentence, old, new in zip(others, before, now, strict=True)
        )
        sides.append(Outcome(sum(row.value for row in rows) / len(rows), rows))
    return experiment.compare(*sides)


def tested_on_itself(experiment: Experiment) -> Comparison:
    """Train twenty steps on six sentences, then test on six others, and on the same six."""
    trained = [(sentence, experiment.opened.tokenizer.word_id(word)) for sentence, word in experiment.value("trained")]
    model = _train_copy(experiment, trained, rate=RATE, steps=MANY_STEPS)
    sides = []
    for name in ("held_out", "trained"):
        blanks = [
            (str(sentence), experiment.opened.tokenizer.word_id(word)) for sentence, word in experiment.value(name)
        ]
        predictions, untrained_predictions = (
            _top_guesses(experiment, each, [sentence for sentence, _ in blanks])
            for each in (model, experiment.opened.model)
        )
        rows = tuple(
            Row(
                _with_underscores(sentence),
                float(first == wanted),
                f"{experiment.tokenizer.decode([wanted])}? {experiment.tokenizer.decode([first])}",
            )
            for (sentence, wanted), first in zip(blanks, predictions, strict=True)
        )
        before = sum(first == wanted for (_, wanted), first in zip(blanks, untrained_predictions, strict=True)) / len(
            rows
        )
        sides.append(Outcome(sum(row.value for row in rows) / len(rows), rows, before_training=before))
    return experiment.compare(*sides)


def _train_copy(
    experiment: Experiment, sentences: Sequence[tuple[str, int]], *, rate: float, steps: int, warmup_steps: int = 1
) -> torch.nn.Module:
    """Train a copy of the model with AdamW on blanks with given words; the rate rises linearly during warm-up."""
    if experiment.opened.parameters > PARAMETER_LIMIT:
        raise UserError(
            f"{experiment.opened.record.name} has {experiment.opened.parameters / 1e6:.0f} million parameters; the "
            f"limit here is {PARAMETER_LIMIT / 1e6:.0f} million. Choose a smaller model."
        )
    ids, attention_mask, places = _batch(experiment, [sentence for sentence, _ in sentences])
    targets = experiment.on_device(torch.tensor([word for _, word in sentences]))
    with torch.inference_mode(mode=False), torch.enable_grad():
        model: torch.nn.Module = copy.deepcopy(experiment.opened.model).requires_grad_(True)
        optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
        for step in range(1, steps + 1):
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1.0, step / warmup_steps)
            logits = model(input_ids=ids, attention_mask=attention_mask).logits[
                torch.arange(len(ids), device=ids.device), places
            ]
            optimizer.zero_grad()
            functional.cross_entropy(logits.float(), targets).backward()
            optimizer.step()
    return model


@torch.no_grad()
def _top_guesses(experiment: Experiment, model: torch.nn.Module, sentences: Sequence[str]) -> list[int]:
    """The top guess at each sentence's blank."""
    ids, attention_mask, places = _batch(experiment, sentences)
    logits = model(input_ids=ids, attention_mask=attention_mask).logits[
        torch.arange(len(ids), device=ids.device), places
    ]
    first: list[int] = logits.argmax(dim=-1).tolist()
    return first


def _batch(experiment: Experiment, sentences: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    written = [sentence.replace("[MASK]", experiment.mask) for sentence in sentences]
    batch = experiment.tokenizer(written, padding=True, return_tensors="pt")
    ids = experiment.check_length(batch["input_ids"])
    places = (ids == experiment.tokenizer.mask_token_id).int().argmax(dim=1)
    return experiment.on_device(ids), experiment.on_device(batch["attention_mask"]), experiment.on_device(places)


def _with_underscores(sentence: str) -> str:
    return sentence.replace("[MASK]", "___")
