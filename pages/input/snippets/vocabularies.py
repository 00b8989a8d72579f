from transformers import AutoTokenizer

# What is asked: the page writes its own values here.
sentence = "An unbelievably old bank."
homes = [("cache/pocket/minilm", None), ("cache/pocket/bert", None)]

for where, revision in homes:
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    pieces = tokenizer.tokenize(sentence, split_special_tokens=True)
    print(f"{where}, a vocabulary of {len(tokenizer)}:", *pieces)
    print("pieces", len(pieces))
