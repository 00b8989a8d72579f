"""Plain transformers code that computes again what a mode shows: filled in, and ready for a notebook."""

from pages.parts.take_away import filled
from pages.senses.situation import Senses

MOST = 100  # sentences: a snippet is to be read as well
_VECTORS = """\
import torch
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained($model$revision)
model = AutoModel.from_pretrained($model$revision, dtype=torch.float32)
points = $points  # sentence, where its word begins and ends, its sense

vectors = []  # (point, layer + 1, width)
for sentence, begin, end, sense in points:
    encoded = tokenizer(sentence, return_tensors="pt", return_offsets_mapping=True)
    offsets = encoded.pop("offset_mapping")[0].tolist()
    pieces = [n for n, (start, stop) in enumerate(offsets) if start < end and stop > begin]
    with torch.no_grad():
        layers = model(**encoded, output_hidden_states=True).hidden_states
    vectors.append(torch.stack([layer[0, pieces].mean(dim=0) for layer in layers]))
vectors = torch.stack(vectors)
"""
_NORMS = """\
print("layers, points, width:", tuple(vectors.transpose(0, 1).shape))
print("cosine of the first two points by layer:")
for layer in range(vectors.shape[1]):
    print(layer, torch.cosine_similarity(vectors[0, layer], vectors[1, layer], dim=0).item())
"""
_ACCURACY = """\
senses = [sense for *_, sense in points]
for layer in range(vectors.shape[1]):
    unit = torch.nn.functional.normalize(vectors[:, layer], dim=-1)
    cosines = (unit @ unit.T).fill_diagonal_(-2)
    nearest = cosines.argmax(dim=1).tolist()
    print(layer, sum(senses[a] == senses[b] for a, b in enumerate(nearest)) / len(senses))
"""


def vectors_snippet(at: Senses) -> str:
    """The word's vector in every sentence, after every layer."""
    return filled(_VECTORS + _NORMS, at.model, points=_points(at)[:MOST])


def accuracy_snippet(at: Senses) -> str:
    """How often the nearest sentence has the same sense, by layer."""
    return filled(_VECTORS + _ACCURACY, at.model, points=[point for point in _points(at) if point[3]][:MOST])


def _points(at: Senses) -> list[tuple[str, int, int, str | None]]:
    return [
        (point.sentence, point.start, point.end, sense) for point, sense in zip(at.found.points, at.senses, strict=True)
    ]
