import math
import statistics

import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
probes = "components/model/blanks/blank_probes.tsv"
side = "left"  # the side that stays visible
causal = None  # a left-to-right model: its path and revision

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

with open(probes, encoding="utf-8") as file:
    blanks = [line.rstrip("\n").split("\t")[1:] for line in file][1:]
both_sides, one_side = {}, {}  # log2 probability of each word, with both sides visible and with one
for sentence, word in blanks:
    text = sentence.replace("[MASK]", tokenizer.mask_token)
    encoded = tokenizer(text, return_tensors="pt", return_special_tokens_mask=True)
    special, ids = encoded.pop("special_tokens_mask")[0].bool(), encoded["input_ids"][0]
    whole = tokenizer(sentence.replace("[MASK]", word))["input_ids"]
    blank = ids.tolist().index(tokenizer.mask_token_id)
    if len(whole) != len(ids) or whole[blank] == tokenizer.unk_token_id:
        continue  # the word is not a single token
    positions = torch.arange(len(ids))
    unmasked = (positions <= blank if side == "left" else positions >= blank) | special
    for results, visible in ((both_sides, positions >= 0), (one_side, unmasked)):
        with torch.no_grad():
            logits = model(input_ids=ids[None], attention_mask=visible[None].long()).logits
        results[sentence] = logits[0, blank].log_softmax(dim=-1)[whole[blank]].item() / math.log(2)
if causal is None:
    lost = [both_sides[sentence] - one_side[sentence] for sentence in both_sides]
    print("sentences:", len(lost))
    print("bits lost, median:", statistics.median(lost))
else:
    where, revision = causal
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    start = tokenizer.bos_token_id if tokenizer.cls_token_id is None else tokenizer.cls_token_id
    gained = []
    for sentence, word in blanks:
        before = sentence.partition("[MASK]")[0]
        left = tokenizer(before.rstrip(), add_special_tokens=False)["input_ids"] if before.strip() else []
        text = tokenizer(before + word, add_special_tokens=False)["input_ids"]
        if sentence not in one_side or len(text) != len(left) + 1:
            continue
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([[start, *left]])).logits
        gained.append(logits[0, -1].log_softmax(dim=-1)[text[-1]].item() / math.log(2) - one_side[sentence])
    print("sentences:", len(gained))
    print("bits gained, median:", statistics.median(gained))
