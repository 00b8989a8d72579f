"""A label for a whole text, from the head of a published checkpoint."""

import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

# Inputs: the page fills in your values here.
text = "The acting is wonderful, the story is dull."
where, revision = "path/to/a/checkpoint", None

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModelForSequenceClassification.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
with torch.no_grad():
    scores = model(**tokenizer(text.replace("[MASK]", tokenizer.mask_token or "[MASK]"), return_tensors="pt")).logits[0]
several = model.config.problem_type == "multi_label_classification" or len(scores) == 1
probabilities = scores.sigmoid() if several else scores.softmax(dim=0)
for number, probability in enumerate(probabilities.tolist()):
    print(model.config.id2label[number], probability)
