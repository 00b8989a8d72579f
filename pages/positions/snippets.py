"""Plain transformers code that computes again what a mode shows: filled in, and ready for a notebook."""

from components.model.position_formulas import alibi_slopes
from components.model.position_order_results import OrderEffect
from components.model.position_results import PositionKind
from components.model.position_similarity import Compared
from components.model.rotary import RotaryPair
from components.tables.position_figure import bases
from components.widgets.position_panels import PanelSelection
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled
from pages.positions.situation import Here
from pages.positions.vectors import Vectors

_OPEN = """\
import torch
from transformers import AutoModel

model = AutoModel.from_pretrained($model$revision, dtype=torch.float32)
config = model.config
"""
_TABLE = """\
names = ("position_embeddings.weight", "wpe.weight")
table = next(weights for name, weights in model.named_parameters() if name.endswith(names)).detach().double()
after_padding = config.model_type in ("roberta", "xlm-roberta", "camembert")  # the rows before are nobody's
first = config.pad_token_id + 1 if after_padding else 0
table = table[first : first + $count]  # (position, dimension)
"""
_RULES = """\
places = torch.arange($count).double()[:, None]
angles = places * 10_000.0 ** -(torch.arange(0, $width, 2) / $width).double()
sines = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)  # (position, dimension)


def alike(vectors):  # (position, position)
    vectors = vectors[:, :$dimensions]
    if $cosine:
        vectors = torch.nn.functional.normalize(vectors, dim=-1)
    return vectors @ vectors.T


apart = (places - places.T).abs()  # (position, position)
pairs = (torch.arange(0, $head_width, 2) / $head_width).double()
methods = {"Sinusoidal": alike(sines)}
for base in $bases:
    methods[f"RoPE, base {base:,.0f}"] = torch.cos(apart[..., None] * base**-pairs).mean(dim=-1)
"""
_OWN = 'methods["The model\'s own"] = alike(table)\n'
_PAIR = """\
methods["ALiBi"] = -$slope * apart
for name, similarity in methods.items():
    print(name, similarity[$one, $two].item())
"""
_SPREAD = """\
for name, similarity in methods.items():
    spreads = []
    for distance in range($count):
        of = torch.cat([similarity.diagonal(distance), similarity.diagonal(-distance)])
        spreads.append(of.std(correction=0).item())
    print(name, max(spreads))
"""
_SHAPE = """\
centred = table - table.mean(dim=0)
strengths = torch.linalg.svdvals(centred)
if strengths[0] > 0:
    for share in (strengths**2 / (strengths**2).sum())[:3]:
        print("share of the variance", share.item())
power = torch.fft.rfft(centred.T).abs() ** 2  # (dimension, frequency)
swings = power[:, 1:].argmax(dim=-1) + 1
changing = power[:, 1:].sum(dim=-1) > 1e-12
if changing.any():
    print("swings of the fastest dimension", swings[changing].max().item())
"""
_TURNS = """\
import math

from transformers import AutoConfig

config = AutoConfig.from_pretrained($model$revision)
width = config.hidden_size // config.num_attention_heads
for base in $bases:
    for pair in (0, width // 2 - 1):
        print(f"pair {pair}, base {base:,.0f}: comes round in", 2 * math.pi * base ** (2 * pair / width))
"""
_MADE_UP = """\
import torch

query, key = (torch.tensor(vector, dtype=torch.double) for vector in ($query, $key))
"""
_OF_THE_MODEL = """\
import torch
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained($model$revision)
model = AutoModel.from_pretrained($model$revision, dtype=torch.float32, attn_implementation="eager")
ids = tokenizer($sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
attention, made = model.encoder.layer[$layer].attention.self, {}
for name in ("query", "key"):  # before they are turned
    getattr(attention, name).register_forward_hook(lambda _, __, out, name=name: made.update({name: out[0].double()}))
with torch.no_grad():
    model(ids)
width = model.config.hidden_size // model.config.num_attention_heads
start = $head * width + 2 * $pair
query, key = made["query"][$of_query, start : start + 2], made["key"][$of_key, start : start + 2]
"""
_TURNED = """\


def turned(vector, position):
    angle = torch.tensor(position * $base ** (-2 * $pair / $width), dtype=torch.double)
    x, y = vector
    return torch.stack([x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos()])


print("m =", $m, "n =", $n, "dot product", (turned(query, $m) @ turned(key, $n)).item())
print("the same distance elsewhere", (turned(query, $m + 1000) @ turned(key, $n + 1000)).item())
"""
_END = """\
from transformers import AutoConfig

config = AutoConfig.from_pretrained($model$revision)
print("positions", config.max_position_embeddings)
"""
_LOSS = (
    "import math\n\n"
    + OPEN_MODEL
    + """\

ids = tokenizer($sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
for position in $positions:
    masked = ids.clone()
    masked[0, position] = tokenizer.mask_token_id
    with torch.no_grad():
        log_probabilities = model(input_ids=masked).logits[0, position].log_softmax(dim=-1)
    bits = -log_probabilities[ids[0, position]].item() / math.log(2)
    print(position, tokenizer.decode(ids[0, position]), bits)
"""
)
_ORDER = (
    OPEN_MODEL
    + """\

before = $ids  # as the tokenizer reads it
for blank in $blanks:
    before[blank] = tokenizer.mask_token_id
after = [before[old] for old in $order]
front = [before[0]] * $shift  # places that nobody may look at


def prediction(ids, front, blank):
    seen = torch.tensor([[0] * len(front) + [1] * len(ids)])
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([front + ids]), attention_mask=seen).logits[0, len(front) + blank]
    return logits.log_softmax(dim=-1)


one, other = prediction(before, [], $blank), prediction(after, front, $moved_to)
first = one.argmax()
print("first choice before", tokenizer.decode(first), one[first].exp().item())
print("the same word after", tokenizer.decode(first), other[first].exp().item())
print("first choice after", tokenizer.decode(other.argmax()), other.max().exp().item())
middle = ((one.exp() + other.exp()) / 2).log()
apart = sum((p.exp() * (p - middle)).sum().item() for p in (one, other)) / 2
print("Jensen-Shannon divergence in bits", apart / torch.tensor(2.0).log().item())
"""
)


def pair_snippet(here: Here, kind: Compared, dimensions: int, head: int, pair: PanelSelection | None) -> str:
    """How alike two positions are by every method: those of the kept pair, or the first two."""
    one, two = (pair.first, pair.second) if pair else (0, 1)
    slope = float(alibi_slopes(here.found.heads)[head])
    parts, values = _methods(here, kind) + _PAIR, _settings(here, kind, max(one, two) + 1, dimensions)
    return filled(parts, here.model, **values, slope=slope, one=one, two=two)


def spread_snippet(here: Here, kind: Compared, count: int, dimensions: int) -> str:
    """The largest spread at one distance, for every method."""
    return filled(_methods(here, kind) + _SPREAD, here.model, **_settings(here, kind, count, dimensions))


def shape_snippet(here: Here, count: int) -> str:
    """The first shares of the variance of a table, and its fastest swing."""
    return filled(_OPEN + _TABLE + _SHAPE, here.model, count=count)


def turns_snippet(here: Here) -> str:
    """In how many positions the fastest and the slowest pair come round."""
    return filled(_TURNS, here.model, bases=list(bases(here.found)))


def rotary_snippet(here: Here, vectors: Vectors, found: RotaryPair) -> str:
    """The dot product of one pair of dimensions, turned."""
    return filled(
        (_OF_THE_MODEL if vectors.of_the_model else _MADE_UP) + _TURNED,
        here.model,
        query=found.query.tolist(),
        key=found.key.tolist(),
        sentence=here.sentence,
        layer=vectors.layer,
        head=vectors.head,
        of_query=vectors.m,
        of_key=vectors.n,
        pair=found.pair,
        width=found.width,
        base=found.base,
        m=found.m,
        n=found.n,
    )


def end_snippet(here: Here) -> str:
    """How many positions a model has."""
    return filled(_END, here.model)


def loss_snippet(here: Here, positions: list[int]) -> str:
    """What each of some tokens costs when it alone is masked, in bits."""
    return filled(_LOSS, here.model, sentence=here.sentence, positions=positions)


def order_snippet(at: Situation, found: OrderEffect) -> str:
    """The prediction at a blank before and after a change of order."""
    return filled(
        _ORDER,
        at.model,
        ids=list(at.tokens.ids),
        blanks=list(found.blanks),
        order=list(found.order),
        shift=found.shift,
        blank=found.position,
        moved_to=found.moved_to,
    )


def _methods(here: Here, kind: Compared) -> str:
    """Code that makes the similarities: with the model's own table, if it has one whose rows can be so compared."""
    match here.found.kind:
        case PositionKind.ROTARY:
            return _OPEN + _RULES
        case PositionKind.NONE if kind is Compared.COSINE:
            return _OPEN + _RULES
        case _:
            return _OPEN + _TABLE + _RULES + _OWN


def _settings(here: Here, kind: Compared, count: int, dimensions: int) -> dict[str, object]:
    return {
        "count": count,
        "width": here.found.width,
        "head_width": here.found.head_width,
        "dimensions": dimensions,
        "cosine": kind is Compared.COSINE,
        "bases": list(bases(here.found)),
    }
