import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
input_ids = [2, 54, 5266, 4, 82, 7, 3]  # the sentence as the model reads it
blank = 3  # the position of the prediction
words = ["day", "man"]

config = AutoConfig.from_pretrained(where, revision=revision or "main")
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
kind = AutoModelForCausalLM if config.model_type == "gpt2" else AutoModelForMaskedLM
model = kind.from_pretrained(where, revision=revision or "main", dtype=torch.float32).eval()


def token_id(word):  # the token that is the word: alone, or with the space before it
    for text in (word, f" {word}"):
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        if len(ids) == 1:
            return ids[0]


with torch.no_grad():
    logits = model(torch.tensor([input_ids])).logits[0, blank]
first, second = (logits[token_id(word)] for word in words)
print("log-odds", round((first - second).item(), 2))
