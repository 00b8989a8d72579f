"""Passages ranked by comparing vectors, and by reading the question with each passage."""

import torch
from safetensors.torch import load_file

# Inputs: the page fills in your values here.
question = "Which river floods in spring?"
passages = ["Every spring the river Ouse climbs over its left bank.", "The bank opened in 1911."]
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/heads"

# The part “encoder”.
weights = load_file(f"{added}/answers.safetensors")


def vectors(*texts):
    with torch.no_grad():
        return model(**tokenizer(*texts, return_tensors="pt")).last_hidden_state[0]


question_vector = vectors(question).mean(dim=0)
for passage in passages:
    cosine = float(torch.cosine_similarity(question_vector, vectors(passage).mean(dim=0), dim=0))
    probability = float((weights["weight"] @ vectors(question, passage)[0] + weights["bias"]).softmax(dim=0)[1])
    print(f"{cosine:.4f} {probability:.4f} {passage[:60]}")
