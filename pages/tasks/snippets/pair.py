"""How the second text relates to the first, in both orders."""

import torch
from safetensors.torch import load_file

# Inputs: the page fills in your values here.
first = "Two girls are sitting on a wall and eating cherries."
second = "Two girls are eating."
head = "relation"
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/heads"

# The part “encoder”.
weights = load_file(f"{added}/{head}.safetensors")
for left, right in ((first, second), (second, first)):
    with torch.no_grad():
        vector = model(**tokenizer(left, right, return_tensors="pt")).last_hidden_state[0, 0]  # [CLS]
    print((weights["weight"] @ vector + weights["bias"]).softmax(dim=0).tolist())
