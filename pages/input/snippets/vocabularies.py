from transformers import AutoTokenizer

# Inputs: the page fills in your values here.
sentence = "An unbelievably old bank."
models = [("cache/pocket/minilm", None), ("cache/pocket/bert", None)]

for where, revision in models:
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    text = sentence.replace("[MASK]", tokenizer.mask_token or "[MASK]")
    tokens = tokenizer.convert_ids_to_tokens(tokenizer(text, add_special_tokens=False)["input_ids"])
    print(f"{where}, a vocabulary of {len(tokenizer)}:", *tokens)
    print("tokens", len(tokens))
