import torch
from transformers import ElectraForMaskedLM, ElectraForPreTraining

# What is asked: the page writes its own values here.
ids = [2, 54, 52, 3]  # as the discriminator sees them
original = [2, 54, 4, 3]  # before the generator replaced some
hidden = [2]  # the places that it was asked about

generator = ElectraForMaskedLM.from_pretrained("cache/pocket/electra-generator", dtype=torch.float32)
discriminator = ElectraForPreTraining.from_pretrained("cache/pocket/electra", dtype=torch.float32)
masked = torch.tensor([original])
masked[0, hidden] = 4  # [MASK]
asked = torch.full_like(masked, -100)  # -100 is left out of the loss
asked[0, hidden] = torch.tensor(original)[hidden]
replaced = torch.tensor([[int(new != old) for new, old in zip(ids, original, strict=True)]])
with torch.no_grad():
    filled = generator(input_ids=masked, labels=asked)
    judged = discriminator(input_ids=torch.tensor([ids]), labels=replaced)
for place, probability in enumerate(judged.logits[0].sigmoid().tolist()):
    print("place", place, probability)
print("generator", filled.loss.item())
print("discriminator", judged.loss.item())
