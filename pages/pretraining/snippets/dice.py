from transformers import AutoTokenizer, DataCollatorForLanguageModeling

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "We sat by the bank of the river and counted our boats."
share = 0.15  # of tokens to predict
to_mask = 0.8  # share of those tokens that become [MASK]
to_random = 0.1  # share that become a random token

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
collate = DataCollatorForLanguageModeling(
    tokenizer, mlm_probability=share, mask_replace_prob=to_mask, random_replace_prob=to_random
)
counts = {"[MASK]": 0, "random token": 0, "unchanged": 0}
draws = 2000
original = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token))["input_ids"]
for _ in range(draws):
    batch = collate([{"input_ids": original}])
    for label, shown in zip(batch["labels"][0].tolist(), batch["input_ids"][0].tolist()):
        if label != -100:
            same = "unchanged" if shown == label else "random token"
            counts["[MASK]" if shown == tokenizer.mask_token_id else same] += 1
for outcome, count in counts.items():
    print(outcome, count / draws / (len(original) - 2))
