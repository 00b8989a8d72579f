import torch
from transformers import AutoTokenizer, BertForPreTraining

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
first = "The film was great"
second = "I loved it"
masked = [4]  # positions that become [MASK]
label = 0  # 0: the second sentence follows; 1: it does not

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = BertForPreTraining.from_pretrained(where, revision=revision or "main", dtype=torch.float32).eval()
inputs = tokenizer(first, second, return_tensors="pt")
targets = torch.full_like(inputs["input_ids"], -100)  # -100: no target
targets[0, masked] = inputs["input_ids"][0, masked]
inputs["input_ids"][0, masked] = tokenizer.mask_token_id
with torch.no_grad():
    out = model(**inputs)
words = torch.nn.functional.cross_entropy(out.prediction_logits[0], targets[0]).item()
order = torch.nn.functional.cross_entropy(out.seq_relationship_logits, torch.tensor([label])).item()
print("MLM", words)
print("NSP", order)
print("sum", words + order)
