import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "She sat on the [MASK] of the river."
masked = []  # positions to mask, besides every typed [MASK]
hidden = [6, 7, 8, 9]  # positions to the right of the blank
blank = 5
answer = 1000  # id of the token whose probability is measured

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

encoded = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
encoded["input_ids"][0, masked] = tokenizer.mask_token_id
left_only = {**encoded, "attention_mask": encoded["attention_mask"].clone()}
left_only["attention_mask"][0, hidden] = 0
for name, inputs in (("both sides", encoded), ("left side only", left_only)):
    with torch.no_grad():
        log_probabilities = model(**inputs).logits[0, blank].log_softmax(dim=-1)
    print(name, round(log_probabilities[answer].item() / math.log(2), 2), "bits")
