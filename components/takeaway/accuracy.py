"""How far a model with 8-bit weights is from the exact one, over the probe sentences."""

import copy
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch
from transformers import PreTrainedModel

from components.model.blanks.blank_probes import blank_probes
from components.model.checkpoints.int8_weights import dequantize
from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Candidate


@dataclass(frozen=True)
class RoundingAccuracy:
    """What rounding the weights changes at the blanks of the probe sentences.

    Attributes:
        sentence_count: Sentences with one blank each.
        same_first: Sentences in which the likeliest word is the same.
        largest_difference: The largest change of any word's probability in any sentence.
        median_difference: The median over sentences of the largest change in each.
    """

    sentence_count: int
    same_first: int
    largest_difference: float
    median_difference: float


@dataclass(frozen=True)
class AttentionRounding:
    """What rounding the weights changes in the attention of the probe sentences.

    Attributes:
        sentence_count: Sentences.
        largest_difference: The largest change of any attention weight in any sentence.
        median_difference: The median over sentences of the largest change in each.
    """

    sentence_count: int
    largest_difference: float
    median_difference: float


def rounded_model(opened: OpenModel, weights: Mapping[str, torch.Tensor]) -> PreTrainedModel:
    """A copy of a model with dequantized weights in place of its own."""
    model = copy.deepcopy(opened.model)
    model.load_state_dict(dequantize(weights), strict=False)
    return model


@torch.inference_mode()
def rounded_candidates(
    opened: OpenModel, weights: Mapping[str, torch.Tensor], sentence: str, count: int
) -> list[list[Candidate]]:
    """The likeliest words for every blank of a sentence, with the weights that a page has."""
    tokens, rounded = opened.tokenizer.tokens(sentence), rounded_model(opened, weights)
    hidden = rounded.base_model(input_ids=torch.tensor([tokens.ids], device=rounded.device)).last_hidden_state[0]
    logits = vocabulary_head(rounded)(hidden[list(tokens.typed_masks)])
    probabilities, ids = logits.softmax(dim=-1).topk(count)
    return [
        [opened.tokenizer.candidate(*each) for each in zip(*blank, strict=True)]
        for blank in zip(ids.tolist(), probabilities.tolist(), strict=True)
    ]


def rounding_accuracy(opened: OpenModel, weights: Mapping[str, torch.Tensor]) -> RoundingAccuracy:
    """Compare a model with itself after its weights were quantized to ``weights``."""
    rounded = rounded_model(opened, weights)
    same_first, differences = 0, []
    for ids, positions in _batches(opened):
        before, after = (_probabilities(model, ids, positions) for model in (opened.model, rounded))
        same_first += int((before.argmax(dim=-1) == after.argmax(dim=-1)).sum())
        differences += (before - after).abs().amax(dim=-1).tolist()
    return RoundingAccuracy(
        sentence_count=len(differences),
        same_first=same_first,
        largest_difference=max(differences),
        median_difference=float(torch.tensor(differences).median()),
    )


def attention_rounding(opened: OpenModel, weights: Mapping[str, torch.Tensor]) -> AttentionRounding:
    """Compare the attention of a model with its own after its weights were quantized to ``weights``."""
    models = copy.deepcopy(opened.model), rounded_model(opened, weights)
    for model in models:
        model.set_attn_implementation("eager")  # the one that returns its weights
    differences: list[float] = []
    for ids, _ in _batches(opened):
        before, after = (_attentions(model, ids) for model in models)
        differences += (before - after).abs().amax(dim=(0, 2, 3, 4)).tolist()
    return AttentionRounding(len(differences), max(differences), float(torch.tensor(differences).median()))


def _batches(opened: OpenModel) -> Iterator[tuple[torch.Tensor, list[int]]]:
    """The ids of the sentences of each length, (sentence, token), and the position of each one's blank."""
    by_length: dict[int, list[tuple[tuple[int, ...], int]]] = defaultdict(list)
    for probe in blank_probes():
        tokens = opened.tokenizer.tokens(probe.sentence)
        by_length[len(tokens)].append((tokens.ids, tokens.typed_masks[0]))
    for rows in by_length.values():
        yield torch.tensor([ids for ids, _ in rows], device=opened.model.device), [blank for _, blank in rows]


@torch.inference_mode()
def _probabilities(model: PreTrainedModel, ids: torch.Tensor, positions: list[int]) -> torch.Tensor:
    """The probabilities at the blanks, (sentence, vocabulary)."""
    hidden = model.base_model(input_ids=ids).last_hidden_state
    return vocabulary_head(model)(hidden[torch.arange(len(ids)), positions]).softmax(dim=-1)


@torch.inference_mode()
def _attentions(model: PreTrainedModel, ids: torch.Tensor) -> torch.Tensor:
    """The weights of every head, (layer, sentence, head, query, key)."""
    return torch.stack(model.base_model(input_ids=ids, output_attentions=True).attentions)
