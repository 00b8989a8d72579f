from transformers import AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "An unbelievably old bank."
word = "unbelievably"  # after normalisation

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
vocabulary = tokenizer.get_vocab()
text = sentence.replace("[MASK]", tokenizer.mask_token or "[MASK]")


def longest_match_first(word):  # WordPiece
    tokens, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            candidate = ("##" if start else "") + word[start:end]
            if candidate in vocabulary:
                break
        else:
            return [tokenizer.unk_token]
        tokens.append(candidate)
        start = end
    return tokens


if type(tokenizer.backend_tokenizer.model).__name__ == "WordPiece":
    print("by hand:", *longest_match_first(word))
ids = tokenizer(text, add_special_tokens=False)["input_ids"]
print("by the tokenizer:", *tokenizer.convert_ids_to_tokens(ids))
