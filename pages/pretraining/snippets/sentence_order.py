import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoTokenizer

# Inputs: the page fills in your values here.
first = "The film was great"
second = "I loved it"
encoder = ("cache/pocket/minilm", None)
added = "cache/pocket/heads"

where, revision = encoder
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModel.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
changes, matrices = load_file(f"{added}/adapter.safetensors"), dict(model.named_parameters())
weights = load_file(f"{added}/neighbour.safetensors")  # labels: next, before, elsewhere
with torch.no_grad():
    for name in [each.removesuffix(".down") for each in changes if each.endswith(".down")]:
        matrices[name] += changes[f"{name}.up"].float() @ changes[f"{name}.down"].float()
    for title, pair in (("as it stands", (first, second)), ("swapped", (second, first))):
        vector = model(**tokenizer(*pair, return_tensors="pt")).last_hidden_state[0, 0]
        after, before, _ = (weights["weight"] @ vector + weights["bias"]).softmax(dim=0).tolist()
        print(title, after / (after + before))
