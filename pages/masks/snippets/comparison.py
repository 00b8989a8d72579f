"""Sentence vectors: what SentenceTransformer("all-MiniLM-L6-v2").encode(texts) computes, with transformers alone."""

import torch
from transformers import AutoModel, AutoTokenizer

# Inputs: the page fills in your values here.
texts = ["How do I open a bank account?", "Which papers does a new customer bring?", "The river bank was muddy."]
where, revision = "cache/pocket/minilm", None  # or "sentence-transformers/all-MiniLM-L6-v2", "main"

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
batch = tokenizer(texts, padding=True, truncation=True, max_length=256, return_tensors="pt")
with torch.no_grad():
    vectors = model(**batch).last_hidden_state  # (text, token, 384)
weights = batch["attention_mask"][:, :, None]  # padding does not count
means = (vectors * weights).sum(1) / weights.sum(1)
means = torch.nn.functional.normalize(means)
for row, text in zip((means @ means.T).tolist(), texts, strict=True):
    print([round(cosine, 2) for cosine in row], text)
