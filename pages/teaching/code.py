"""Plain transformers code of a run: the same sentences in the same order, the same weights in the end."""

from components.model.checkpoints.registry import record
from components.teaching.model.results import Ran
from pages.parts.rooms import TEACHING
from pages.parts.snippets import snippet

_OWN = "your-list.tsv"
_COLUMNS = (
    "The list is a file with a line of names, then lines of split (train or test), label and sentence, with tabs."
)


def code_of(name: str, ran: Ran) -> str:
    """The code of one of the room's snippets, with the values of a run."""
    plan = ran.plan
    shipped = not plan.sentences.startswith("own") and plan.sentences != "sst2"
    file = f"components/teaching/model/{plan.sentences}.tsv" if shipped else _OWN
    remark = "" if shipped else _COLUMNS
    return snippet(
        TEACHING,
        name,
        record(plan.model_id),
        remark=remark,
        file=file,
        labels=plan.labels,
        epochs=plan.epochs,
        batch=plan.batch,
        rate=plan.rate,
        warmup_steps=plan.warmup_steps,
        weight_decay=plan.weight_decay,
        seed=plan.seed,
        frozen=plan.frozen,
        pooling=plan.pooling.value,
        start=plan.start.value,
    )
