import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None
first = "She went to the bank to open an account."
second = "The clerk asked her for her name and some money."

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = BertForNextSentencePrediction.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
first, second = (text.replace("[MASK]", tokenizer.mask_token) for text in (first, second))
for name, pair in {"as they stand": (first, second), "exchanged": (second, first)}.items():
    with torch.no_grad():
        logits = model(**tokenizer(*pair, return_tensors="pt")).logits[0]
    print(name, logits.softmax(dim=-1)[0].item())  # index 0 means "next"
