import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
count = 8
width = 256
head_width = 64
dimensions = 256
cosine = True
bases = [10000.0]
has_table = True  # whether the model has a table of positions

positions = torch.arange(count).double()[:, None]
angles = positions * 10_000.0 ** -(torch.arange(0, width, 2) / width).double()
sines = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)  # (position, dimension)


def pairwise_similarity(vectors):  # returns (position, position)
    vectors = vectors[:, :dimensions]
    if cosine:
        vectors = torch.nn.functional.normalize(vectors, dim=-1)
    return vectors @ vectors.T


distances = (positions - positions.T).abs()  # (position, position)
pairs = (torch.arange(0, head_width, 2) / head_width).double()
methods = {"Sinusoidal": pairwise_similarity(sines)}
for base in bases:
    methods[f"RoPE, base {base:,.0f}"] = torch.cos(distances[..., None] * base**-pairs).mean(dim=-1)
if has_table:
    model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    config = model.config
    names = ("position_embeddings.weight", "wpe.weight")
    table = next(weights for name, weights in model.named_parameters() if name.endswith(names)).detach().double()
    after_padding = config.model_type in ("roberta", "xlm-roberta", "camembert")  # rows up to the padding id are unused
    first = config.pad_token_id + 1 if after_padding else 0
    methods["The model's own"] = pairwise_similarity(table[first : first + count])
for name, similarity in methods.items():
    deviations = []
    for distance in range(count):
        values = torch.cat([similarity.diagonal(distance), similarity.diagonal(-distance)])
        deviations.append(values.std(correction=0).item())
    print(name, max(deviations))
