"""Fine-tuned encoders of the hub with a task head and labels, listed only in the room “Tasks”.

Both are the defaults of transformers' pipelines (``transformers.pipelines.SUPPORTED_TASKS``, at the same commits), so
people who have used those already have the files.
"""

from components.model.checkpoints.records import ModelRecord, OnHub, Role, TaskHead

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
