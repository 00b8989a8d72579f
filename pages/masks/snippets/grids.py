import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 34, 82, 7, 3]  # the sentence as token ids
kind = "causal"
size = 0  # tokens in the prefix, on each side of the window, or before the padding
layer = None  # None: the average of all
head = None
row = None

model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager")
query, key = torch.meshgrid(*[torch.arange(len(ids))] * 2, indexing="ij")
allowed = {
    "bidirectional": torch.ones_like(query, dtype=torch.bool),
    "causal": key <= query,
    "prefix": (key <= query) | ((key < size) & (query < size)),
    "window": (query - key).abs() <= size,
    "padding": key < size,
}[kind]


def chosen(attention):  # from (layer, head, query, key) to (query, key)
    attention = attention if layer is None else attention[layer : layer + 1]
    attention = attention if head is None else attention[:, head : head + 1]
    return attention.mean(dim=(0, 1))


def grid(allowed):
    mask = torch.zeros(1, 1, *allowed.shape).masked_fill(~allowed, torch.finfo(torch.float32).min)
    with torch.no_grad():
        out = model(input_ids=torch.tensor([ids]), attention_mask=mask, output_attentions=True)
    return chosen(torch.stack(out.attentions)[:, 0])


without, masked = grid(torch.ones_like(query, dtype=torch.bool)), grid(allowed)
for name, weights in (("without a mask", without), ("under the mask", masked)):
    print("weight to the right,", name, weights.triu(1).sum(dim=1).mean().item())
if row is not None:
    for key, (before, after) in enumerate(zip(without[row], masked[row])):
        print(key, before.item(), after.item())
