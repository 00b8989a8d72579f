import numpy as np
import torch
from safetensors.torch import load_file
from scipy.sparse.csgraph import minimum_spanning_tree
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
probe = "minilm"  # whose maps are read from the file
input_ids = [101, 2016, 8823, 1996, 11350, 1012, 102]  # the sentence as token ids
words = [("She", [1]), ("ate", [2]), ("the", [3]), ("soup", [4])]  # each with the positions of its tokens
layer = 4  # 0 is the embeddings

# The maps are stored in one byte per weight, with a scale per row.
stored = load_file("cache/pocket/trees/probes.safetensors")
structural_map = stored[f"{probe}/{layer}"].float() * stored[f"{probe}/{layer}.scale"][:, None]

model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
with torch.no_grad():
    hidden = model(input_ids=torch.tensor([input_ids]), output_hidden_states=True).hidden_states[layer][0]
mapped = torch.stack([hidden[positions].mean(dim=0) for _, positions in words]) @ structural_map.T
distances = ((mapped[:, None] - mapped[None]) ** 2).sum(dim=-1).numpy()

# SciPy takes 0 for "no arc", which two words with the same vector would have.
tree = minimum_spanning_tree(np.triu(np.maximum(distances, 1e-12), k=1)).tocoo()
for first, second in sorted(zip(tree.row.tolist(), tree.col.tolist(), strict=True)):
    print(f"{words[first][0]} – {words[second][0]}: {distances[first, second]:.2f}")
