import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The capital of France is [MASK]."
answer_id = 3000  # token id of the correct code's top guess

lower = True
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main", do_lower_case=lower)
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
with torch.no_grad():
    logits = model(input_ids=ids).logits
print(tokenizer.convert_ids_to_tokens(ids[0]))
blank = ids[0].tolist().index(tokenizer.mask_token_id)
print(logits[0, blank].softmax(dim=-1)[answer_id].item())
