import torch
from transformers import AutoModelForMaskedLM

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 4, 3]  # the sentence after masking
labels = [-100, -100, 5266, -100]  # the original id of each chosen token; the loss skips -100

model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
with torch.no_grad():
    out = model(input_ids=torch.tensor([ids]), labels=torch.tensor([labels]))
for position, label in enumerate(labels):
    if label != -100:
        print("position", position, -out.logits[0, position].log_softmax(dim=-1)[label].item())
print("loss", out.loss.item())
