"""A tag for every word, from the head of a published checkpoint: the most likely tag of its first token."""

import torch
from transformers import AutoModelForTokenClassification, AutoTokenizer

# Inputs: the page fills in your values here.
text = "Wangari Maathai planted trees all over Kenya."
where, revision = "path/to/a/checkpoint", None

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModelForTokenClassification.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
text = text.replace("[MASK]", tokenizer.mask_token or "[MASK]")
read = tokenizer(text, return_tensors="pt", return_offsets_mapping=True)
places, words = read.pop("offset_mapping")[0].tolist(), read.word_ids()
with torch.no_grad():
    shares = model(**read).logits[0].softmax(dim=1)
for number in sorted({word for word in words if word is not None}):
    own = [position for position, word in enumerate(words) if word == number]
    share = shares[own[0]]  # the first token decides
    label = model.config.id2label[int(share.argmax())]
    print(text[places[own[0]][0] : places[own[-1]][1]], label, float(share.max()))
