import torch
from transformers import AutoModel, AutoTokenizer

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None
points = [  # sentence, where its word begins and ends, its sense
    ("The bank lent us money.", 4, 8, "money"),
    ("The bank paid interest.", 4, 8, "money"),
    ("We sat on the river bank.", 20, 24, "river"),
]
pooled = "mean"  # of a word of several pieces: the mean, the first, or the last

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
texts, senses = [point[0] for point in points], [point[3] for point in points]
same, one_sentence = (torch.tensor([[a == b for b in each] for a in each]) for each in (senses, texts))
for layer in range(vectors.shape[1]):
    unit = torch.nn.functional.normalize(vectors[:, layer].double(), dim=-1)
    cosines = (unit @ unit.T).masked_fill(one_sentence, -2)  # a sentence is no witness for itself
    nearest = cosines >= cosines.max(dim=1, keepdim=True).values - 1e-9  # several, where they are equally near
    print(layer, ((nearest & same).sum(dim=1) / nearest.sum(dim=1)).mean().item())
