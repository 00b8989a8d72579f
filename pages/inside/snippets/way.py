import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
input_ids = [2, 54, 5266, 34, 82, 7, 3]  # the sentence as the model reads it
token = 2  # its position

model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32).eval()
with torch.no_grad():
    hidden_states = model(torch.tensor([input_ids]), output_hidden_states=True).hidden_states
for layer, vectors in enumerate(hidden_states):  # 0: the embeddings; pre-norm models normalise the last one
    print(layer, "length", round(vectors[0, token].norm().item(), 1))
