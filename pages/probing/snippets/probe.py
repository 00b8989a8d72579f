import random
import re
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from transformers import AutoModel, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
file = "components/probing/model/sentences.tsv"  # made-up sentences with a label for every word
column = "part"  # of the file; empty to use the labelled texts below
labelled = []  # text, start and end of what is labelled, label, fold in which it is tested (-1: never)

rows = list(labelled)
if column:
    header, *lines = [line.split("\t") for line in Path(file).read_text(encoding="utf-8").splitlines()]
    for split, text, *columns in lines:
        labels = columns[header.index(column) - 2].split()
        for word, label in zip(re.finditer(r"\w+", text), labels, strict=True):
            rows.append((text, word.start(), word.end(), label, -1 if split == "train" else 0))
    rows = [row for row in rows if row[3] != "_"]
    generator, sampled = random.Random(0), []
    for limit, part in ((1000, [row for row in rows if row[4] == -1]), (600, [row for row in rows if row[4] == 0])):
        sampled += [part[i] for i in sorted(generator.sample(range(len(part)), min(limit, len(part))))]
    rows = sampled

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModel.from_pretrained(where, revision=revision, dtype=torch.float32)
states = {}
for text in {row[0] for row in rows}:
    encoded = tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True, return_tensors="pt")
    with torch.no_grad():
        hidden = model(encoded["input_ids"], output_hidden_states=True).hidden_states
    states[text] = torch.cat(hidden).numpy(), encoded["offset_mapping"][0], encoded["special_tokens_mask"][0]


def mean_vector(text, start, end):
    """The mean over the tokens of a word or a text, after every layer."""
    hidden, offsets, special = states[text]
    inside = (offsets[:, 0] < end) & (offsets[:, 1] > start) & (special == 0)
    return hidden[:, inside.numpy()].mean(axis=1)


vectors = np.stack([mean_vector(text, start, end) for text, start, end, _, _ in rows])  # (row, layer, width)
labels = np.array([row[3] for row in rows])
forms = np.array([row[0][row[1] : row[2]].casefold() for row in rows])
folds = np.array([row[4] for row in rows])


def accuracy(layer, labels):
    """The share of right labels in the parts that were left out; of words, those whose form was trained on."""
    right = []
    for fold in sorted(set(folds) - {-1}):
        training, test = folds != fold, folds == fold
        probe = make_pipeline(StandardScaler(), LogisticRegression(C=0.01, max_iter=1000))
        probe.fit(vectors[training, layer], labels[training])
        known = np.isin(forms[test], forms[training]) if column else np.ones(test.sum(), bool)
        right.append((probe.predict(vectors[test, layer]) == labels[test])[known])
    return np.concatenate(right).mean()


# The control: random labels with the same frequencies, one for each word form, or one for each text.
generator = np.random.default_rng(0)
different, index = np.unique(forms, return_inverse=True)
control = generator.choice(labels, size=len(different))[index] if column else generator.permutation(labels)
for layer in range(vectors.shape[1]):
    print(f"layer {layer}: {accuracy(layer, labels):.4f}, random labels {accuracy(layer, control):.4f}")
