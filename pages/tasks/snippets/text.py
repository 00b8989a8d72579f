"""A label for a whole text, from a head that reads one vector."""

import torch
from safetensors.torch import load_file

# Inputs: the page fills in your values here.
text = "The acting is wonderful, the story is dull."
head = "opinion"
pooling = "cls"
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/heads"

# The part “encoder”.
weights = load_file(f"{added}/{head}.safetensors")
with torch.no_grad():
    vectors = model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0]  # (position, width)
    vector = {
        "cls": lambda: vectors[0],
        "mean": lambda: vectors.mean(dim=0),
        "weighted": lambda: (vectors @ weights["query"]).softmax(dim=0) @ vectors,
        "pooler": lambda: torch.tanh(model.pooler.dense(vectors[0])),
    }[pooling]()
    scores = weights[f"{pooling}.weight"] @ vector + weights[f"{pooling}.bias"]
print((scores.sigmoid() if head == "subject" else scores.softmax(dim=0)).tolist())
