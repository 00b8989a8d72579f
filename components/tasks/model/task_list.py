"""Tasks that encoders are fine-tuned for: each with its input, its head, and what opens here."""

from dataclasses import dataclass

from components.tasks.model.presets import SPAN, TEXT, WORDS


@dataclass(frozen=True)
class TaskLine:
    """A task.

    Attributes:
        name: Its name, with a well-known data set.
        view: The view of the room that shows its kind of head.
        text: What the model reads.
        vectors: Which vectors the head reads.
        outputs: Number and meaning of the head's outputs, and the function after them.
        here: The head or checkpoint that opens here; empty if there is none, so that the line only describes it.
    """

    name: str
    view: str
    text: str
    vectors: str
    outputs: str
    here: str = ""


ALONE, TOGETHER = "[CLS] text [SEP]", "[CLS] A [SEP] B [SEP]"
BUNDLED = "bundled head"

TASKS = (
    TaskLine("Opinion (SST-2)", TEXT, ALONE, "[CLS]", "2 labels, softmax", f"{BUNDLED}; DistilBERT (hub)"),
    TaskLine("Subject (AG News)", TEXT, ALONE, "[CLS]", "a label per subject, sigmoid", BUNDLED),
    TaskLine("Toxicity (Jigsaw)", TEXT, ALONE, "[CLS]", "6 kinds at once, sigmoid for each"),
    TaskLine("Paraphrase (MRPC, QQP)", TEXT, TOGETHER, "[CLS]", "2 labels: same meaning or not, softmax"),
    TaskLine("Similarity (STS-B)", TEXT, TOGETHER, "[CLS]", "1 number from 0 to 5, no softmax"),
    TaskLine("Inference (MNLI)", TEXT, TOGETHER, "[CLS]", "3 labels: follows, contradicts, neither"),
    TaskLine("Answer selection", SPAN, "[CLS] question [SEP] passage [SEP]", "[CLS]", "2 labels, softmax", BUNDLED),
    TaskLine(
        "Names (CoNLL-2003)",
        WORDS,
        ALONE,
        "every token",
        "7 BIO tags, softmax for each token",
        f"{BUNDLED}; BERT large (hub)",
    ),
    TaskLine("Parts of speech", WORDS, ALONE, "every token", "17 tags, softmax for each token", BUNDLED),
    TaskLine("Chunking (CoNLL-2000)", WORDS, ALONE, "every token", "23 BIO tags such as B-NP, I-NP"),
    TaskLine(
        "Slots of a request (ATIS)",
        WORDS,
        ALONE,
        "every token, [CLS]",
        "BIO tags of slots, and one intent",
    ),
    TaskLine(
        "Question answering (SQuAD)",
        SPAN,
        "[CLS] question [SEP] passage [SEP]",
        "every token",
        "2 scores for each token: start and end",
        BUNDLED,
    ),
    TaskLine(
        "Search",
        SPAN,
        "[CLS] text [SEP], each text alone",
        "mean of all tokens",
        "no head: the vector itself",
        "bundled",
    ),
)
