"""Fit structural probes: all layers of a model at once, each with a map of its own."""

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch

from training.trees.treebank import SentenceVectors

EPOCHS, BATCH_SIZE = 12, 40  # passes over the sentences; sentences
LEARNING_RATE = 3e-3  # at the start; it falls linearly to zero
Floats32 = npt.NDArray[np.float32]


def fit_maps(
    sentences: Sequence[SentenceVectors],
    rank: int,
    *,
    seed: int = 0,
    epochs: int = EPOCHS,
    learning_rate: float = LEARNING_RATE,
) -> tuple[Floats32, ...]:
    """Fit one map a layer.

    The loss is that of Hewitt and Manning 2019: the absolute difference between the squared distance and the distance
    in the tree, summed over pairs of words and divided by the square of the sentence's length.

    Args:
        sentences: What is learned from.
        rank: The rank of the maps.
        seed: Of the initial maps and of the order of the batches.
        epochs: Passes over the sentences.
        learning_rate: Of Adam at the start.

    Returns:
        *Shape:* (rank, width) for each layer, the embeddings first
    """
    layers, _, width = sentences[0].vectors.shape
    scales = _scales(sentences)  # layers differ in length; the maps get their scales back at the end
    generator = torch.Generator().manual_seed(seed)
    maps = (torch.rand(layers, rank, width, generator=generator) - 0.5) * (2 / width**0.5)
    maps.requires_grad_()
    optimizer = torch.optim.Adam([maps], lr=learning_rate)
    batches = _batches(sentences)
    steps = epochs * len(batches)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 - step / steps)
    rng = random.Random(seed)
    for _ in range(epochs):
        rng.shuffle(batches)
        for batch in batches:
            optimizer.zero_grad()
            batch_loss(maps, *_padded(batch, scales)).backward()
            optimizer.step()
            schedule.step()
    return tuple((maps.detach() / scales[:, None, None]).numpy())


def batch_loss(
    maps: torch.Tensor, vectors: torch.Tensor, distances: torch.Tensor, lengths: torch.Tensor
) -> torch.Tensor:
    """The loss of a batch, summed over layers, which share no parameter.

    *Shape:* ``maps`` (layer, rank, width), ``vectors`` (sentence, layer, word, width), ``distances``
    (sentence, word, word) with -1 where there is no word, ``lengths`` (sentence,)
    """
    mapped = vectors @ maps.transpose(1, 2)  # (sentence, layer, word, rank)
    squares = (mapped**2).sum(dim=-1)
    predicted = squares[..., None] + squares[..., None, :] - 2 * mapped @ mapped.transpose(2, 3)
    errors = (predicted - distances[:, None]).abs() * (distances[:, None] >= 0)
    return (errors.sum(dim=(2, 3)) / lengths[:, None] ** 2).mean(dim=0).sum()


def _scales(sentences: Sequence[SentenceVectors]) -> torch.Tensor:
    """The root mean square of the entries of each layer."""
    squares = [(each.vectors.astype(np.float32) ** 2).mean(axis=(1, 2)) for each in sentences]
    return torch.from_numpy(np.sqrt(np.mean(squares, axis=0)))


def _batches(sentences: Sequence[SentenceVectors]) -> list[list[SentenceVectors]]:
    """Batches of sentences of similar length."""
    by_length = sorted(sentences, key=lambda each: len(each.heads))
    return [by_length[start : start + BATCH_SIZE] for start in range(0, len(by_length), BATCH_SIZE)]


def _padded(batch: Sequence[SentenceVectors], scales: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    lengths = [len(each.heads) for each in batch]
    layers, _, width = batch[0].vectors.shape
    vectors = torch.zeros(len(batch), layers, max(lengths), width)
    distances = torch.full((len(batch), max(lengths), max(lengths)), -1.0)
    for row, (each, length) in enumerate(zip(batch, lengths, strict=True)):
        vectors[row, :, :length] = torch.from_numpy(each.vectors).float()
        distances[row, :length, :length] = torch.from_numpy(each.distances)
    return vectors / scales[:, None, None], distances, torch.tensor(lengths)
