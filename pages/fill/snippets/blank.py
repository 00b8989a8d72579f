import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "She sat on the [MASK] of the river."
masked = []  # positions to mask, besides every typed [MASK]
blanks = [5]
temperature = 1.0
count = 10

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

encoded = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
encoded["input_ids"][0, masked] = tokenizer.mask_token_id
with torch.no_grad():
    logits = model(**encoded).logits[0]  # (token, vocabulary)
for position in blanks:
    for probability, token in zip(*(logits[position] / temperature).softmax(dim=-1).topk(count)):
        print(position, tokenizer.decode(token), round(probability.item(), 4))
