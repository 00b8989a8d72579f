"""A tag for every word: the most likely tag of its first token."""

import torch
from safetensors.torch import load_file

# Inputs: the page fills in your values here.
text = "Wangari Maathai planted trees all over Kenya."
head = "names"
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/heads"

# The part “encoder”.
weights = load_file(f"{added}/{head}.safetensors")
encoding = tokenizer(text, return_tensors="pt", return_offsets_mapping=True)
offsets, words = encoding.pop("offset_mapping")[0].tolist(), encoding.word_ids()
with torch.no_grad():
    vectors = model(**encoding).last_hidden_state[0]
probabilities = (vectors @ weights["weight"].T + weights["bias"]).softmax(dim=1)
for number in sorted({word for word in words if word is not None}):
    tokens = [position for position, word in enumerate(words) if word == number]
    probability = probabilities[tokens[0]]  # the first token decides
    print(text[offsets[tokens[0]][0] : offsets[tokens[-1]][1]], int(probability.argmax()), float(probability.max()))
