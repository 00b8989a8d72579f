"""Plain transformers code that computes again what a mode shows: filled in, and ready for a notebook."""

from cache import Drawn
from components.model.attention_results import Pairs
from components.model.head_probes import FILE
from components.widgets.attention_atlas import Panel, Selection
from pages.attention.reading import Reading
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled

_OPEN = """\
import torch
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained($model$revision)
model = AutoModel.from_pretrained($model$revision, dtype=torch.float32, attn_implementation="eager")


def attention(inputs):  # (layer, head, query, key)
    known = {name: values for name, values in inputs.items() if name in ("input_ids", *tokenizer.model_input_names)}
    with torch.no_grad():
        out = model(**{name: torch.tensor([values]) for name, values in known.items()}, output_attentions=True)
    return torch.stack(out.attentions)[:, 0]


"""
_INPUTS = "inputs = $inputs  # as the tokenizer reads it\n"
_OF = {
    Drawn.HEADS: "row = attention(inputs)[$layer, $head, $query]\n",
    Drawn.OVER_HEADS: "row = attention(inputs)[$chosen].mean(dim=(0, 1))[$query]  # of these layers, all heads\n",
    Drawn.OVER_LAYERS: "row = attention(inputs)[:, $chosen].mean(dim=(0, 1))[$query]  # of all layers, these heads\n",
    Drawn.ROLLOUT: """\
row = torch.eye(len(inputs["input_ids"]))
for layer in attention(inputs)[: $layer + 1].mean(dim=1):  # half attention, half the token itself
    row = (layer + torch.eye(len(layer))) / 2 @ row
row = row[$query]
""",
}
_ROW = """\
for weight, key in zip(*row.sort(descending=True)):
    print(key.item(), tokenizer.decode(inputs["input_ids"][key]), round(weight.item(), 4))
"""
_PREVIOUS = """\
with open($file, encoding="utf-8") as file:
    sentences = [line.split("\\t")[0] for line in file][1:]
total = count = 0
for sentence in sentences:
    encoded = tokenizer(sentence, return_special_tokens_mask=True)
    own = ~torch.tensor(encoded["special_tokens_mask"], dtype=torch.bool)
    previous = attention(encoded).diagonal(-1, dim1=2, dim2=3)  # (layer, head, query from the second token on)
    total, count = total + previous[..., own[1:]].sum(dim=-1), count + own[1:].sum()
print("attention to the previous token, layers by heads:")
print(total / count)
"""
_DIFFERENCE = """\
first, second = (attention(inputs)[$layer, $head] for inputs in $both)  # (query, key)
ours, theirs = zip(*$pairs)  # positions that correspond
difference = second[list(theirs)][:, list(theirs)] - first[list(ours)][:, list(ours)]
row = difference[ours.index($query)]
print("largest changes of the word's row:", row.topk(min(3, len(row))).values.tolist())
rest = (second[theirs[ours.index($query)], list(theirs)].sum() - first[$query, list(ours)].sum()).abs()
print("attention that moved:", (row.abs().sum() + rest).item() / 2)
"""
_ABLATION = """\
ids = $ids  # the sentence as the tokenizer reads it
for position in $blanks:
    ids[position] = tokenizer.mask_token_id


def log_probability():
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, $blank].log_softmax(dim=-1)[$answer].item()


before = log_probability()
off = $off  # (layer, head), both from 0
width = model.config.hidden_size // model.config.num_attention_heads
passed = itertools.count()  # counted, since ALBERT's layers share one projection


def without_heads(projection, inputs):
    layer, context = next(passed), inputs[0].clone()
    for head in (head for at, head in off if at == layer):
        context[..., head * width : (head + 1) * width] = 0
    return (context,)


projections = ("attention.output.dense", "attention.out_lin", "attention.dense", "attn.Wo")
for name, module in model.named_modules():
    if name.endswith(projections):
        module.register_forward_pre_hook(without_heads)
after = log_probability()
print(tokenizer.decode([$answer]), math.exp(before), math.exp(after), (before - after) / math.log(2))  # bits lost
"""
_ANATOMY = """\
import torch
from transformers import AttentionInterface, AttentionMaskInterface, AutoModel, AutoTokenizer
from transformers.masking_utils import eager_mask
from transformers.models.bert.modeling_bert import eager_attention_forward

noted = []  # one a layer: query and key (batch, head, token, width), the scale, the mask


def attention(module, query, key, value, attention_mask, scaling, **rest):
    noted.append((query, key, scaling, attention_mask))
    return eager_attention_forward(module, query, key, value, attention_mask, scaling, **rest)


AttentionInterface.register("noting", attention)
AttentionMaskInterface.register("noting", eager_mask)
names = ("input_ids", *AutoTokenizer.from_pretrained($model$revision).model_input_names)
model = AutoModel.from_pretrained($model$revision, dtype=torch.float32, attn_implementation="noting")
with torch.no_grad():
    model(**{name: torch.tensor([values]) for name, values in $inputs.items() if name in names})

query, key, scale, mask = noted[$layer]
query, keys = query[0, $head, $query], key[0, $head]  # (width,), (token, width)
products = query * keys[$key]
scores = keys @ query * scale  # (token,)
if mask is not None:
    scores = scores + mask[0, 0, $query]
print("q·k", products.sum().item())
print("scaled", products.sum().item() * scale)
print("weight", scores.softmax(dim=-1)[$key].item())
"""


def row_snippet(reading: Reading, chosen: Selection, drawn: Drawn) -> str:
    """What one token looks at in one panel, the most first."""
    count = reading.shape[1 if drawn is Drawn.OVER_LAYERS else 0]
    return filled(
        _OPEN + _INPUTS + _OF[drawn] + _ROW,
        reading.model,
        inputs=_inputs(reading),
        layer=chosen.row,
        chosen=list(range(count)) if chosen.row == count else [chosen.row],
        head=chosen.column,
        query=chosen.query or 0,
    )


def previous_token_snippet(reading: Reading) -> str:
    """One of the scores for every head: its attention to the previous token over all probe sentences."""
    return filled(_OPEN + _PREVIOUS, reading.model, file=str(FILE))


def difference_snippet(first: Reading, second: Reading, layer: int, head: int, query: int, pairs: Pairs) -> str:
    """How one head's row for a word differs between two sentences."""
    both = [_inputs(first), _inputs(second)]
    where = {"layer": layer, "head": head, "query": query}
    return filled(_OPEN + _DIFFERENCE, first.model, both=both, pairs=list(pairs), **where)


def ablation_snippet(at: Situation, blank: int, answer: int, off: frozenset[Panel]) -> str:
    """The probability of an answer with all heads and without some, and the bits it loses."""
    return filled(
        "import itertools\nimport math\n\n" + OPEN_MODEL + _ABLATION,
        at.model,
        ids=list(at.tokens.ids),
        blanks=list(at.blanks),
        blank=blank,
        answer=answer,
        off=sorted(off),
    )


def anatomy_snippet(reading: Reading, layer: int, head: int, query: int, key: int) -> str:
    """Dot product, score and weight of one cell."""
    return filled(_ANATOMY, reading.model, inputs=_inputs(reading), layer=layer, head=head, query=query, key=key)


def _inputs(reading: Reading) -> dict[str, list[int]]:
    """A model's inputs; a snippet leaves away the segments where its model knows none."""
    inputs = {"input_ids": list(reading.trace.tokens.ids)}
    if reading.second:
        inputs["token_type_ids"] = [token.segment for token in reading.tokens]
    return inputs
