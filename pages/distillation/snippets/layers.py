import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
probes = "components/model/blanks/blank_probes.tsv"
homes = [("cache/pocket/bert", None), ("cache/pocket/distilbert", None)]  # the teacher first
every = 4  # use one sentence in this many

with open(probes, encoding="utf-8") as file:
    blanks = [line.rstrip("\n").split("\t") for line in file][1:]


def load(where, revision):
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    return tokenizer, AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


sentences = [sentence.replace("[MASK]", word) for _, sentence, word in blanks[::every]]


@torch.no_grad()
def hidden(where, revision):  # returns (layer + 1, token, width)
    tokenizer, model = load(where, revision)
    outputs = [model(**tokenizer(sentence, return_tensors="pt"), output_hidden_states=True) for sentence in sentences]
    return torch.cat([torch.stack(out.hidden_states)[:, 0] for out in outputs], dim=1).double()


def alignment(x, y):
    x, y = x - x.mean(dim=0), y - y.mean(dim=0)
    return ((y.T @ x).norm() ** 2 / ((x.T @ x).norm() * (y.T @ y).norm())).item()


teacher, student = (hidden(*home) for home in homes)
for number, layer in enumerate(student):
    print("CKA of the student’s layer", number, *(round(alignment(layer, other), 6) for other in teacher))
