import time

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM


def build(name, role, home, shape):
    auto = AutoModelForCausalLM if role == "causal" else AutoModelForMaskedLM
    if home:
        where, revision = home
        model = auto.from_pretrained(where, revision=revision or "main", attn_implementation=attention)
    else:  # full size, random weights: the time does not depend on their values
        model = auto.from_config(AutoConfig.for_model(shape[0], **shape[1]), attn_implementation=attention)
    model.to(device=device, dtype=getattr(torch, dtype)).eval()
    print(name, model.num_parameters())
    return torch.compile(model) if compiled else model


@torch.inference_mode()
def seconds(model):
    start = time.perf_counter()
    model(input_ids=ids, use_cache=False) if causal else model(input_ids=ids)
    if device.startswith("cuda"):
        torch.cuda.synchronize()
    return time.perf_counter() - start
