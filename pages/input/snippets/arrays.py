import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 3]  # the sentence as token ids
segments = [0, 0, 0, 0]  # 0 for the first sentence of a pair, 1 for the second

model, loaded = AutoModel.from_pretrained(
    where, revision=revision or "main", dtype=torch.float32, output_loading_info=True
)
inputs = {"input_ids": torch.tensor([ids]), "attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
if (getattr(model.config, "type_vocab_size", 0) or 0) > 1 and model.config.model_type != "gpt2":
    inputs["token_type_ids"] = torch.tensor([segments])
with torch.no_grad():
    output = model(**inputs)

arrays = {
    **inputs,
    "last_hidden_state": output.last_hidden_state,
    "last_hidden_state[:, 0]": output.last_hidden_state[:, 0],
}
untrained = any("pooler" in name for name in loaded["missing_keys"])  # the checkpoint has none, so it is random
if getattr(output, "pooler_output", None) is not None and not untrained:
    arrays["pooler_output"] = output.pooler_output
for name, values in arrays.items():
    print(name, tuple(values.shape), [round(number, 3) for number in values.flatten()[:4].tolist()])
