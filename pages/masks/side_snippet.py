"""Plain transformers code for a blank with either side out of sight, and for the next word at its place.

For one sentence, and for all of the probe set.
"""

from components.model.blank_probes import FILE
from components.model.records import ModelRecord
from components.model.sides_results import NextWord, Side, Sides
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled, home_of

_VIEWS = """\

ids = torch.tensor([$ids])  # as the tokenizer reads the sentence
ids[0, $blanks] = tokenizer.mask_token_id
for name, seen in $views:
    with torch.no_grad():
        logits = model(input_ids=ids, attention_mask=torch.tensor([seen])).logits
    print(name, logits[0, $blank].log_softmax(dim=-1)[$answer].exp().item())
"""
_NEXT = """\

from transformers import AutoModelForCausalLM

where, revision = $home
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
filled = tokenizer($before + $word, add_special_tokens=False)["input_ids"]
start = tokenizer.bos_token_id if tokenizer.cls_token_id is None else tokenizer.cls_token_id
with torch.no_grad():  # the word is the last piece, and what stands before it is read
    logits = model(input_ids=torch.tensor([[start, *filled[:-1]]])).logits
print("next word", logits[0, -1].log_softmax(dim=-1)[filled[-1]].exp().item())
"""
_MANY = """\
import math
import statistics

with open($file, encoding="utf-8") as file:
    probes = [line.rstrip("\\n").split("\\t")[1:] for line in file][1:]
both, one = {}, {}  # log2 of each word's probability, with both sides in sight and with one
for sentence, word in probes:
    text = sentence.replace("[MASK]", tokenizer.mask_token)
    encoded = tokenizer(text, return_tensors="pt", return_special_tokens_mask=True)
    marks, ids = encoded.pop("special_tokens_mask")[0].bool(), encoded["input_ids"][0]
    whole = tokenizer(sentence.replace("[MASK]", word))["input_ids"]
    blank = ids.tolist().index(tokenizer.mask_token_id)
    if len(whole) != len(ids) or whole[blank] == tokenizer.unk_token_id:
        continue  # the word is not one piece
    places = torch.arange(len(ids))
    for found, seen in ((both, places >= 0), (one, (places $keeps blank) | marks)):
        with torch.no_grad():
            logits = model(input_ids=ids[None], attention_mask=seen[None].long()).logits
        found[sentence] = logits[0, blank].log_softmax(dim=-1)[whole[blank]].item() / math.log(2)
"""
_LOST = """\
lost = [both[sentence] - one[sentence] for sentence in both]
print("sentences:", len(lost))
print("bits lost, median:", statistics.median(lost))
"""
_GAINED = """\

from transformers import AutoModelForCausalLM

where, revision = $home
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
start = tokenizer.bos_token_id if tokenizer.cls_token_id is None else tokenizer.cls_token_id
gained = []
for sentence, word in probes:
    before = sentence.partition("[MASK]")[0]
    left = tokenizer(before.rstrip(), add_special_tokens=False)["input_ids"] if before.strip() else []
    text = tokenizer(before + word, add_special_tokens=False)["input_ids"]
    if sentence not in one or len(text) != len(left) + 1:
        continue
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([[start, *left]])).logits
    gained.append(logits[0, -1].log_softmax(dim=-1)[text[-1]].item() / math.log(2) - one[sentence])
print("sentences:", len(gained))
print("bits gained, median:", statistics.median(gained))
"""


def sides_snippet(at: Situation, found: Sides, answer: int, causal: ModelRecord | None, said: NextWord | None) -> str:
    """The probability of the answer under the three views, and as a next word."""
    ids = list(at.tokens.ids)
    marks = [token.special for token in at.tokens.items]
    blank = found.position
    views = [
        ("both sides", [1] * len(ids)),
        ("left side only", [int(place <= blank or mark) for place, mark in enumerate(marks)]),
        ("right side only", [int(place >= blank or mark) for place, mark in enumerate(marks)]),
    ]
    numbers: dict[str, object] = {
        "ids": ids,
        "blanks": list(at.blanks),
        "views": views,
        "blank": blank,
        "answer": answer,
    }
    if causal is None or said is None:
        return filled(OPEN_MODEL + _VIEWS, at.model, **numbers)
    home = home_of(causal)
    return filled(OPEN_MODEL + _VIEWS + _NEXT, at.model, **numbers, home=home, before=said.before, word=said.word)


def many_snippet(model: ModelRecord, side: Side, causal: ModelRecord | None = None) -> str:
    """The median over the probe set of what seeing ``side`` alone costs, or of what a causal model gains over it."""
    keeps = "<=" if side is Side.LEFT else ">="
    asked = OPEN_MODEL + _MANY.replace("$keeps", keeps)
    if causal is None:
        return filled(asked + _LOST, model, file=str(FILE))
    return filled(asked + _GAINED, model, file=str(FILE), home=home_of(causal))
