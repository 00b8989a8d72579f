import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentences = ["A man is playing a guitar.", "Someone makes music.", "Shares fell.", "The stock market fell today."]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

batch = tokenizer(sentences, padding=True, return_tensors="pt")
attended = batch["attention_mask"][..., None]
with torch.no_grad():
    hidden = model.base_model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).last_hidden_state
vectors = (hidden * attended).sum(dim=1) / attended.sum(dim=1)
units = torch.nn.functional.normalize(vectors, dim=-1)
alike = units @ units.T
# Neighbours in the list mean the same; all other pairs are unrelated.
partners = torch.stack([alike[i, i + 1] for i in range(0, len(units), 2)])
strangers = torch.stack([alike[i, j] for i in range(len(units)) for j in range(i) if j != i ^ 1])
spread = ((partners.var(correction=0) + strangers.var(correction=0)) / 2).sqrt()
print(((partners.mean() - strangers.mean()) / spread).item())
