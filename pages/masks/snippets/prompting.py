import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoModelForCausalLM, AutoTokenizer

# Inputs: the page fills in your values here.
decoder = ("cache/pocket/gpt", None)
sentences = [["I loved this film!", 1], ["Waste of time.", 0]]
prompt = "The sentiment is"
words = ["negative", "positive"]
calibrated = False
encoder = ("cache/pocket/minilm", None)
added = "cache/pocket/heads"

where, revision = decoder
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def loss(text, word):  # in nats, of the word and what the tokenizer puts after it
    before = tokenizer(text)["input_ids"]
    while before[-1] in tokenizer.all_special_ids:
        before.pop()
    ids = torch.tensor([tokenizer(f"{text} {word}")["input_ids"]])
    with torch.no_grad():
        scores = model(ids).logits[0, len(before) - 1 : -1].log_softmax(-1)
    return -scores.gather(1, ids[0, len(before) :, None]).sum().item()


def odds(text):  # how much likelier the second word is, in nats
    return loss(f"{text} {prompt}", words[0]) - loss(f"{text} {prompt}", words[1])


bias = odds("Well.") if calibrated else 0.0
guesses = [odds(text) - bias > 0 for text, _ in sentences]
print("prompt", sum(guess == label for guess, (_, label) in zip(guesses, sentences, strict=True)), "of", len(sentences))

where, revision = encoder
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModel.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
changes, matrices = load_file(f"{added}/adapter.safetensors"), dict(model.named_parameters())
weights = load_file(f"{added}/opinion.safetensors")
right = 0
with torch.no_grad():
    for name in [each.removesuffix(".down") for each in changes if each.endswith(".down")]:
        matrices[name] += changes[f"{name}.up"].float() @ changes[f"{name}.down"].float()
    for text, label in sentences:
        vectors = model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0]
        right += int((weights["cls.weight"] @ vectors[0] + weights["cls.bias"]).argmax().item() == label)
print("fine-tuned", right, "of", len(sentences))
