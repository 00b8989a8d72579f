import tempfile

from transformers import Trainer, TrainerCallback, TrainingArguments


class Epochs:
    """Prepared batches, one epoch at a time."""

    epoch = 0

    def __len__(self):
        return len(batches) // epochs

    def __iter__(self):
        start = self.epoch * len(self)
        self.epoch += 1
        return iter(batches[start : start + len(self)])


class InOrder(Trainer):
    def get_train_dataloader(self):
        return self.train_dataset


class Dropout(TrainerCallback):
    def on_step_begin(self, args, state, control, **_):
        torch.manual_seed(seed * 100_003 + state.global_step)


# Training
arguments = TrainingArguments(
    output_dir=tempfile.mkdtemp(),
    num_train_epochs=epochs,
    learning_rate=rate,
    warmup_steps=warmup_steps,
    weight_decay=weight_decay,
    max_grad_norm=1.0,
    optim="adamw_torch",
    seed=seed,
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
    use_cpu=True,
)
InOrder(model=classifier, args=arguments, train_dataset=Epochs(), callbacks=[Dropout()]).train()
