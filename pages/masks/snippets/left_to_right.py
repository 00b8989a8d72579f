import torch
from transformers import AutoModelForCausalLM

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/gpt", None
ids = [2, 54, 5266, 3]  # the sentence as token ids

model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
with torch.no_grad():
    out = model(input_ids=torch.tensor([ids]), labels=torch.tensor([ids]))
for position, target in enumerate(ids[1:], 1):  # every token from the tokens before it
    print("position", position, -out.logits[0, position - 1].log_softmax(dim=-1)[target].item())
print("loss", out.loss.item())
