"""Models that stand in no list that rooms share: a room asks for them, or a link names one."""

from pathlib import Path
from types import MappingProxyType

from components.model.checkpoints.catalogue import MODELS, POCKET_FOLDER, REFERENCE, pocket_model
from components.model.checkpoints.records import Bundled, ModelRecord, OnHub, Role, TaskHead

# Checkpoints of pocket BERT from its training, each after four times as many steps as the one before.
# ``python -m training.export_steps`` writes them.

EARLIER_FOLDER = POCKET_FOLDER / "steps"
# Tokens seen, by the number of steps.
EARLIER_STEPS = {0: 0, 16: 64_078, 64: 252_385, 256: 984_237, 1024: 3_968_336, 4096: 15_790_188}


def earlier_weights_file(step: int) -> Path:
    """The file with the weights after ``step`` steps."""
    return EARLIER_FOLDER / f"step-{step:06d}.safetensors"


def _earlier_checkpoint(step: int, token_count: int) -> ModelRecord:
    name = next(model.name for model in MODELS if model.id == REFERENCE)
    after = f"after {token_count:,} tokens" if step else "before training"
    return pocket_model(
        f"bert-step-{step}",
        f"{name} {after}",
        "BERT",
        f"{name} {after}, stored with one byte per weight.",
        folder="bert",
        weights=earlier_weights_file(step),
    )


EARLIER_CHECKPOINTS = tuple(_earlier_checkpoint(step, token_count) for step, token_count in EARLIER_STEPS.items())
HALF_TRAINED = EARLIER_CHECKPOINTS[len(EARLIER_CHECKPOINTS) // 2]  # half-way on a logarithmic scale


# Small models that differ only in how the tokens selected for prediction were corrupted in training: four runs on the
# same batches, each named by its percentages of [MASK] / a random token / the unchanged token. The room on pre-training
# opens them. ``python -m training.figures shares`` trains them.

MIXTURES_FOLDER = POCKET_FOLDER / "shares"
MIXTURES = ("80/10/10", "100/0/0", "0/0/100", "50/50/0")


def mixture_weights_file(shares: str) -> Path:
    """The file with the weights of the model trained with a mixture."""
    return MIXTURES_FOLDER / f"{shares.replace('/', '-')}.safetensors"


def mixture_model_id(shares: str) -> str:
    """The id of the model trained with a mixture."""
    return f"pocket-shares-{shares.replace('/', '-')}"


def _mixture_model(shares: str) -> ModelRecord:
    return pocket_model(
        mixture_model_id(shares).removeprefix("pocket-"),
        f"pocket {shares}",
        "BERT",
        f"Of the tokens chosen in its training, {shares}% became [MASK], a random token, or stayed unchanged.",
        folder="bert",
        weights=mixture_weights_file(shares),
    )


MIXTURE_MODELS = tuple(_mixture_model(shares) for shares in MIXTURES)


# Pocket ELECTRA: a discriminator trained to detect replaced tokens, and the generator that replaced them (Clark et al.
# 2020, https://arxiv.org/abs/2003.10555). The room on pre-training opens them. ``python -m training electra`` trains
# them.

DISCRIMINATOR, GENERATOR = "pocket-electra", "pocket-electra-generator"
ELECTRA = (
    pocket_model(
        DISCRIMINATOR.removeprefix("pocket-"),
        "pocket ELECTRA",
        "ELECTRA",
        "Like pocket BERT, but it learned to detect replaced words.",
        role=Role.ENCODER,
        training_tokens=16_000_000,
    ),
    pocket_model(
        GENERATOR.removeprefix("pocket-"),
        "pocket ELECTRA’s generator",
        "ELECTRA",
        "The small model that replaced the words for it.",
        training_tokens=16_000_000,
    ),
)


# MiniLM with the adapter that all heads of the room “Tasks” share. ``python -m training.heads`` trains the adapter.

HEADS_FOLDER = POCKET_FOLDER / "heads"
MULTITASK_MODEL_ID = "minilm-heads"
MULTITASK_MODEL = ModelRecord(
    id=MULTITASK_MODEL_ID,
    name="MiniLM with heads",
    family="BERT",
    role=Role.ENCODER,
    home=Bundled(POCKET_FOLDER / "minilm", published=True, adapter=HEADS_FOLDER / "adapter.safetensors"),
    parameters=None,
    licence="Apache-2.0 and MIT; with the text it was trained on here, CC BY-SA 4.0",
    about="MiniLM, fine-tuned here with small heads at once.",
)


# MiniLM after the recorded fine-tuning run that the room “Fine-tuning” opens on.
# ``python -m cache.shipped.first_runs`` writes the files.

RECORDED_FOLDER = POCKET_FOLDER / "opinions"  # the changes, and the head
RECORDED_RUN = ModelRecord(
    id="minilm-opinions",
    name="MiniLM, fine-tuned on opinions",
    family="BERT",
    role=Role.MASKED,
    home=Bundled(POCKET_FOLDER / "minilm", published=True, changes=RECORDED_FOLDER / "minilm-opinions.safetensors"),
    parameters=None,
    licence="Apache-2.0 and MIT; with the text it was trained on here, CC BY-SA 4.0",
    about="MiniLM after 300 labelled sentences; the change is stored with one byte per weight.",
)

# MiniLM after a run on all of SST-2. ``python -m training.sst2`` trains it, and ``python -m training.sst2.export``
# writes the files.

SST2_FOLDER = POCKET_FOLDER / "sst2"
SST2_RUN = ModelRecord(
    id="minilm-sst2",
    name="MiniLM, fine-tuned on SST-2",
    family="BERT",
    role=Role.MASKED,
    home=Bundled(POCKET_FOLDER / "minilm", published=True, changes=SST2_FOLDER / "minilm-sst2.safetensors"),
    parameters=None,
    licence="Apache-2.0 and MIT; with the text it was trained on here, CC BY-SA 4.0",
    about="MiniLM after 53,000 phrases of film reviews; the change is stored with one byte per weight.",
)

RECORDED_FOLDERS = MappingProxyType({RECORDED_RUN: RECORDED_FOLDER, SST2_RUN: SST2_FOLDER})  # where the heads lie


# Fine-tuned encoders of the hub with a task head and labels, listed only in the room “Tasks”. Both are the defaults of
# transformers' pipelines (``transformers.pipelines.SUPPORTED_TASKS``, at the same commits), so people who have used
# those already have the files.

PUBLISHED_HEADS = (
    ModelRecord(
        id="distilbert-sst-2",
        name="DistilBERT for opinions (SST-2)",
        family="DistilBERT",
        role=Role.ENCODER,
        home=OnHub("distilbert/distilbert-base-uncased-finetuned-sst-2-english", "714eb0f", 268_000_000),
        parameters=66_955_010,
        licence="Apache-2.0",
        about="DistilBERT base, fine-tuned to classify film reviews as positive or negative.",
        task_head=TaskHead.TEXT,
    ),
    ModelRecord(
        id="bert-large-conll03",
        name="BERT large for names (CoNLL-2003)",
        family="BERT",
        role=Role.ENCODER,
        home=OnHub("dbmdz/bert-large-cased-finetuned-conll03-english", "4c53496", 1_334_000_000),
        parameters=None,
        licence="see its page on the hub",
        about="BERT large (cased), fine-tuned to find names in news text.",
        task_head=TaskHead.WORDS,
    ),
)


UNLISTED = (*EARLIER_CHECKPOINTS, *MIXTURE_MODELS, *ELECTRA, MULTITASK_MODEL, *RECORDED_FOLDERS, *PUBLISHED_HEADS)
