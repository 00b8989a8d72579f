import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 3]  # the sentence as token ids
segments = [0, 0, 0, 0]  # 0 for the first sentence of a pair, 1 for the second
without = []  # embeddings to leave out of the sum

model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
table = getattr(model, "embeddings", model)
first = model.config.pad_token_id + 1 if model.config.model_type in ("roberta", "xlm-roberta", "camembert") else 0


def tables():  # the embedding tables of this model, by name
    embeddings = {"token": model.get_input_embeddings()}
    for name, names in {"segment": ["token_type_embeddings"], "position": ["position_embeddings", "wpe"]}.items():
        for attribute in names:
            if getattr(table, attribute, None) is not None:
                embeddings[name] = getattr(table, attribute)
    return embeddings


kinds = getattr(model.config, "type_vocab_size", 0) or 0
rows = {  # to look up in the tables
    "token": torch.tensor(ids),
    "segment": torch.tensor(segments) * (kinds > 1),
    "position": torch.arange(len(ids)) + first,
}
with torch.no_grad():
    parts = {name: embedding(rows[name]) for name, embedding in tables().items()}
    total = sum((vectors for name, vectors in parts.items() if name not in without), torch.zeros_like(parts["token"]))
    for step in ("LayerNorm", "norm"):
        total = getattr(table, step)(total) if hasattr(table, step) else total
    if model.config.model_type == "albert":
        total = model.encoder.embedding_hidden_mapping_in(total)
    elif hasattr(model, "embeddings_project"):
        total = model.embeddings_project(total)
    types = {"token_type_ids": rows["segment"][None]} if kinds > 1 and "segment" in parts else {}
    out = model(input_ids=torch.tensor([ids]), output_hidden_states=True, **types)

for name, vectors in parts.items():
    print(f"mean length of the {name} vectors", vectors.norm(dim=-1).mean().item())
difference = (total - out.hidden_states[0][0]).abs().max().item()
if not without:
    print("largest difference from what layer 1 gets", difference)
