import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
first = "She went to the bank to open an account."
second = "The clerk asked her for her name and some money."

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = BertForNextSentencePrediction.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
first, second = (text.replace("[MASK]", tokenizer.mask_token) for text in (first, second))
correct = tokenizer(first, second, return_tensors="pt")
swapped = tokenizer(second, first, return_tensors="pt")
segments = correct["token_type_ids"]
inputs_by_name = {
    "correct segments": correct,
    "all segment A": {**correct, "token_type_ids": torch.zeros_like(segments)},
    "segments swapped": {**correct, "token_type_ids": 1 - segments},
    "sentences swapped": swapped,
}
for name, inputs in inputs_by_name.items():
    with torch.no_grad():
        follows, elsewhere = model(**inputs).logits[0].softmax(dim=-1).tolist()
    print(name, follows)
