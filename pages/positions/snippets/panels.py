import matplotlib.pyplot as plt
import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
count = 128
width = 256
head_width = 64
dimensions = 256
cosine = True
bases = [10000.0]
has_table = True  # whether the model has a table of positions that can be compared
tables_too = False  # whether the tables are drawn, too
rotary_too = True  # whether RoPE and ALiBi are drawn, too
slope = 0.25  # of ALiBi's penalty
first_position = 0
second_position = 1

positions = torch.arange(count).double()[:, None]
angles = positions * 10_000.0 ** -(torch.arange(0, width, 2) / width).double()
tables = {"Sinusoidal": torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)}  # (position, dimension)
if has_table:
    model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    config = model.config
    names = ("position_embeddings.weight", "wpe.weight")
    table = next(weights for name, weights in model.named_parameters() if name.endswith(names)).detach().double()
    after_padding = config.model_type in ("roberta", "xlm-roberta", "camembert")  # rows up to the padding id are unused
    first = config.pad_token_id + 1 if after_padding else 0
    tables = {"The model's own": table[first : first + count], **tables}
tables = {name: vectors[:, :dimensions] for name, vectors in tables.items()}


def pairwise_similarity(vectors):  # returns (position, position)
    if cosine:
        vectors = torch.nn.functional.normalize(vectors, dim=-1)
    return vectors @ vectors.T


distances = (positions - positions.T).abs()  # (position, position)
pairs = (torch.arange(0, head_width, 2) / head_width).double()
methods = {name: pairwise_similarity(vectors) for name, vectors in tables.items()}
for base in bases:
    methods[f"RoPE, base {base:,.0f}"] = torch.cos(distances[..., None] * base**-pairs).mean(dim=-1)
methods["ALiBi"] = -slope * distances
for name, similarity in methods.items():
    for distance in sorted({1, min(8, count - 1), max(1, (count - 1) // 2)}):
        print(name, "on average at distance", distance, similarity.diagonal(distance).mean().item())
for name, similarity in methods.items():
    print(
        name, "at positions", first_position, "and", second_position, similarity[first_position, second_position].item()
    )


def colour_limit(values):  # 99% of a table's values, if one of them is so large that the others would look white
    sizes = values.abs().flatten()
    nearly_all = sizes.quantile(0.99)
    return (nearly_all if sizes.max() > 3 * nearly_all else sizes.max()).item()


drawn = {f"{name}: table": (values, colour_limit(values)) for name, values in tables.items() if tables_too}
for name, similarity in methods.items():
    if rotary_too or name in tables:
        drawn[f"{name}: similarity"] = (similarity, similarity.abs().max().item())
rows = (len(drawn) + 1) // 2
figure, axes = plt.subplots(rows, 2, figsize=(11, 5 * rows), squeeze=False)
for axis, (title, (values, limit)) in zip(axes.flat, drawn.items()):
    picture = axis.imshow(values.numpy(), cmap="RdBu", vmin=-limit, vmax=limit, aspect="auto", interpolation="none")
    axis.set(title=title, ylabel="position", xlabel="dimension" if title.endswith("table") else "position")
    figure.colorbar(picture)
for axis in axes.flat[len(drawn) :]:
    axis.remove()
figure.tight_layout()
plt.show()
