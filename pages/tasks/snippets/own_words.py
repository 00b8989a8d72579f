"""A tag for every word, from the head of a published checkpoint: the most likely tag of its first token."""

import torch
from transformers import AutoModelForTokenClassification, AutoTokenizer

# Inputs: the page fills in your values here.
text = "Wangari Maathai planted trees all over Kenya."
where, revision = "path/to/a/checkpoint", None

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModelForTokenClassification.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
text = text.replace("[MASK]", tokenizer.mask_token or "[MASK]")
encoding = tokenizer(text, return_tensors="pt", return_offsets_mapping=True)
offsets, words = encoding.pop("offset_mapping")[0].tolist(), encoding.word_ids()
with torch.no_grad():
    probabilities = model(**encoding).logits[0].softmax(dim=1)
for number in sorted({word for word in words if word is not None}):
    tokens = [position for position, word in enumerate(words) if word == number]
    probability = probabilities[tokens[0]]  # the first token decides
    label = model.config.id2label[int(probability.argmax())]
    print(text[offsets[tokens[0]][0] : offsets[tokens[-1]][1]], label, float(probability.max()))
