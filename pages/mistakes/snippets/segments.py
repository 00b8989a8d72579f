import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
first = "Paris is the capital of France."
sentence = "The capital of Italy is [MASK]."
answer_id = 3000  # token id of the correct code's top guess

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

pair = tokenizer(first, sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
segments = pair["token_type_ids"]
with torch.no_grad():
    logits = model(input_ids=pair["input_ids"], token_type_ids=segments).logits
blank = pair["input_ids"][0].tolist().index(tokenizer.mask_token_id)
print(logits[0, blank].softmax(dim=-1)[answer_id].item())
