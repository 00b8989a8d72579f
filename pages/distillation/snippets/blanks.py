import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
probes = "components/model/blanks/blank_probes.tsv"
homes = [("cache/pocket/bert", None), ("cache/pocket/distilbert", None)]  # the teacher first

with open(probes, encoding="utf-8") as file:
    blanks = [line.rstrip("\n").split("\t") for line in file][1:]


def load(where, revision):
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    return tokenizer, AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


@torch.no_grad()
def answers(where, revision):  # returns (blank, vocabulary)
    tokenizer, model = load(where, revision)
    rows = []
    for _, sentence, _ in blanks:
        encoded = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
        blank = (encoded["input_ids"][0] == tokenizer.mask_token_id).nonzero()[0, 0]
        rows.append(model(**encoded).logits[0, blank].double().log_softmax(dim=-1))
    return torch.stack(rows)


teacher, *students = (answers(*home) for home in homes)
for student in students:
    agreement = (teacher.argmax(dim=-1) == student.argmax(dim=-1)).double().mean().item()
    divergence = (teacher.exp() * (teacher - student)).sum(dim=-1).mean().item() / math.log(2)
    print("same top guess:", agreement)
    print("KL(teacher || student) in bits:", divergence)
