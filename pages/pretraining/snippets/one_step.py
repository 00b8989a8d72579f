import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 4, 3]  # the sentence after masking
labels = [-100, -100, 5266, -100]  # the original id of each chosen token; the loss skips -100
other = "The capital of Germany is [MASK]."  # not trained on; may be empty
evaluation_steps = [0, 1, 2, 3, 5]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
ids, labels = torch.tensor([ids]), torch.tensor([labels])
chosen = [position for position, label in enumerate(labels[0].tolist()) if label != -100]
if not chosen:
    evaluation_steps = []
for step in range(evaluation_steps[-1] + 1 if evaluation_steps else 0):
    out = model(input_ids=ids, labels=labels)
    if step in evaluation_steps:
        probabilities = out.logits[0].softmax(dim=-1)
        for position in chosen:
            word = labels[0, position]
            print("step", step, tokenizer.decode(word), "probability", probabilities[position, word].item())
        print("step", step, "loss", out.loss.item())
        if other:
            text = tokenizer(other.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
            blank = text[0].tolist().index(tokenizer.mask_token_id)
            with torch.no_grad():
                other_probabilities = model(input_ids=text).logits[0, blank].softmax(dim=-1)
            print("step", step, "in the other sentence", other_probabilities[labels[0, chosen[0]]].item())
    optimizer.zero_grad()
    out.loss.backward()
    optimizer.step()
