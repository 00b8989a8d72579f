import torch

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
points = [  # sentence, start and end of the word in it, sense
    ("The bank lent us money.", 4, 8, "money"),
    ("The bank paid interest.", 4, 8, "money"),
    ("We sat on the river bank.", 20, 24, "river"),
]
pooled = "mean"  # for a word of several tokens: the mean of their vectors, the first, or the last

# The part “vectors”.
print("layers, points, width:", tuple(vectors.transpose(0, 1).shape))
print("cosine of the first two points by layer:")
for layer in range(vectors.shape[1]):
    print(layer, torch.cosine_similarity(vectors[0, layer], vectors[1, layer], dim=0).item())
