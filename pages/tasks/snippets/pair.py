"""How the second text relates to the first, in both orders."""

import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoTokenizer

# Inputs: the page fills in your values here.
first = "Two girls are sitting on a wall and eating cherries."
second = "Two girls are eating."
head = "relation"
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/heads"

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModel.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
changes, matrices = load_file(f"{added}/adapter.safetensors"), dict(model.named_parameters())
with torch.no_grad():  # add the LoRA change that all heads share: W + B A
    for name in [each.removesuffix(".down") for each in changes if each.endswith(".down")]:
        matrices[name] += changes[f"{name}.up"].float() @ changes[f"{name}.down"].float()
weights = load_file(f"{added}/{head}.safetensors")
for left, right in ((first, second), (second, first)):
    with torch.no_grad():
        vector = model(**tokenizer(left, right, return_tensors="pt")).last_hidden_state[0, 0]  # [CLS]
    print((weights["weight"] @ vector + weights["bias"]).softmax(dim=0).tolist())
