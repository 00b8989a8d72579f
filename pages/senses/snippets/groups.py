import torch
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import adjusted_rand_score
from transformers import AutoModel, AutoTokenizer

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None
points = [  # sentence, where its word begins and ends, its sense
    ("The bank lent us money.", 4, 8, "money"),
    ("The bank paid interest.", 4, 8, "money"),
    ("We sat on the river bank.", 20, 24, "river"),
]
pooled = "mean"  # of a word of several pieces: the mean, the first, or the last
layer = 4
count = 2

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
pools = {
    "mean": lambda pieces: pieces.mean(dim=0),
    "first": lambda pieces: pieces[0],
    "last": lambda pieces: pieces[-1],
}

vectors = []  # (point, layer + 1, width)
for sentence, begin, end, _ in points:
    sentence = sentence.replace("[MASK]", tokenizer.mask_token or "[MASK]")
    encoded = tokenizer(sentence, return_tensors="pt", return_offsets_mapping=True)
    offsets = encoded.pop("offset_mapping")[0].tolist()
    pieces = [n for n, (start, stop) in enumerate(offsets) if start < end and stop > begin]
    with torch.no_grad():
        layers = model(**encoded, output_hidden_states=True).hidden_states
    vectors.append(torch.stack([pools[pooled](layer[0, pieces]) for layer in layers]))
vectors = torch.stack(vectors)
at = vectors[:, layer].double()
apart = AgglomerativeClustering(count, metric="cosine", linkage="average")
groups = apart.fit_predict((at - at.mean(dim=0)).numpy())
print("sentences in each group:", sorted(map(groups.tolist().count, set(groups.tolist())), reverse=True))
first = {sentence: n for n, (sentence, *_) in reversed(list(enumerate(points)))}  # speaks for its sentence
labelled = sorted(n for n in first.values() if points[n][3])
print("adjusted Rand index:", adjusted_rand_score([points[n][3] for n in labelled], groups[labelled]))
