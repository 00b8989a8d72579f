"""How alike two texts are, by [CLS] and by the mean of all pieces."""

import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoTokenizer

# What is asked: the page writes its own values here.
one = "The plot is thin, but I would watch her in anything."
other = "The film was a delight from the first minute to the last."
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/heads"

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModel.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
changes, matrices = load_file(f"{added}/adapter.safetensors"), dict(model.named_parameters())
with torch.no_grad():  # the change that all heads share: W + B A
    for name in [each.removesuffix(".down") for each in changes if each.endswith(".down")]:
        matrices[name] += changes[f"{name}.up"].float() @ changes[f"{name}.down"].float()
with torch.no_grad():
    first, second = (model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0] for text in (one, other))
for name, a, b in (("[CLS]", first[0], second[0]), ("mean", first.mean(dim=0), second.mean(dim=0))):
    print(name, float(torch.cosine_similarity(a, b, dim=0)))
