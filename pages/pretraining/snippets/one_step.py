import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "The capital of France is [MASK]."
word = "paris"
other = "The capital of Germany is [MASK]."
other_word = "berlin"
evaluation_steps = [0, 1, 2, 5, 10]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)


def logits(text):
    ids = tokenizer(text.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
    position = ids[0].tolist().index(tokenizer.mask_token_id)
    return model(input_ids=ids).logits[:, position]


target, other_target = (tokenizer.convert_tokens_to_ids(each) for each in (word, other_word))
for step in range(evaluation_steps[-1] + 1):
    scores = logits(sentence)
    loss = torch.nn.functional.cross_entropy(scores, torch.tensor([target]))
    if step in evaluation_steps:
        with torch.no_grad():
            probability = scores.softmax(dim=-1)[0, target].item()
            other_probability = logits(other).softmax(dim=-1)[0, other_target].item()
        print("step", step, word, probability)
        print("step", step, other_word, other_probability)
    optimizer.zero_grad()
    loss.backward()
    if step == 0:  # the largest gradients, relative to the weights
        tables = {id(part.weight) for part in model.modules() if isinstance(part, torch.nn.Embedding)}
        linear = [(name, part.weight) for name, part in model.named_modules() if isinstance(part, torch.nn.Linear)]
        matrices = [(name, each) for name, each in linear if each.grad is not None and id(each) not in tables]
        ratios = {name: (each.grad.norm() / each.detach().norm()).item() for name, each in matrices}
        for name in sorted(ratios, key=ratios.get, reverse=True)[:6]:
            print("gradient", f"{name}.weight", ratios[name])
    optimizer.step()
