"""Steering: a vector added to the activations of a sentence, and what the model then predicts.

The vector is the difference of two sentences' activations, or of the means of two sets of sentences. Nothing is
trained, and the shared model is not changed (see :mod:`components.model.inference.edits`).

Sources: Turner et al. 2023, https://arxiv.org/abs/2308.10248 (the difference of two sentences, called activation
addition); Rimsky et al. 2024, https://arxiv.org/abs/2312.06681 (the mean of many differences); Subramani et al. 2022,
https://arxiv.org/abs/2205.05124 (vectors that steer a frozen model).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from components.model.blanks.occlusion import masked_positions_including
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.edits import ActivationEdit, EditSite, edit_activations
from components.model.inference.forward import POSITIONS_PER_CHUNK, encode, pad
from components.model.inference.memory import reports_out_of_memory
from components.model.inference.prediction import masked_ids, require_mask_id
from components.model.inference.resumed_pass import (
    TOKENS_PER_SWEEP,
    Progress,
    ignore_progress,
    record_pass,
    resume_pass,
)
from components.model.results import Tokens
from components.model.user_errors import UserError
from components.patching.model.steering_results import (
    RANDOM_COUNT,
    RANDOM_SEED,
    STRENGTHS,
    SteeredWord,
    Steering,
    SteeringPlace,
    SteeringSets,
)

SET_LIMIT = 20  # sentences of a set
TOKEN_LIMIT = 64  # of the sentence, special tokens included: it is read about a hundred times
TOP_COUNT = 8  # words that are kept at each strength


@dataclass(frozen=True, eq=False)
class SteeringVectors:
    """The difference of two sets of sentences in every layer.

    Attributes:
        vectors: After the embeddings and after each layer. *Shape:* (layer + 1, width)
        reads_blank: Whether they are differences at blanks; else of means over all tokens.
    """

    vectors: torch.Tensor
    reads_blank: bool


@torch.inference_mode()
def steering_vectors(opened: OpenModel, sets: SteeringSets, place: SteeringPlace) -> SteeringVectors:
    """The mean activation of one set of sentences minus that of the other.

    It is read where it will be added: at the sentences' blanks if it is added at the blank and all of them have one,
    else as the mean over all tokens that the tokenizer did not add.

    Raises:
        UserError: A set is empty or too long, or a sentence cannot be read.
    """
    require_mask_id(opened)
    toward, away = _tokenize(opened, sets.toward, "first"), _tokenize(opened, sets.away, "second")
    has_blanks = all(tokens.typed_masks for tokens in (*toward, *away))
    reads_blank = place is SteeringPlace.BLANK and has_blanks
    return SteeringVectors(_mean(opened, toward, reads_blank) - _mean(opened, away, reads_blank), reads_blank)


def _tokenize(opened: OpenModel, sentences: Sequence[str], name: str) -> list[Tokens]:
    if not sentences:
        raise UserError(f"The {name} set is empty. Enter at least one sentence, one per line.")
    if len(sentences) > SET_LIMIT:
        raise UserError(f"The {name} set has {len(sentences):,} sentences; the limit is {SET_LIMIT}. Use fewer.")
    tokenized = []
    for line, sentence in enumerate(sentences, 1):
        try:
            tokenized.append(opened.tokenizer.tokens(sentence))
        except UserError as error:
            raise UserError(f"Sentence {line} of the {name} set: {error}") from error
    return tokenized


def _mean(opened: OpenModel, sentences: Sequence[Tokens], reads_blank: bool) -> torch.Tensor:
    """The mean over sentences, each the mean over its tokens that are read. *Shape:* (layer + 1, width)."""
    total: torch.Tensor | None = None
    longest = max(map(len, sentences))
    size = max(1, TOKENS_PER_SWEEP // longest)
    for start in range(0, len(sentences), size):
        part = sentences[start : start + size]
        fill = opened.model.config.pad_token_id or 0
        tensors = pad([tokens.ids for tokens in part], opened.device.torch_device, fill=fill)
        with edit_activations(opened, (), records=True) as recorded:
            encode(opened, *tensors)
        states = torch.stack(recorded.activations[EditSite.LAYER])  # (layer + 1, sentence, token, width)
        for row, tokens in enumerate(part):
            of_sentence = states[:, row, list(_positions_read(tokens, reads_blank))].mean(dim=1)
            total = of_sentence if total is None else total + of_sentence
    assert total is not None
    return total / len(sentences)


def _positions_read(tokens: Tokens, reads_blank: bool) -> tuple[int, ...]:
    return tokens.typed_masks if reads_blank else text_positions(tokens)


def text_positions(tokens: Tokens) -> tuple[int, ...]:
    """All positions but those of tokens that the tokenizer added."""
    return tuple(position for position, token in enumerate(tokens.items) if not token.special)


@reports_out_of_memory
@torch.inference_mode()
def steer(
    opened: OpenModel,
    tokens: Tokens,
    masked: Sequence[int],
    blank: int,
    words: tuple[str, str],
    sets: SteeringSets,
    layer: int,
    place: SteeringPlace,
    *,
    on_progress: Progress = ignore_progress,
) -> Steering:
    """Predict a blank while a steering vector is added to a layer, at every strength and for random vectors, too.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The positions that a visitor has masked, beside typed masks.
        blank: The position of the blank.
        words: The two words whose odds are followed.
        sets: The sentences that the vector is made from.
        layer: 0 to add it after the embeddings, else after that layer.
        place: The tokens to which it is added.
        on_progress: Called with the number of rows done and their total. An error that it raises ends the computation.

    Raises:
        NothingMasked: There is no blank at that position.
        UserError: A sentence, a word or the layer does not fit the model.
        OutOfMemory: Memory runs out.
    """
    if len(tokens) > TOKEN_LIMIT:
        raise UserError(f"Sentences can have up to {TOKEN_LIMIT} tokens here. Shorten yours.")
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, blank))
    targets = [opened.tokenizer.word_id(word) for word in words]
    if targets[0] == targets[1]:
        raise UserError("Both words are the same token for this model. Enter two different words.")
    steering = steering_vectors(opened, sets, place)
    layer_count = len(steering.vectors) - 1
    if not 0 <= layer <= layer_count:
        raise UserError(f"{opened.record.name} has {layer_count} layers. Choose one of them.")
    vector = steering.vectors[layer]
    positions = (blank,) if place is SteeringPlace.BLANK else text_positions(tokens)
    others = [position for position in tokens.maskable if position not in {blank, *masked}]
    total = len(STRENGTHS) * (1 + RANDOM_COUNT)

    recorded = record_pass(opened, ids)
    rows = strength_rows(layer, vector, positions)
    hidden = resume_pass(opened, recorded, rows, None, on_progress=lambda done, _: on_progress(done, total))
    at_blank = opened.head(hidden[:, blank]).float().log_softmax(dim=-1).cpu()  # (strength, vocabulary)
    random_rows = [
        row
        for direction in random_directions(RANDOM_COUNT, len(vector)).to(vector) * vector.norm()
        for row in strength_rows(layer, direction, positions)
    ]
    random = resume_pass(
        opened, recorded, random_rows, blank, on_progress=lambda done, _: on_progress(len(rows) + done, total)
    )
    token_ids = dict.fromkeys([*targets, *at_blank.topk(min(TOP_COUNT, at_blank.shape[1])).indices.flatten().tolist()])
    steered = [
        SteeredWord(
            token, opened.tokenizer.text(token), opened.tokenizer.continues(token), tuple(at_blank[:, token].tolist())
        )
        for token in token_ids
    ]
    unsteered = recorded.activations[EditSite.LAYER][layer][0, list(positions)]
    return Steering(
        tokens=tokens,
        blank=blank,
        layer=layer,
        layer_count=layer_count,
        place=place,
        positions=positions,
        reads_blank=steering.reads_blank,
        length=float(vector.norm()),
        typical_length=float(unsteered.norm(dim=-1).mean()),
        strengths=STRENGTHS,
        words=tuple(steered),
        targets=(steered[0], steered[1]),
        other_losses=_mean_losses(opened, hidden, ids, others) if others else None,
        random_log_odds=_log_odds(opened, random, targets),
        conditions=opened.conditions,
    )


def strength_rows(layer: int, vector: torch.Tensor, positions: tuple[int, ...]) -> list[tuple[ActivationEdit, ...]]:
    """The edits that add a vector with every strength, a row for each."""
    return [(_edit(layer, strength * vector, positions),) for strength in STRENGTHS]


def _edit(layer: int, vector: torch.Tensor, positions: tuple[int, ...]) -> ActivationEdit:
    return ActivationEdit(EditSite.LAYER, layer, vector, positions, adds=True)


def _mean_losses(
    opened: OpenModel, hidden: torch.Tensor, ids: Sequence[int], others: Sequence[int]
) -> tuple[float, ...]:
    """The mean negative log-probability that the words of every row get from the vocabulary head at their places."""
    words = torch.tensor([ids[position] for position in others], device=hidden.device)
    size = max(1, POSITIONS_PER_CHUNK // len(hidden))
    total = torch.zeros(len(hidden), device=hidden.device)
    for start in range(0, len(others), size):
        part = slice(start, start + size)
        scores = opened.head(hidden[:, list(others[part])]).float().log_softmax(dim=-1)
        total -= scores.gather(2, words[part].expand(len(hidden), -1)[..., None]).sum(dim=(1, 2))
    return tuple((total / len(others)).tolist())


def random_directions(count: int, width: int) -> torch.Tensor:
    """Directions of length 1, the same at every call and on every machine. *Shape:* (count, width)."""
    directions = torch.randn(count, width, generator=torch.Generator().manual_seed(RANDOM_SEED))
    unit_vectors: torch.Tensor = directions / directions.norm(dim=1, keepdim=True)
    return unit_vectors


def _log_odds(opened: OpenModel, hidden: torch.Tensor, targets: Sequence[int]) -> tuple[tuple[float, ...], ...]:
    """The log-odds of two tokens for the vectors of the random directions, direction by direction."""
    scores = opened.head(hidden).float()  # (direction * strength, vocabulary)
    log_odds = scores[:, targets[0]] - scores[:, targets[1]]
    return tuple(map(tuple, log_odds.unflatten(0, (RANDOM_COUNT, len(STRENGTHS))).tolist()))
