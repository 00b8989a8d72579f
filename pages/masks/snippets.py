"""Plain transformers code that computes again what a mode shows: filled in, and ready for a notebook."""

from components.model.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    Given,
    Padding,
    Prefix,
    SlidingWindow,
)
from components.model.mask_results import MaskComparison, PaddedPair
from components.model.records import ModelRecord
from components.model.results import Tokens
from components.model.shared_word_results import ProofCurves
from pages.parts.take_away import filled, home_of

Head = tuple[int | None, int | None]

_OPEN = """\
import torch
from transformers import AutoModel

model = AutoModel.from_pretrained($model$revision, dtype=torch.float32, attn_implementation="eager")
"""
_GRID = """\
ids = torch.tensor([$ids])  # as the tokenizer reads the sentence
query, key = torch.meshgrid(*[torch.arange(ids.shape[1])] * 2, indexing="ij")


def grid(allowed):  # (query, key)
    mask = torch.zeros(1, 1, *allowed.shape).masked_fill(~allowed, torch.finfo(torch.float32).min)
    with torch.no_grad():
        out = model(input_ids=ids, attention_mask=mask, output_attentions=True)
    attention = torch.stack(out.attentions)[:, 0]  # (layer, head, query, key)
    return attention$chosen


"""
_COMPARED = """\
without, masked = grid(torch.ones_like(query, dtype=torch.bool)), grid(allowed)
for name, weights in (("without a mask", without), ("under the mask", masked)):
    print("weight to the right,", name, weights.triu(1).sum(dim=1).mean().item())
"""
_ROW = """\
for key, (one, other) in enumerate(zip(without[$row], masked[$row])):
    print(key, one.item(), other.item())
"""
_PADDING = """\
batch = torch.tensor($batch)  # the shorter sentence first, filled up
kept = torch.tensor($kept)[:, None] > torch.arange(batch.shape[1])
with torch.no_grad():
    out = model(input_ids=batch, attention_mask=kept.long(), output_attentions=True)
attention = torch.stack(out.attentions)[:, 0]  # (layer, head, query, key)
print("largest weight on padding", attention[..., $count:].max().item())
for key, weight in enumerate((attention$chosen)[$row]):
    print(key, weight.item())
"""
_MODELS = """\
import torch
from transformers import AutoModel

for where, revision, ids, layer, head in $models:
    model = AutoModel.from_pretrained(
        where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager"
    )
    with torch.no_grad():
        out = model(input_ids=torch.tensor([ids]), output_attentions=True)
    attention = torch.stack(out.attentions)[:, 0]  # (layer, head, query, key)
    attention = attention if layer is None else attention[layer : layer + 1]
    attention = attention if head is None else attention[:, head : head + 1]
    weights = attention.mean(dim=(0, 1))
    print("weight to the right", weights.triu(1).sum(dim=1).mean().item())
"""
_PROOF = """\
first, second = $first, $second  # as the tokenizer reads them
length = max(len(first), len(second))


def vectors(ids, causal):  # (layer + 1, width)
    places = torch.arange(length)
    allowed = (places < len(ids)).expand(length, length)  # the shorter one is filled up, so that all sums are alike
    if causal:
        allowed = allowed & (places[None, :] <= places[:, None])
    mask = torch.zeros(1, 1, length, length).masked_fill(~allowed, torch.finfo(torch.float32).min)
    filled = torch.tensor([ids + [$fill] * (length - len(ids))])
    with torch.no_grad():
        out = model(input_ids=filled, attention_mask=mask, output_hidden_states=True)
    return torch.stack([layer[0, $start:$end].double().mean(dim=0) for layer in out.hidden_states])


for name, causal in (("causal", True), ("bidirectional", False)):
    one, other = (vectors(ids, causal) for ids in (first, second))
    unit = [side / side.norm(dim=-1, keepdim=True) for side in (one, other)]
    for layer, distance in enumerate(((unit[0] - unit[1]) ** 2).sum(dim=-1) / 2):  # 1 less the cosine
        print(name, "mask, layer", layer, distance.item())
"""


def row_snippet(model: ModelRecord, found: MaskComparison, row: int | None, layer: int | None, head: int | None) -> str:
    """How much weight goes to the right with and without the mask, and the kept row."""
    said = f"allowed = {_allowed(found.mask)}\n"
    template = _OPEN + "\n" + _GRID.replace("$chosen", _chosen(layer, head)) + said + _COMPARED
    return filled(
        template if row is None else template + _ROW,
        model,
        ids=list(found.tokens.ids),
        row=row,
        layer=layer,
        head=head,
        **_sizes(found.mask),
    )


def padding_snippet(model: ModelRecord, found: PaddedPair, row: int | None, layer: int | None, head: int | None) -> str:
    """How much weight goes to padding, and one row of the shorter sentence in the batch."""
    return filled(
        _OPEN + _PADDING.replace("$chosen", _chosen(layer, head)),
        model,
        batch=[list(found.padded.tokens.ids), list(found.longer.ids)],
        kept=[found.kept, len(found.longer)],
        count=found.kept,
        row=row or 0,
        layer=layer,
        head=head,
    )


def models_snippet(models: list[tuple[ModelRecord, Tokens, Head]]) -> str:
    """How much weight goes to the right in two models, each under its own mask."""
    homes = [(*home_of(model), list(tokens.ids), *chosen) for model, tokens, chosen in models]
    return filled(_MODELS, models[0][0], models=homes)


def proof_snippet(model: ModelRecord, found: ProofCurves) -> str:
    """How far apart the shared word is after every layer, under either mask."""
    return filled(
        _OPEN + _PROOF,
        model,
        first=list(found.first.ids),
        second=list(found.second.ids),
        fill=0,
        start=found.word.start,
        end=found.word.end,
    )


def _chosen(layer: int | None, head: int | None) -> str:
    if layer is None:
        return ".mean(dim=(0, 1))"
    return "[$layer].mean(dim=0)" if head is None else "[$layer, $head]"


def _allowed(mask: AttentionMask) -> str:
    match mask:
        case Bidirectional():
            return "torch.ones_like(query, dtype=torch.bool)"
        case Causal():
            return "key <= query"
        case Prefix():
            return "(key <= query) | ((key < $size) & (query < $size))"
        case SlidingWindow(causal=True):
            return "(key <= query) & (query - key <= $size)"
        case SlidingWindow():
            return "(query - key).abs() <= $size"
        case Padding():
            return "key < $size"
        case Given():
            return "torch.tensor([[int(cell) for cell in row] for row in $rows], dtype=torch.bool)"


def _sizes(mask: AttentionMask) -> dict[str, object]:
    match mask:
        case Prefix(size) | SlidingWindow(size) | Padding(size):
            return {"size": size}
        case Given(rows):
            return {"rows": ["".join("1" if cell else "0" for cell in row) for row in rows]}
        case _:
            return {}
