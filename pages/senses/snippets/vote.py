import torch

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
points = [  # sentence, start and end of the word in it, sense
    ("The bank lent us money.", 4, 8, "money"),
    ("The bank paid interest.", 4, 8, "money"),
    ("We sat on the river bank.", 20, 24, "river"),
]
new = ("The river had no bank here.", 17, 21, None)  # a sentence without a sense, as above
layer = 4
pooled = "mean"  # for a word of several tokens: the mean of their vectors, the first, or the last

points = [new, *points]

# The part “vectors”.
cosines = torch.cosine_similarity(vectors[:1, layer].double(), vectors[:, layer].double())
voters = {}  # one from each of the five nearest sentences with a sense
for n in (-cosines.round(decimals=9)).argsort(stable=True).tolist():
    sentence, _, _, sense = points[n]
    if sense and sentence != new[0] and len(voters) < 5:
        voters.setdefault(sentence, (sense, cosines[n].item()))
for sentence, (sense, cosine) in voters.items():
    print(sense, sentence, cosine)
