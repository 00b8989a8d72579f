import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 34, 82, 4, 3]  # the sentence as the tokenizer reads it
blanks = [5]
blank = 5
around = ("She sat on the ", " of the river.")
words = ["bank", "edge"]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def log_probabilities(ids, position):
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, position].log_softmax(dim=-1)


for position in blanks:
    ids[position] = tokenizer.mask_token_id
before, after = (text.replace("[MASK]", tokenizer.mask_token) for text in around)
for word in words:
    encoded = tokenizer(before + word + after, return_offsets_mapping=True)
    begin, end = len(before), len(before) + len(word)
    places = zip(encoded["input_ids"], encoded["offset_mapping"])
    pieces = [piece for piece, (start, stop) in places if start < end and stop > begin]

    filled, total = [*ids[:blank], *[tokenizer.mask_token_id] * len(pieces), *ids[blank + 1 :]], 0.0
    for position, piece in enumerate(pieces, blank):  # from left to right, the rest still masked
        total += log_probabilities(filled, position)[piece].item()
        filled[position] = piece
    print(word, math.exp(total))
