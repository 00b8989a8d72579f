import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The capital of France is [MASK]."
longer = "And a longer one, so that the first is filled up."
answer_id = 3000  # token id of the correct code's top guess

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

written = [text.replace("[MASK]", tokenizer.mask_token) for text in (sentence, longer)]
batch = tokenizer(written, padding=True, return_tensors="pt")
attended = batch["attention_mask"]
with torch.no_grad():
    logits = model(input_ids=batch["input_ids"], attention_mask=attended).logits
blank = batch["input_ids"][0].tolist().index(tokenizer.mask_token_id)
print(logits[0, blank].softmax(dim=-1)[answer_id].item())
