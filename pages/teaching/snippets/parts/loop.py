from transformers import get_linear_schedule_with_warmup

norms = {id(w) for m in classifier.modules() if isinstance(m, nn.LayerNorm) for w in m.parameters()}
decaying, others = [], []
for name, weights in classifier.named_parameters():
    if weights.requires_grad:
        (others if name.endswith("bias") or id(weights) in norms else decaying).append(weights)

# Training
optimizer = torch.optim.AdamW(
    [{"params": decaying, "weight_decay": weight_decay}, {"params": others, "weight_decay": 0.0}], lr=rate
)
schedule = get_linear_schedule_with_warmup(optimizer, warmup_steps, len(batches))
for step, inputs in enumerate(batches):
    classifier.train()
    torch.manual_seed(seed * 100_003 + step)  # so that dropout is the same in every run
    loss = classifier(**inputs)["loss"]
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(decaying + others, 1.0)
    optimizer.step()
    schedule.step()
