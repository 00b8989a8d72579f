import math

from transformers import AutoConfig

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/rope", None
bases = [10000.0]

config = AutoConfig.from_pretrained(where, revision=revision or "main")
width = config.hidden_size // config.num_attention_heads
for base in bases:
    for pair in (0, width // 2 - 1):
        print(f"pair {pair}, base {base:,.0f}: period in positions", 2 * math.pi * base ** (2 * pair / width))
