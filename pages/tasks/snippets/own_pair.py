"""What the head of a published checkpoint predicts for two texts, in both orders."""

import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

# Inputs: the page fills in your values here.
first = "Two girls are sitting on a wall and eating cherries."
second = "Two girls are eating."
where, revision = "path/to/a/checkpoint", None

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModelForSequenceClassification.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
first, second = (text.replace("[MASK]", tokenizer.mask_token or "[MASK]") for text in (first, second))
for left, right in ((first, second), (second, first)):
    with torch.no_grad():
        scores = model(**tokenizer(left, right, return_tensors="pt")).logits[0]
    several = model.config.problem_type == "multi_label_classification" or len(scores) == 1
    print((scores.sigmoid() if several else scores.softmax(dim=0)).tolist())
