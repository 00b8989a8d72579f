import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "She sat on the [MASK] of the river."
masked = []  # positions to mask, besides every typed [MASK]
blank = 5
answer = 1000  # id of the token whose probability is measured
others = [1, 2, 3, 4, 6, 7, 8, 9]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
ids[0, masked] = tokenizer.mask_token_id


def log2_probability(ids):
    with torch.no_grad():
        return model(ids).logits[0, blank].log_softmax(dim=-1)[answer].item() / math.log(2)


whole = log2_probability(ids)
for position in others:
    occluded = ids.clone()
    occluded[0, position] = tokenizer.mask_token_id
    print(tokenizer.decode(ids[0, position]), round(whole - log2_probability(occluded), 2), "bits")
