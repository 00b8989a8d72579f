import torch
from transformers import AutoModel, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/rope", None
sentence = "The dog chased the cat."
layer = 0
head = 0
of_query = 2  # the query's position, then the key's
of_key = 1
pair = 2
width = 64
base = 10000.0
m = 7
n = 3

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager")
ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
attention, outputs = model.encoder.layer[layer].attention.self, {}
for name in ("query", "key"):  # before the rotation
    getattr(attention, name).register_forward_hook(
        lambda _, __, out, name=name: outputs.update({name: out[0].double()})
    )
with torch.no_grad():
    model(ids)
start = head * width + 2 * pair
query, key = outputs["query"][of_query, start : start + 2], outputs["key"][of_key, start : start + 2]


def rotate(vector, position):
    angle = torch.tensor(position * base ** (-2 * pair / width), dtype=torch.double)
    x, y = vector
    return torch.stack([x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos()])


print("m =", m, "n =", n, "dot product", (rotate(query, m) @ rotate(key, n)).item())
print("same distance, 1,000 positions on", (rotate(query, m + 1000) @ rotate(key, n + 1000)).item())
