"""Experiments with wrong inference: masks, padding, segments, axes, precision, dropout, vectors, next sentences."""

import copy
import math
from collections.abc import Sequence

import numpy as np
import torch

from components.mistakes.model.experiment import Experiment, plain_tokenizer
from components.mistakes.model.results import Comparison, Outcome, Row
from components.mistakes.model.separation import (
    nearest_partners,
    partner_cosines,
    resampled_separations,
    separation,
    stranger_cosines,
)
from components.model.inference.forward import encode
from components.model.inference.next_sentence_head import NextSentenceHead, next_sentence_head
from components.model.inference.prediction_io import PredictionInput
from components.model.statistics.bootstrap import interval
from components.model.statistics.cosines import Array, cosine_matrix
from components.model.user_errors import UserError

DROPOUT, CALLS = 0.1, 5


def attention_mask(experiment: Experiment) -> Comparison:
    """Batch a short sentence with a long one, with the attention mask and without it."""
    batch = experiment.tokenizer(_sentences(experiment), padding=True, return_tensors="pt")
    ids = batch["input_ids"]
    place = experiment.mask_position(ids)
    return experiment.compare_predictions(
        *(
            experiment.logits(ids, attention_mask=mask)[0, place].softmax(dim=-1)
            for mask in (batch["attention_mask"], None)
        )
    )


def padding_side(experiment: Experiment) -> Comparison:
    """Batch a short sentence with a long one, padded on the right and on the left."""
    probabilities = []
    for side in experiment.mistake.settings:
        batch = plain_tokenizer(experiment.folder, padding_side=side)(
            _sentences(experiment), padding=True, return_tensors="pt"
        )
        ids = batch["input_ids"]
        probabilities.append(
            experiment.logits(ids, attention_mask=batch["attention_mask"])[0, experiment.mask_position(ids)].softmax(
                dim=-1
            )
        )
    return experiment.compare_predictions(*probabilities)


def _sentences(experiment: Experiment) -> list[str]:
    return [experiment.sentence(), experiment.sentence("longer")]


def segments(experiment: Experiment) -> Comparison:
    """Encode a pair with segment ids and without them."""
    pair = experiment.tokenizer(experiment.sentence("first"), experiment.sentence(), return_tensors="pt")
    kinds = pair.get("token_type_ids")
    if kinds is None or getattr(experiment.opened.model.config, "type_vocab_size", 0) < 2:
        raise UserError(f"{experiment.opened.record.name} has no segment embeddings. Choose a BERT model.")
    ids = pair["input_ids"]
    place = experiment.mask_position(ids)
    return experiment.compare_predictions(
        *(
            experiment.logits(ids, token_type_ids=token_type_ids)[0, place].softmax(dim=-1)
            for token_type_ids in (kinds, None)
        )
    )


def softmax(experiment: Experiment) -> Comparison:
    """Take the softmax over the vocabulary, and over the positions."""
    ids = experiment.tokenizer(experiment.sentence(), return_tensors="pt")["input_ids"]
    logits, place = experiment.logits(ids), experiment.mask_position(ids)
    sides = []
    for axis in (-1, 1):
        row = logits.softmax(dim=axis)[0, place]
        sides.append(Outcome(float(row.sum()), experiment.candidates(row)))
    return experiment.compare(*sides)


def half(experiment: Experiment) -> Comparison:
    """Compute the softmax without subtracting the largest score, in single and in half precision."""
    ids = experiment.tokenizer(experiment.sentence(), return_tensors="pt")["input_ids"]
    logits = experiment.logits(ids)[0, experiment.mask_position(ids)]
    probabilities = []
    for scores in (logits, logits.half()):
        powers = scores.exp()
        probabilities.append((powers / powers.sum()).float())
    return experiment.compare_predictions(*probabilities)


def dropout(experiment: Experiment) -> Comparison:
    """Predict the same blank five times, with dropout off and on."""
    ids = experiment.tokenizer(experiment.sentence(), return_tensors="pt")["input_ids"]
    place, model = experiment.mask_position(ids), copy_with_dropout(experiment.opened.model)
    followed = int(experiment.logits(ids)[0, place].argmax())
    sides = []
    with torch.inference_mode(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        for training in (False, True):
            model.train(training)
            calls = (model(input_ids=experiment.on_device(ids)).logits[0, place].float() for _ in range(CALLS))
            probabilities = [float(logits.softmax(dim=-1)[followed]) for logits in calls]
            rows = tuple(Row(f"call {number}", value) for number, value in enumerate(probabilities, 1))
            sides.append(Outcome(max(probabilities) - min(probabilities), rows))
    return experiment.compare(*sides, followed=followed)


def copy_with_dropout(model: torch.nn.Module) -> torch.nn.Module:
    """A copy of a model with BERT's dropout of 0.1 in training mode."""
    changed = copy.deepcopy(model)
    for part in changed.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = DROPOUT
    return changed


@torch.inference_mode()
def sentence_vector(experiment: Experiment) -> Comparison:
    """Measure how well the mean vector and [CLS] separate pairs of the same meaning from unrelated sentences.

    Sentences 2k and 2k + 1 of the list have the same meaning.
    """
    batch = experiment.tokenizer(list(experiment.value("sentences")), padding=True, return_tensors="pt")
    inputs = experiment.to_device(
        {"input_ids": experiment.check_length(batch["input_ids"]), "attention_mask": batch["attention_mask"]},
    )
    hidden = experiment.opened.model.base_model(**inputs).last_hidden_state.float().cpu()
    attended = batch["attention_mask"][..., None]
    mean, cls = (
        cosine_matrix(vectors.numpy())
        for vectors in ((hidden * attended).sum(dim=1) / attended.sum(dim=1), hidden[:, 0])
    )
    draws = resampled_separations(mean) - resampled_separations(cls)
    difference = interval(separation(mean) - separation(cls), draws[np.isfinite(draws)])
    return experiment.compare(_separation_outcome(mean), _separation_outcome(cls), difference=difference)


def _separation_outcome(cosines: Array) -> Outcome:
    """How well sentence vectors separate partners from strangers. *Shape:* (sentence, sentence)."""
    partners, strangers = partner_cosines(cosines), stranger_cosines(cosines)
    count, hits, gap = len(cosines), nearest_partners(cosines), separation(cosines)
    return Outcome(
        gap,
        (
            Row("nothing to do with it", float(strangers.mean()), f"{strangers.mean():.2f}"),
            Row("the same meaning", float(partners.mean()), f"{partners.mean():.2f}"),
            Row("nearest means the same", hits / count, f"{hits} of {count}"),
        ),
    )


@torch.inference_mode()
def next_sentence(experiment: Experiment) -> Comparison:
    """Judge pairs that follow each other, and pairs that do not: swapped, or with a sentence from elsewhere."""
    head = next_sentence_head(experiment.folder)
    if head is None:
        raise UserError(f"{experiment.opened.record.name} has no next-sentence head. Choose MiniLM or pocket BERT.")
    pairs = [(str(first), str(second)) for first, second in experiment.value("pairs")]
    firsts, seconds = zip(*pairs, strict=True)
    swapped = list(zip(seconds, firsts, strict=True))
    elsewhere = list(zip(firsts, (*seconds[1:], seconds[0]), strict=True))
    following = _next_probabilities(experiment, head, pairs)
    sides = []
    for others in (swapped, elsewhere):
        called = _next_probabilities(experiment, head, others)
        correct = [probability > 0.5 for probability in following] + [probability <= 0.5 for probability in called]
        rows = tuple(
            Row(second, probability, f"{'yes' if probability > 0.5 else 'no'}, {probability:.0%}")
            for (_, second), probability in zip(others, called, strict=True)
        )
        sides.append(Outcome(sum(correct) / len(correct), rows))
    return experiment.compare(*sides)


def _next_probabilities(
    experiment: Experiment, head: NextSentenceHead, pairs: Sequence[tuple[str, str]]
) -> list[float]:
    """The probability that each second sentence follows its first."""
    firsts, seconds = ([pair[number] for pair in pairs] for number in (0, 1))
    batch = experiment.tokenizer(firsts, seconds, padding=True, return_tensors="pt")
    experiment.check_length(batch["input_ids"])
    ids, attention_mask, segment_ids = (
        experiment.on_device(batch[name]) for name in ("input_ids", "attention_mask", "token_type_ids")
    )
    hidden = encode(experiment.opened, ids, attention_mask, token_type_ids=segment_ids).last_hidden_state
    probabilities: list[float] = head(hidden[:, 0].float().cpu()).softmax(dim=-1)[:, 0].tolist()
    return probabilities


def unmasked(experiment: Experiment) -> Comparison:
    """The perplexity of a sentence with each token hidden in turn, and with none hidden."""
    encoding = experiment.tokenizer(experiment.value("sentence"), return_tensors="pt")["input_ids"]
    ids: list[int] = experiment.check_length(encoding)[0].tolist()
    special, mask = set(experiment.tokenizer.all_special_ids), int(experiment.tokenizer.mask_token_id)
    places = tuple(place for place, token_id in enumerate(ids) if token_id not in special)
    if not places:
        raise UserError(f"{experiment.opened.record.name} has no tokens for this text. Type another sentence.")
    targets = tuple(ids[place] for place in places)
    tokens = experiment.tokenizer.convert_ids_to_tokens(targets)
    hidden = [PredictionInput((*ids[:place], mask, *ids[place + 1 :]), (place,), (ids[place],)) for place in places]
    sides = []
    for requests in (hidden, [PredictionInput(tuple(ids), places, targets)]):
        logs = experiment.log_probabilities(requests)
        rows = (Row(token, math.exp(log), f"{math.exp(log):.2%}") for token, log in zip(tokens, logs, strict=True))
        sides.append(Outcome(math.exp(-sum(logs) / len(logs)), tuple(rows)))
    return experiment.compare(*sides)
