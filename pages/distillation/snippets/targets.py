import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 34, 82, 4, 3]  # token ids of the sentence
blanks = [5]
position = 5
temperature = 2.0

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

for blank in blanks:
    ids[blank] = tokenizer.mask_token_id
with torch.no_grad():
    logits = model(input_ids=torch.tensor([ids])).logits[0, position].double()
softened = (logits / temperature).softmax(dim=-1)
for probability, token in zip(*softened.topk(5)):
    print(tokenizer.decode(token), probability.item())
print("entropy in bits:", -(softened * softened.clamp(min=1e-300).log2()).sum().item())
