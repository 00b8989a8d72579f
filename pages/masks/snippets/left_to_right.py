import torch
from transformers import AutoModelForCausalLM

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/gpt", None
ids = [2, 54, 5266, 3]  # the sentence as the tokenizer reads it

model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
with torch.no_grad():
    out = model(input_ids=torch.tensor([ids]), labels=torch.tensor([ids]))
for place, wanted in enumerate(ids[1:], 1):  # each from those before it
    print("place", place, -out.logits[0, place - 1].log_softmax(dim=-1)[wanted].item())
print("loss", out.loss.item())
