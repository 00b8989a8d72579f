import torch
from transformers import AutoModelForMaskedLM

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 4, 3]  # the sentence after the throw
labels = [-100, -100, 5266, -100]  # the original where a piece was chosen; -100 is left out of the loss

model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
with torch.no_grad():
    out = model(input_ids=torch.tensor([ids]), labels=torch.tensor([labels]))
for place, label in enumerate(labels):
    if label != -100:
        print("place", place, -out.logits[0, place].log_softmax(dim=-1)[label].item())
print("loss", out.loss.item())
