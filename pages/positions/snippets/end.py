from transformers import AutoConfig

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None

config = AutoConfig.from_pretrained(where, revision=revision or "main")
print("positions", config.max_position_embeddings)
