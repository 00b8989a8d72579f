import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The capital of France is [MASK]."
other = "cache/pocket/bert"
answer_id = 3000  # token id of the correct code's top guess

vocabulary_of = where
tokenizer = AutoTokenizer.from_pretrained(vocabulary_of)
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
with torch.no_grad():
    logits = model(input_ids=ids).logits
blank = ids[0].tolist().index(tokenizer.mask_token_id)
print(logits[0, blank].softmax(dim=-1)[answer_id].item())
