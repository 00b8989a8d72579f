import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
input_ids = [2, 54, 5266, 4, 82, 7, 3]  # the sentence as the model reads it
blank = 3  # the position of the prediction
layer = 3
unit = 0
count = 5

config = AutoConfig.from_pretrained(where, revision=revision or "main")
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
kind = AutoModelForCausalLM if config.model_type == "gpt2" else AutoModelForMaskedLM
model = kind.from_pretrained(where, revision=revision or "main", dtype=torch.float32).eval()
# The second matrix of the feed-forward layers, by the names that it has in different models.
names = ("output.dense", "ffn.lin2", "mlp.c_proj", "mlp.Wo", "ffn_output")
down = [m for name, m in model.named_modules() if name.endswith(names) and "attention" not in name]
calls = 0


def switch_off(module, inputs):
    global calls
    units = inputs[0].clone()
    if calls == layer:  # counted, since ALBERT's layers share one matrix
        print("unit", unit, "has the value", round(units[0, blank, unit].item(), 2))
        units[..., unit] = 0
    calls += 1
    return (units,)


def predict():
    with torch.no_grad():
        probabilities = model(torch.tensor([input_ids])).logits[0, blank].softmax(dim=-1)
    for probability, token in zip(*probabilities.topk(count)):
        print(tokenizer.decode(token), round(probability.item(), 4))


predict()
for module in down:
    module.register_forward_pre_hook(switch_off)
predict()
