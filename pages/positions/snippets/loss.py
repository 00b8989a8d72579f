import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "The cat sat on the mat."
positions = [1, 2, 3, 4, 5, 6]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
for position in positions:
    masked = ids.clone()
    masked[0, position] = tokenizer.mask_token_id
    with torch.no_grad():
        log_probabilities = model(input_ids=masked).logits[0, position].log_softmax(dim=-1)
    bits = -log_probabilities[ids[0, position]].item() / math.log(2)
    print(position, tokenizer.decode(ids[0, position]), bits)
