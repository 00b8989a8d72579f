"""A label for a film review, from an encoder that was fine-tuned on SST-2 and its head."""

import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoTokenizer

# Inputs: the page fills in your values here.
text = "The acting is wonderful, the story is dull."
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/sst2"

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModel.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
head = load_file(f"{added}/head.safetensors")
with torch.no_grad():
    vectors = model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0]  # (position, width)
    scores = head["head.weight"] @ vectors.mean(dim=0) + head["head.bias"]
print(scores.softmax(dim=0).tolist())
