"""How similar two texts are, for each kind of pooling."""

import torch
from safetensors.torch import load_file

# Inputs: the page fills in your values here.
first_text = "The plot is thin, but I would watch her in anything."
second_text = "The film was a delight from the first minute to the last."
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/heads"

# The part “encoder”.
with torch.no_grad():
    texts = (first_text, second_text)
    first, second = (model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0] for text in texts)
query = load_file(f"{added}/opinion.safetensors")["query"].float()  # the learned vector of the weighted mean
ways = {
    "[CLS]": lambda vectors: vectors[0],
    "mean": lambda vectors: vectors.mean(dim=0),
    "weighted mean": lambda vectors: (vectors @ query).softmax(dim=0) @ vectors,
    "pooler": lambda vectors: torch.tanh(model.pooler.dense(vectors[0])),
}
with torch.no_grad():
    for name, pooled in ways.items():
        print(name, float(torch.cosine_similarity(pooled(first), pooled(second), dim=0)))
