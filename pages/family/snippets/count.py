import torch
import transformers

# Inputs: the page fills in your values here.
model_type = "bert"
values = {"vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12}
kind = "AutoModel"

config = transformers.AutoConfig.for_model(model_type, **values)
with torch.device("meta"):  # shapes only, no weights in memory
    model = getattr(transformers, kind).from_config(config)
print(model.num_parameters())
