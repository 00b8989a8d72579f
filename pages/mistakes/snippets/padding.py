import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "The capital of France is [MASK]."
masked = []  # positions to mask, besides every typed [MASK]
blank = 6
answer = 138
pads = 32

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
ids[0, masked] = tokenizer.mask_token_id
padded = torch.nn.functional.pad(ids, (0, pads), value=tokenizer.pad_token_id)
is_word = torch.arange(padded.shape[1])[None] < ids.shape[1]
with torch.no_grad():
    for name, mask in {"with attention mask": is_word, "without attention mask": torch.ones_like(is_word)}.items():
        logits = model(input_ids=padded, attention_mask=mask.long()).logits
        print(name, logits[0, blank].softmax(dim=-1)[answer].item())
