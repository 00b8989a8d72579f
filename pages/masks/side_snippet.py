"""Plain transformers code for one blank with either side out of sight, and for the next word at its place."""

from components.model.records import ModelRecord
from components.model.sides_results import NextWord, Sides
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
