import re

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
probes = "components/model/blanks/blank_probes.tsv"
added = []  # sentences of your own
correction = "as they are"  # or as the list on the page says
directions = 0  # the largest ones, taken away in addition to the mean
first = ("They walked along the bank of the river.", 22, 26)  # a sentence, and start and end of a word
second = ("The bank lent them the money.", 4, 8)

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def read(sentence, spans):  # the vectors of words, shape: (layer, word, width); layer 0 is the embeddings
    text = sentence.replace("[MASK]", tokenizer.mask_token or "[MASK]")
    encoded = tokenizer(text, return_tensors="pt", return_offsets_mapping=True, return_token_type_ids=False)
    offsets = encoded.pop("offset_mapping")[0].tolist()
    with torch.no_grad():
        layers = torch.cat(model(**encoded, output_hidden_states=True).hidden_states)
    tokens = [[n for n, (a, b) in enumerate(offsets) if a < end and b > start and a < b] for start, end in spans]
    return np.stack([layers[:, word].mean(dim=1).double().numpy() for word in tokens], axis=1)


with open(probes, encoding="utf-8") as file:
    lines = [line.rstrip("\n").split("\t") for line in file][1:]
sentences = [sentence.replace("[MASK]", word) for _, sentence, word in lines] + added
spans = [[word.span() for word in re.finditer(r"\w+", sentence)] for sentence in sentences]
vectors = np.concatenate([read(*pair) for pair in zip(sentences, spans)], axis=1)
of_sentence = np.repeat(np.arange(len(sentences)), [len(words) for words in spans])
forms = np.array([s[a:b].casefold() for s, words in zip(sentences, spans) for a, b in words])

draws = np.random.default_rng(0).integers(len(forms), size=(2, 8000))  # pairs of random words
differ = (of_sentence[draws[0]] != of_sentence[draws[1]]) & (forms[draws[0]] != forms[draws[1]])
left, right = draws[:, differ][:, :2000]

repeated = []  # the rows of each word that several sentences have, one row per sentence
for form in set(forms):
    rows = np.flatnonzero(forms == form)
    rows = rows[np.unique(of_sentence[rows], return_index=True)[1]]
    if len(rows) > 1:
        repeated.append(rows)


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12)


def correct(rows, mean, scale, largest):
    rows = (rows - mean) / scale
    return rows - rows @ largest.T @ largest


pair = np.stack([read(sentence, [(start, end)])[:, 0] for sentence, start, end in (first, second)], axis=1)
for layer, words in enumerate(vectors):
    mean, scale, largest = 0.0, 1.0, np.zeros((0, words.shape[1]))
    if correction != "as they are":
        mean = words.mean(axis=0)
    if correction == "each dimension standardised":
        scale = words.std(axis=0)
    if directions:
        largest = np.linalg.svd(words - mean, full_matrices=False)[2][:directions]
    values = mean, scale, largest
    corrected = correct(words, *values)
    units = unit(corrected)
    random = (units[left] * units[right]).sum(axis=1)
    same = [((units[rows] @ units[rows].T).sum() - len(rows)) / len(rows) / (len(rows) - 1) for rows in repeated]
    close = []  # of the words of each sentence with their mean
    for number in range(len(sentences)):
        rows = of_sentence == number
        if rows.sum() > 1:
            close.append((units[rows] @ unit(corrected[rows].mean(axis=0))).mean())
    cosine = unit(correct(pair[layer], *values)).prod(axis=0).sum()
    print("layer", layer, "two random words", random.mean())
    print("layer", layer, "the same word, two sentences", np.mean(same))
    print("layer", layer, "a word and its sentence", np.mean(close))
    print("layer", layer, "most of one dimension", (units[left] * units[right]).mean(axis=0).max())
    print("layer", layer, "your two words", cosine)
    print("layer", layer, "share of random pairs below", (random < cosine).mean())
