"""Plain transformers code that computes again what a mode shows: filled in, and ready for a notebook."""

from components.model.word_vectors_results import Pooling
from pages.parts.take_away import filled
from pages.senses.situation import Senses

MOST = 100  # sentences: a snippet is to be read as well
_VECTORS = """\
import torch
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained($model$revision)
model = AutoModel.from_pretrained($model$revision, dtype=torch.float32)
points = $points  # sentence, where its word begins and ends, its sense
CUT
vectors = []  # (point, layer + 1, width)
for sentence, begin, end, sense in points:
    encoded = tokenizer(sentence, return_tensors="pt", return_offsets_mapping=True)
    offsets = encoded.pop("offset_mapping")[0].tolist()
    pieces = [n for n, (start, stop) in enumerate(offsets) if start < end and stop > begin]
    with torch.no_grad():
        layers = model(**encoded, output_hidden_states=True).hidden_states
    vectors.append(torch.stack([POOLED for layer in layers]))
vectors = torch.stack(vectors)
"""
_NORMS = """\
print("layers, points, width:", tuple(vectors.transpose(0, 1).shape))
print("cosine of the first two points by layer:")
for layer in range(vectors.shape[1]):
    print(layer, torch.cosine_similarity(vectors[0, layer], vectors[1, layer], dim=0).item())
"""
_ACCURACY = """\
texts, senses = [point[0] for point in points], [point[3] for point in points]
same, one_sentence = (torch.tensor([[a == b for b in each] for a in each]) for each in (senses, texts))
for layer in range(vectors.shape[1]):
    unit = torch.nn.functional.normalize(vectors[:, layer].double(), dim=-1)
    cosines = (unit @ unit.T).masked_fill(one_sentence, -2)  # a sentence is no witness for itself
    nearest = cosines >= cosines.max(dim=1, keepdim=True).values - 1e-9  # several, where they are equally near
    print(layer, ((nearest & same).sum(dim=1) / nearest.sum(dim=1)).mean().item())
"""
_GROUPS = """\
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import adjusted_rand_score

layer = vectors[:, $layer].double()
apart = AgglomerativeClustering($count, metric="cosine", linkage="average")
groups = apart.fit_predict((layer - layer.mean(dim=0)).numpy())
print("sentences in each group:", sorted(map(groups.tolist().count, set(groups.tolist())), reverse=True))
first = {sentence: n for n, (sentence, *_) in reversed(list(enumerate(points)))}  # speaks for its sentence
labelled = sorted(n for n in first.values() if points[n][3])
print("adjusted Rand index:", adjusted_rand_score([points[n][3] for n in labelled], groups[labelled]))
"""
_POOLED = {
    Pooling.MEAN: "layer[0, pieces].mean(dim=0)",
    Pooling.FIRST: "layer[0, pieces[0]]",
    Pooling.LAST: "layer[0, pieces[-1]]",
}


def vectors_snippet(at: Senses) -> str:
    """The word's vector in every sentence, after every layer."""
    return _filled(at, _NORMS)


def accuracy_snippet(at: Senses) -> str:
    """How often the nearest sentence has the same sense, by layer."""
    return _filled(at, _ACCURACY, has_sense=True)


def groups_snippet(at: Senses, layer: int, count: int) -> str:
    """So many groups at a layer, and how far they are the senses."""
    return _filled(at, _GROUPS, layer=layer, count=count)


def _filled(at: Senses, asked: str, has_sense: bool = False, **values: object) -> str:
    points = [
        (point.sentence, point.start, point.end, sense)
        for point, sense in zip(at.found.points, at.senses, strict=True)
        if sense or not has_sense
    ]
    cut = f"# These are the first {MOST} of {len(points)}.\n" if len(points) > MOST else ""
    vectors = _VECTORS.replace("POOLED", _POOLED[at.question.pooling]).replace("CUT\n", f"{cut}\n")
    return filled(vectors + asked, at.model, points=points[:MOST], **values)
