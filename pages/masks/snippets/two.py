import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
models = [  # path, revision, token ids, layer, head (None: the average of all)
    ("cache/pocket/bert", None, [2, 54, 5266, 3], None, None),
    ("cache/pocket/gpt", None, [2, 54, 5266, 3], None, None),
]

for where, revision, ids, layer, head in models:
    model = AutoModel.from_pretrained(
        where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager"
    )
    with torch.no_grad():
        out = model(input_ids=torch.tensor([ids]), output_attentions=True)
    attention = torch.stack(out.attentions)[:, 0]  # shape: (layer, head, query, key)
    attention = attention if layer is None else attention[layer : layer + 1]
    attention = attention if head is None else attention[:, head : head + 1]
    weights = attention.mean(dim=(0, 1))
    print("weight to the right", weights.triu(1).sum(dim=1).mean().item())
