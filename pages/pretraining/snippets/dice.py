from transformers import AutoTokenizer, DataCollatorForLanguageModeling

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None
sentence = "We sat by the bank of the river and counted our boats."

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
dice = DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.15)  # 80% [MASK], 10% random, 10% unchanged
counts = {"[MASK]": 0, "a random piece": 0, "left as it is": 0}
throws = 2000
original = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token))["input_ids"]
for _ in range(throws):
    batch = dice([{"input_ids": original}])
    for label, shown in zip(batch["labels"][0].tolist(), batch["input_ids"][0].tolist()):
        if label != -100:
            same = "left as it is" if shown == label else "a random piece"
            counts["[MASK]" if shown == tokenizer.mask_token_id else same] += 1
for fate, count in counts.items():
    print(fate, count / throws / (len(original) - 2))
