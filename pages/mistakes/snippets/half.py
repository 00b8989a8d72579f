import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "Paris is the capital of [MASK], and London is the capital of England."
answer_id = 3000  # token id of the correct code's top guess

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
blank = ids[0].tolist().index(tokenizer.mask_token_id)
with torch.no_grad():
    logits = model(input_ids=ids).logits[0, blank]
scores = logits.float()
powers = scores.exp()
print((powers / powers.sum())[answer_id].item())
