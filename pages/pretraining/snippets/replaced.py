import torch
from transformers import ElectraForMaskedLM, ElectraForPreTraining

# Inputs: the page fills in your values here.
ids = [2, 54, 52, 3]  # the discriminator's input
original = [2, 54, 4, 3]  # before any replacement
hidden = [2]  # positions that the generator fills in

generator = ElectraForMaskedLM.from_pretrained("cache/pocket/electra-generator", dtype=torch.float32)
discriminator = ElectraForPreTraining.from_pretrained("cache/pocket/electra", dtype=torch.float32)
masked = torch.tensor([original])
masked[0, hidden] = 4  # [MASK]
labels = torch.full_like(masked, -100)  # the loss skips -100
labels[0, hidden] = torch.tensor(original)[hidden]
replaced = torch.tensor([[int(new != old) for new, old in zip(ids, original, strict=True)]])
with torch.no_grad():
    filled = generator(input_ids=masked, labels=labels)
    judged = discriminator(input_ids=torch.tensor([ids]), labels=replaced)
for position, probability in enumerate(judged.logits[0].sigmoid().tolist()):
    print("position", position, probability)
print("generator", filled.loss.item())
print("discriminator", judged.loss.item())
