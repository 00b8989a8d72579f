import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The capital of France is [MASK]."
answer_id = 3000  # token id of the correct code's top guess

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

start, end = tokenizer.cls_token, tokenizer.sep_token
text = start + sentence.replace("[MASK]", tokenizer.mask_token) + end
ids = tokenizer(text, add_special_tokens=False, return_tensors="pt")["input_ids"]
with torch.no_grad():
    logits = model(input_ids=ids).logits
blank = ids[0].tolist().index(tokenizer.mask_token_id)
print(tokenizer.convert_ids_to_tokens(ids[0]))
print(logits[0, blank].softmax(dim=-1)[answer_id].item())
