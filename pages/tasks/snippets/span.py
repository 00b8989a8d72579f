"""The span of a passage that answers a question, and the score of “no answer”."""

import torch
from safetensors.torch import load_file

# Inputs: the page fills in your values here.
question = "Who hid money in a sack?"
passage = "The bank opened when a baker named Otto Lindqvist got tired of hiding his takings in a flour sack."
longest = 20
where, revision = "cache/pocket/minilm", None
added = "cache/pocket/heads"

# The part “encoder”.
weights = load_file(f"{added}/span.safetensors")
encoding = tokenizer(question, passage, return_tensors="pt", return_offsets_mapping=True, truncation="only_second")
offsets, parts = encoding.pop("offset_mapping")[0].tolist(), encoding.sequence_ids()
with torch.no_grad():
    scores = model(**encoding).last_hidden_state[0] @ weights["weight"].T + weights["bias"]  # (position, start and end)
inside = [position for position, number in enumerate(parts) if number == 1]
score, first, last = max(
    (float(scores[i, 0] + scores[j, 1]), i, j) for i in inside for j in inside if i <= j < i + longest
)
print(passage[offsets[first][0] : offsets[last][1]], score, float(scores[0].sum()))
