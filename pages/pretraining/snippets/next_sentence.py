import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
first = "She went to the bank to open an account."
second = "The clerk asked her for her name and some money."
random = "Penguins are birds that cannot fly."

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = BertForNextSentencePrediction.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
for name, other in {"this pair": second, "a random pair": random}.items():
    pair = (text.replace("[MASK]", tokenizer.mask_token) for text in (first, other))
    with torch.no_grad():
        follows, elsewhere = model(**tokenizer(*pair, return_tensors="pt")).logits[0].softmax(dim=-1).tolist()
    print(name, follows)
