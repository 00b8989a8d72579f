"""Experiments with wrong inputs: vocabulary, case, mask token, truncation, labels, units."""

import math

import torch

from components.mistakes.model.experiment import Experiment, plain_tokenizer
from components.mistakes.model.results import Comparison, Outcome, Row
from components.model.inference.prediction import hide_rest_of_word
from components.model.inference.prediction_io import PredictionInput
from components.model.user_errors import UserError

TRUNCATED_LENGTH = 7  # tokens


def vocabulary(experiment: Experiment) -> Comparison:
    """Tokenize the sentence with another model's tokenizer."""
    assert experiment.other is not None
    right = _mask_probabilities(experiment, experiment.tokenizer)
    wrong, named = experiment.other, experiment.other.tokenizer
    text = str(experiment.value("sentence")).replace("[MASK]", wrong.mask)
    ids = named(text, return_tensors="pt")["input_ids"]
    try:
        experiment.embedding_rows(ids)
    except IndexError as error:
        return experiment.compare_failure(right, error)
    return experiment.compare_predictions(
        right, experiment.logits(ids)[0, wrong.mask_position(ids)].softmax(dim=-1), named
    )


def case(experiment: Experiment) -> Comparison:
    """Keep capital letters for a vocabulary without any."""
    if not getattr(experiment.tokenizer, "do_lower_case", False):
        raise UserError(f"{experiment.opened.record.name} keeps capital letters. Choose an uncased model.")
    return experiment.compare_predictions(
        *(
            _mask_probabilities(experiment, plain_tokenizer(experiment.folder, do_lower_case=lower))
            for lower in (True, False)
        )
    )


def _mask_probabilities(experiment: Experiment, tokenizer: object) -> torch.Tensor:
    """Probabilities at the mask, with a given tokenizer. *Shape:* (token of the vocabulary,)."""
    assert callable(tokenizer)
    ids = tokenizer(experiment.sentence(), return_tensors="pt")["input_ids"]
    return experiment.logits(ids)[0, experiment.mask_position(ids)].softmax(dim=-1)


def mask_string(experiment: Experiment) -> Comparison:
    """Write the mask token of another model."""
    other = "<mask>" if experiment.mask != "<mask>" else "[MASK]"
    return experiment.compare(*(_mask_count_outcome(experiment, blank) for blank in (experiment.mask, other)))


def _mask_count_outcome(experiment: Experiment, blank: str) -> Outcome:
    ids = experiment.tokenizer(str(experiment.value("sentence")).replace("[MASK]", blank))["input_ids"]
    pieces = experiment.tokenizer.convert_ids_to_tokens(ids)
    mask = experiment.tokenizer.mask_token_id
    blanks = [token_id == mask for token_id in ids]
    rows = tuple(Row(piece, float(it), "blank" if it else "text") for piece, it in zip(pieces, blanks, strict=True))
    return Outcome(float(ids.count(mask)), rows)


def drop_in(experiment: Experiment) -> Comparison:
    """Write the special tokens by hand: those of this model, and those of RoBERTa."""
    if experiment.tokenizer.cls_token == "<s>":
        raise UserError(f"{experiment.opened.record.name} has RoBERTa’s special tokens itself. Choose BERT or MiniLM.")
    probabilities = []
    for start, end in ((experiment.tokenizer.cls_token, experiment.tokenizer.sep_token), ("<s>", "</s>")):
        text = f"{start}{experiment.sentence()}{end}"
        ids = experiment.tokenizer(text, add_special_tokens=False, return_tensors="pt")["input_ids"]
        probabilities.append(experiment.logits(ids)[0, experiment.mask_position(ids)].softmax(dim=-1))
    return experiment.compare_predictions(*probabilities)


def truncation(experiment: Experiment) -> Comparison:
    """Predict with the whole sentence, and with its end truncated, where the blank itself may be."""
    right = _mask_probabilities(experiment, experiment.tokenizer)
    text = experiment.sentence()
    ids = experiment.tokenizer(text, truncation=True, max_length=TRUNCATED_LENGTH, return_tensors="pt")["input_ids"]
    try:
        place = ids[0].tolist().index(experiment.tokenizer.mask_token_id)
    except ValueError as error:
        return experiment.compare_failure(right, error)
    return experiment.compare_predictions(right, experiment.logits(ids)[0, place].softmax(dim=-1))


def pieces_and_labels(experiment: Experiment) -> Comparison:
    """Assign labels of words to word pieces: by ``word_ids()``, and in order."""
    words, names = list(experiment.value("words")), list(experiment.value("names"))
    read = experiment.tokenizer(words, is_split_into_words=True)
    pieces, numbers = experiment.tokenizer.convert_ids_to_tokens(read["input_ids"]), read.word_ids()
    firsts = [
        number is not None and number != before for before, number in zip([None, *numbers], numbers, strict=False)
    ]
    right = [names[number] if first else None for number, first in zip(numbers, firsts, strict=True)]
    wrong = [None, *names, *[None] * (len(pieces) - 1 - len(names))]
    return experiment.compare(*(_label_outcome(pieces, numbers, firsts, names, labels) for labels in (right, wrong)))


def _label_outcome(
    pieces: list[str], numbers: list[int | None], firsts: list[bool], names: list[str], labels: list[str | None]
) -> Outcome:
    rows, hits = [], 0
    for piece, number, first, label in zip(pieces, numbers, firsts, labels, strict=True):
        expected = names[number] if first and number is not None else None
        hits += first and label == expected
        if number is not None:
            rows.append(Row(piece, float(label == expected), label or "(left out)"))
    return Outcome(hits / len(names), tuple(rows))


def surprise(experiment: Experiment) -> Comparison:
    """Compare the pseudo-log-likelihoods of a sentence under two models, per character and per token."""
    assert experiment.other is not None
    bits, pieces = zip(
        *(
            sentence_bits(each_experiment, str(experiment.value("sentence")))
            for each_experiment in (experiment, experiment.other)
        ),
        strict=True,
    )
    names = [each_experiment.opened.record.name for each_experiment in (experiment, experiment.other)]
    characters = len(str(experiment.value("sentence")))
    sides = []
    for unit, units in (("character", (characters, characters)), ("piece", pieces)):
        each = [total / count for total, count in zip(bits, units, strict=True)]
        sides.append(
            Outcome(
                each[0] / each[1],
                tuple(Row(name, value, f"{value:.2f} bits a {unit}") for name, value in zip(names, each, strict=True)),
            )
        )
    return experiment.compare(*sides)


def sentence_bits(experiment: Experiment, sentence: str) -> tuple[float, int]:
    """The pseudo-log-likelihood of a sentence in bits, and the number of tokens that it is summed over.

    Each token is predicted in turn, with it and the rest of its word to the right masked (Kauf and Ivanova 2023,
    https://arxiv.org/abs/2305.10588). Masking the token alone (Salazar et al. 2020, https://arxiv.org/abs/1910.14659)
    favours vocabularies that split words into more pieces, which give each other away.
    """
    encoding = experiment.tokenizer(sentence, return_tensors="pt")
    experiment.check_length(encoding["input_ids"])
    ids, words = encoding["input_ids"][0].tolist(), encoding.word_ids()
    mask = int(experiment.tokenizer.mask_token_id)
    requests = [
        PredictionInput(hide_rest_of_word(ids, words, position, mask), (position,), (ids[position],))
        for position, word in enumerate(words)
        if word is not None
    ]
    return -sum(experiment.log_probabilities(requests)) / math.log(2), len(requests)
