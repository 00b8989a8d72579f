from transformers import AutoConfig

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None

config = AutoConfig.from_pretrained(where, revision=revision or "main")
print("positions", config.max_position_embeddings)
