import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 34, 82, 4, 3]  # the sentence as token ids
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
    tokens = [token for token, (start, stop) in places if start < end and stop > begin]

    filled, total = [*ids[:blank], *[tokenizer.mask_token_id] * len(tokens), *ids[blank + 1 :]], 0.0
    for position, token in enumerate(tokens, blank):  # from left to right, with the rest still masked
        total += log_probabilities(filled, position)[token].item()
        filled[position] = token
    print(word, math.exp(total))
