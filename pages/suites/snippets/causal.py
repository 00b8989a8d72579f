import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/gpt", None
pairs = [("She ate an apple.", "She ate a apple."), ("The tailor sewed a dress.", "The tailor drank a dress.")]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32).eval()


def log_likelihood(text):
    """The sum over the tokens of a sentence, each predicted from those before it."""
    encoded = tokenizer(text)
    ids = torch.tensor(encoded["input_ids"])
    with torch.no_grad():
        logs = model(input_ids=ids[None]).logits[0].log_softmax(dim=-1)
    places = [place for place, word in enumerate(encoded.word_ids()) if word is not None and place > 0]
    return sum(logs[place - 1, ids[place]].item() for place in places)


credit = 0
for good, bad in pairs:
    odds = log_likelihood(good) - log_likelihood(bad)
    credit += 0.5 if abs(odds) < 1e-6 else odds > 0
    print(f"{odds:+.3f}  {good}")
print(f"right: {credit / len(pairs):.1%}")
