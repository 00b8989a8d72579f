"""Probes that a checkpoint must pass: the app's demonstrations, excluded from the training text."""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import PreTrainedModel, PreTrainedTokenizerBase


@dataclass(frozen=True)
class RankedProbe:
    """One of ``expected`` must be among the first ``within`` words for the blank of ``sentence``."""

    sentence: str
    expected: tuple[str, ...]
    within: int


@dataclass(frozen=True)
class OrderedProbe:
    """Some word of ``above`` must be likelier in the blank of ``sentence`` than every word of ``below``."""

    sentence: str
    above: tuple[str, ...]
    below: tuple[str, ...]


def _ranked() -> tuple[RankedProbe, ...]:
    with Path(__file__).with_name("probes.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return tuple(RankedProbe(r["sentence"], tuple(r["expected"].split()), int(r["within"])) for r in rows)


RANKED_PROBES = _ranked()
ORDERED_PROBES = (
    OrderedProbe(
        "The keys to the cabinet [MASK] on the table.",
        above=("are", "were", "lie", "sit"),
        below=("is", "was", "lies", "sits"),
    ),
    OrderedProbe("The man said that [MASK] was tired.", above=("he",), below=("she",)),
)


@dataclass(frozen=True)
class ProbeResult:
    """The result of one probe. ``rank`` is that of the best expected word; None for an ordered probe."""

    sentence: str
    first_choices: tuple[str, ...]
    rank: int | None
    passed: bool


@torch.inference_mode()
def run_probes(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> list[ProbeResult]:
    """Run every probe on a masked language model with logits (batch, length, vocabulary)."""
    return [_ranked_result(model, tokenizer, probe) for probe in RANKED_PROBES] + [
        _ordered_result(model, tokenizer, probe) for probe in ORDERED_PROBES
    ]


def sentence_pattern(sentences: Iterable[str]) -> re.Pattern[str]:
    """A pattern that finds any of the sentences, with any word in place of [MASK], also inside longer sentences."""
    patterns = (re.escape(sentence.rstrip(".")).replace(re.escape("[MASK]"), r"[\w-]+") for sentence in sentences)
    return re.compile("|".join(patterns), flags=re.IGNORECASE)


@torch.inference_mode()
def first_choices(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, sentence: str) -> tuple[str, ...]:
    """The top five predictions at the one [MASK] of ``sentence``."""
    return _first(tokenizer, _scores(model, tokenizer, sentence))


def _scores(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, sentence: str) -> torch.Tensor:
    encoded = tokenizer(sentence, return_tensors="pt").to(model.device)
    blank = (encoded["input_ids"][0] == tokenizer.mask_token_id).nonzero().item()
    out = model(**encoded)
    logits: torch.Tensor = out.prediction_logits if "prediction_logits" in out else out.logits
    return logits[0, blank].float()


def _first(tokenizer: PreTrainedTokenizerBase, scores: torch.Tensor) -> tuple[str, ...]:
    return tuple(tokenizer.convert_ids_to_tokens(scores.topk(5).indices.tolist()))


def _ids(tokenizer: PreTrainedTokenizerBase, words: tuple[str, ...]) -> list[int]:
    """The ids of the words that are a single token."""
    vocabulary = tokenizer.get_vocab()
    return [vocabulary[word] for word in words if word in vocabulary]


def _ranked_result(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, probe: RankedProbe) -> ProbeResult:
    scores = _scores(model, tokenizer, probe.sentence)
    best = max((scores[i] for i in _ids(tokenizer, probe.expected)), default=scores.min())
    rank = int((scores > best).sum()) + 1
    return ProbeResult(probe.sentence, _first(tokenizer, scores), rank, rank <= probe.within)


def _ordered_result(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, probe: OrderedProbe) -> ProbeResult:
    scores = _scores(model, tokenizer, probe.sentence)
    above, below = (max(scores[i] for i in _ids(tokenizer, words)) for words in (probe.above, probe.below))
    return ProbeResult(probe.sentence, _first(tokenizer, scores), None, bool(above > below))
