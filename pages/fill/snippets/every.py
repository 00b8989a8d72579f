import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "The cat sat on the mat."
positions = [1, 2, 3, 4, 5, 6, 7]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
pll = 0.0  # pseudo-log-likelihood, in nats
for position in positions:
    masked = ids.clone()
    masked[0, position] = tokenizer.mask_token_id
    with torch.no_grad():
        log_probabilities = model(masked).logits[0, position].log_softmax(dim=-1)
    log_probability = log_probabilities[ids[0, position]].item()
    print(tokenizer.decode(ids[0, position]), round(-log_probability / math.log(2), 2), "bits")
    pll += log_probability
print("PLL in bits:", round(pll / math.log(2), 1))
