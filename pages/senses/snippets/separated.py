import torch
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import adjusted_rand_score

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
points = [  # sentence, start and end of the word in it, sense
    ("The bank lent us money.", 4, 8, "money"),
    ("The bank paid interest.", 4, 8, "money"),
    ("We sat on the river bank.", 20, 24, "river"),
]
pooled = "mean"  # for a word of several tokens: the mean of their vectors, the first, or the last
layer = 4
count = 2

# The part “vectors”.
texts, senses = [point[0] for point in points], [point[3] for point in points]

# Share of labelled sentences whose nearest neighbour has the same sense, in every layer.
labelled = [n for n, sense in enumerate(senses) if sense]
same, one_sentence = (torch.tensor([[of[a] == of[b] for b in labelled] for a in labelled]) for of in (senses, texts))
for each in range(vectors.shape[1]):
    unit = torch.nn.functional.normalize(vectors[labelled, each].double(), dim=-1)
    cosines = (unit @ unit.T).masked_fill(one_sentence, -2)  # never two words of one sentence
    nearest = cosines >= cosines.max(dim=1, keepdim=True).values - 1e-9  # several if they are equally near
    print(each, ((nearest & same).sum(dim=1) / nearest.sum(dim=1)).mean().item())

# Clusters found without the labels, and how well they match the labels.
at_layer = vectors[:, layer].double()
clustering = AgglomerativeClustering(count, metric="cosine", linkage="average")
groups = clustering.fit_predict((at_layer - at_layer.mean(dim=0)).numpy())
print("sentences in each group:", sorted(map(groups.tolist().count, set(groups.tolist())), reverse=True))
first = {sentence: n for n, sentence in reversed(list(enumerate(texts)))}  # one occurrence per sentence
once = sorted(n for n in first.values() if senses[n])
print("adjusted Rand index:", adjusted_rand_score([senses[n] for n in once], groups[once]))
