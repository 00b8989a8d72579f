"""The answer to a question, from the head of a published checkpoint, and the score of “no answer”."""

import torch
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

# Inputs: the page fills in your values here.
question = "Who hid money in a sack?"
passage = "The bank opened when a baker named Otto Lindqvist got tired of hiding his takings in a flour sack."
longest = 20
where, revision = "path/to/a/checkpoint", None

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModelForQuestionAnswering.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
question, passage = (text.replace("[MASK]", tokenizer.mask_token or "[MASK]") for text in (question, passage))
encoding = tokenizer(question, passage, return_tensors="pt", return_offsets_mapping=True, truncation="only_second")
offsets, parts = encoding.pop("offset_mapping")[0].tolist(), encoding.sequence_ids()
with torch.no_grad():
    output = model(**encoding)
start_scores, end_scores = output.start_logits[0], output.end_logits[0]
inside = [position for position, number in enumerate(parts) if number == 1]
score, first, last = max(
    (float(start_scores[i] + end_scores[j]), i, j) for i in inside for j in inside if i <= j < i + longest
)
print(passage[offsets[first][0] : offsets[last][1]], score, float(start_scores[0] + end_scores[0]))
