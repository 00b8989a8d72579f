import torch
import transformers

# Inputs: the page fills in your values here.
models = [  # name, model type, values of its configuration, auto class
    ("BERT base", "bert", {"vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12}, "AutoModel"),
]

for name, model_type, values, kind in models:
    config = transformers.AutoConfig.for_model(model_type, **values)
    with torch.device("meta"):  # shapes only, no weights in memory
        model = getattr(transformers, kind).from_config(config)
    print(name, model.num_parameters())
