import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
first = [2, 54, 5266, 34, 3]  # both sentences as token ids
second = [2, 54, 5266, 82, 3]
start = 2  # of the shared word; end is exclusive
end = 3

model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager")
length = max(len(first), len(second))


def vectors(ids, causal):  # shape: (layer, width); layer 0 is the embedding
    positions = torch.arange(length)
    allowed = (positions < len(ids)).expand(length, length)  # the shorter one is padded: equal rounding
    if causal:
        allowed = allowed & (positions[None, :] <= positions[:, None])
    mask = torch.zeros(1, 1, length, length).masked_fill(~allowed, torch.finfo(torch.float32).min)
    padded = torch.tensor([ids + [0] * (length - len(ids))])
    with torch.no_grad():
        out = model(input_ids=padded, attention_mask=mask, output_hidden_states=True)
    return torch.stack([layer[0, start:end].double().mean(dim=0) for layer in out.hidden_states])


for name, causal in (("causal", True), ("bidirectional", False)):
    states = [vectors(ids, causal) for ids in (first, second)]
    unit = [side / side.norm(dim=-1, keepdim=True) for side in states]
    for layer, distance in enumerate(((unit[0] - unit[1]) ** 2).sum(dim=-1) / 2):  # 1 minus the cosine
        print(name, "mask, layer", layer, distance.item())
