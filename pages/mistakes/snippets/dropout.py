import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The capital of France is [MASK]."
answer_id = 3000  # token id of the correct code's top guess

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
for part in model.modules():
    if isinstance(part, torch.nn.Dropout):
        part.p = 0.1
model.eval()
ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
blank = ids[0].tolist().index(tokenizer.mask_token_id)
torch.manual_seed(0)
with torch.no_grad():
    probabilities = [model(input_ids=ids).logits[0, blank].softmax(dim=-1)[answer_id].item() for _ in range(5)]
print(probabilities)
print(max(probabilities) - min(probabilities))
