from transformers import AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The capital of France is [MASK]."

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
blank = tokenizer.mask_token
ids = tokenizer(sentence.replace("[MASK]", blank))["input_ids"]
print(tokenizer.convert_ids_to_tokens(ids))
print(ids.count(tokenizer.mask_token_id))
