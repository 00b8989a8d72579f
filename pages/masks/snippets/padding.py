import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
batch = [[2, 54, 3, 0], [2, 54, 5266, 3]]  # the shorter sentence first, padded
lengths = [3, 4]
layer = None  # None: the average of all
head = None
row = 0

model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager")


def chosen(attention):  # from (layer, head, query, key) to (query, key)
    attention = attention if layer is None else attention[layer : layer + 1]
    attention = attention if head is None else attention[:, head : head + 1]
    return attention.mean(dim=(0, 1))


is_token = torch.tensor(lengths)[:, None] > torch.arange(len(batch[0]))
with torch.no_grad():
    out = model(input_ids=torch.tensor(batch), attention_mask=is_token.long(), output_attentions=True)
attention = torch.stack(out.attentions)[:, 0]  # shape: (layer, head, query, key)
print("largest weight on padding", attention[..., lengths[0] :].max().item())
for key, weight in enumerate(chosen(attention)[row]):
    print(key, weight.item())
