import torch

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
points = [  # sentence, start and end of the word in it, sense
    ("The bank lent us money.", 4, 8, "money"),
    ("The bank paid interest.", 4, 8, "money"),
    ("We sat on the river bank.", 20, 24, "river"),
    ("The bank was wet with rain.", 4, 8, "river"),
]
senses = ["money", "river"]
new = None  # a sentence without a sense, as above; None for none
pooled = "mean"  # for a word of several tokens: the mean of their vectors, the first, or the last

points = [point for point in [*points, *([new] if new else [])] if point is new or point[3] in senses]

# The part “vectors”.


def height(layer, n):
    """How far point n lies on the side of the second sense, on the axis of all other sentences."""
    unit = torch.nn.functional.normalize(vectors[:, layer].double(), dim=-1)
    first, second = (
        unit[[p is not new and p[3] == sense and p[0] != points[n][0] for p in points]].mean(dim=0) for sense in senses
    )
    axis = torch.nn.functional.normalize(second - first, dim=0)
    return ((unit[n] - (first + second) / 2) @ axis).item()


for layer in range(vectors.shape[1]):
    heights = [height(layer, n) for n in range(len(points))]
    right = [(h > 0) == (p[3] == senses[1]) for h, p in zip(heights, points, strict=True) if p is not new]
    print(layer, sum(right), "of", len(right), *([heights[-1]] if new else []))
