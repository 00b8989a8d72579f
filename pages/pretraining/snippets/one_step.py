import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None
sentence = "The capital of France is [MASK]."
word = "paris"
other = "The capital of Germany is [MASK]."
other_word = "berlin"
marks = [0, 1, 2, 5, 10]  # steps to look at

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)


def logits(text):
    ids = tokenizer(text.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
    place = ids[0].tolist().index(tokenizer.mask_token_id)
    return model(input_ids=ids).logits[:, place]


target, followed = (tokenizer.convert_tokens_to_ids(each) for each in (word, other_word))
for step in range(marks[-1] + 1):
    own = logits(sentence)
    loss = torch.nn.functional.cross_entropy(own, torch.tensor([target]))
    if step in marks:
        with torch.no_grad():
            there, elsewhere = own.softmax(dim=-1)[0, target], logits(other).softmax(dim=-1)[0, followed]
        print("step", step, word, there.item())
        print("step", step, other_word, elsewhere.item())
    optimizer.zero_grad()
    loss.backward()
    if step == 0:  # where the sentence pulls hardest
        tables = {id(part.weight) for part in model.modules() if isinstance(part, torch.nn.Embedding)}
        linear = [(name, part.weight) for name, part in model.named_modules() if isinstance(part, torch.nn.Linear)]
        matrices = [(name, each) for name, each in linear if each.grad is not None and id(each) not in tables]
        pulls = {name: (each.grad.norm() / each.detach().norm()).item() for name, each in matrices}
        for name in sorted(pulls, key=pulls.get, reverse=True)[:6]:
            print("gradient", f"{name}.weight", pulls[name])
    optimizer.step()
