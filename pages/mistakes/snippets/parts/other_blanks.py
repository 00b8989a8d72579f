import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def read(texts):
    written = [text.replace("[MASK]", tokenizer.mask_token) for text in texts]
    batch = tokenizer(written, padding=True, return_tensors="pt")
    logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
    blanks = (batch["input_ids"] == tokenizer.mask_token_id).int().argmax(dim=1)
    return logits[torch.arange(len(texts)), blanks]


with torch.no_grad():
    before = read(others).argmax(dim=-1)
