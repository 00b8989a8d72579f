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
# The part “accuracy”.

# Clusters found without the labels, and how well they match the labels.
at_layer = vectors[:, layer].double()
clustering = AgglomerativeClustering(count, metric="cosine", linkage="average")
groups = clustering.fit_predict((at_layer - at_layer.mean(dim=0)).numpy())
print("sentences in each group:", sorted(map(groups.tolist().count, set(groups.tolist())), reverse=True))
first = {sentence: n for n, sentence in reversed(list(enumerate(texts)))}  # one occurrence per sentence
once = sorted(n for n in first.values() if senses[n])
print("adjusted Rand index:", adjusted_rand_score([senses[n] for n in once], groups[once]))
