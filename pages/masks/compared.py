"""Encoder and decoder line by line, and advice on when to use which; every line links to the view that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from components.family.model.counting import multiply_adds
from components.family.model.members import family_member
from components.family.model.needs import LONG_TEXTS, NEW_TEXT, SEARCH_VECTOR
from components.tables.numbers import fixed
from pages.parts.rooms import FAMILY, INPUT, MASKS, PRETRAINING, SPEED, TASKS, TEACHING, Room

LENGTH = 128  # tokens


@dataclass(frozen=True, kw_only=True)
class LinkedLine:
    """A line of a table with the view that shows what it says.

    Attributes:
        room: The room of the view.
        view: The view.
        settings: Other parameters of the link.
    """

    room: Room
    view: str
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def link(self) -> dict[str, str]:
        """All parameters of the link."""
        return {"mode": self.view, **self.settings}


@dataclass(frozen=True)
class ComparedLine(LinkedLine):
    """One property of both architectures.

    Attributes:
        name: The property.
        encoder: Of BERT and other encoders.
        decoder: Of GPT and other decoders.
    """

    name: str
    encoder: str
    decoder: str


@dataclass(frozen=True)
class Advice(LinkedLine):
    """When to use which.

    Attributes:
        need: What is needed.
        choice: What to use for it.
    """

    need: str
    choice: str


COMPARED = (
    ComparedLine(
        "Attention",
        "Every token attends to both sides.",
        "A token attends to itself and to its left (causal mask).",
        room=MASKS,
        view="Side by side",
        settings={"sentence": "The movie was not good."},
    ),
    ComparedLine(
        "Pre-training objective",
        "Predict about 15% of the tokens from all the others (MLM).",
        "Predict every token from those before it.",
        room=PRETRAINING,
        view="Masking 80/10/10",
    ),
    ComparedLine(
        "Input",
        "[CLS] text [SEP], or two texts with segments A and B.",
        "Plain text; a task is part of the text (the prompt).",
        room=INPUT,
        view="The sum",
        settings={"sentence": "The film was great", "beside": "I loved it"},
    ),
    ComparedLine(
        "Output",
        "A vector for every token, and a small head for the task.",
        "Probabilities for the next token, so it can write text.",
        room=MASKS,
        view="Encoder against decoder",
        settings={"work": "Write on"},
    ),
    ComparedLine(
        "A missing word in the middle",
        "Filled from both sides at once.",
        "Predicted from the left side alone.",
        room=MASKS,
        view="Encoder against decoder",
        settings={"work": "Fill the blank"},
    ),
    ComparedLine(
        "Fine-tuning",
        "The usual way: a new head, hundreds to thousands of labels, all weights move a little.",
        "Possible too; the largest models are mostly used without it.",
        room=TEACHING,
        view="Watch it learn",
    ),
    ComparedLine(
        "Prompting",
        "Rarely: it cannot write an answer, only fill a [MASK].",
        "The usual way: zero-shot or with a few examples in the prompt.",
        room=MASKS,
        view="Encoder against decoder",
        settings={"work": "Prompt or fine-tune"},
    ),
    ComparedLine(
        "Context",
        "512 tokens for BERT; 8,192 for ModernBERT.",
        "1,024 for GPT-2; 128,000 and more for models such as Llama 3.1.",
        room=FAMILY,
        view="One table",
        settings={"need": LONG_TEXTS.name},
    ),
    ComparedLine(
        "Strengths",
        "Labels, spans, sentence vectors: one pass, small and fast.",
        "Open answers, dialogue, code, tasks without any labels.",
        room=TASKS,
        view="Text classification",
    ),
    ComparedLine(
        "Models of today",
        "ModernBERT, DeBERTa v3; E5 and BGE for search.",
        "GPT-4, Gemini, Claude, Llama, Mistral, Qwen.",
        room=FAMILY,
        view="One table",
        settings={"timeline": "true"},
    ),
    ComparedLine(
        "How the field turned",
        "2018: BERT. 2019: XLNet, RoBERTa, ALBERT. Pre-train once, fine-tune for every task.",
        "2020: GPT-3 (175 billion parameters) solves tasks from examples in its prompt, without a changed weight.",
        room=FAMILY,
        view="Two side by side",
        settings={"one": "bert-base", "other": "gpt2"},
    ),
)


def cost_line() -> ComparedLine:
    """The multiply-adds of BERT base and GPT-2 for one text, by formula."""
    encoder, decoder = (
        fixed(multiply_adds(family_member(key).shape, LENGTH) / 1e9, 1) for key in ("bert-base", "gpt2")
    )
    return ComparedLine(
        "Cost of an answer",
        f"One pass: {encoder} billion multiply–adds for {LENGTH} tokens (BERT base).",
        f"{decoder} billion to read as much (GPT-2, a small one), then a pass for every token it writes.",
        room=SPEED,
        view="How fast?",
    )


ADVICE = (
    Advice(
        "Labels for texts or words, and labelled examples",
        "Fine-tune an encoder. Start with ModernBERT or DeBERTa v3.",
        room=TEACHING,
        view="Watch it learn",
    ),
    Advice(
        "No labels at all (zero-shot)",
        "Prompt a large decoder. Check it on a few dozen sentences that you labelled yourself.",
        room=MASKS,
        view="Encoder against decoder",
        settings={"work": "Prompt or fine-tune"},
    ),
    Advice(
        "New text: answers, summaries, code",
        "A decoder, or an encoder–decoder such as T5.",
        room=FAMILY,
        view="One table",
        settings={"need": NEW_TEXT.name},
    ),
    Advice(
        "Many texts, low latency or a small budget",
        "A small encoder on your own machine: milliseconds a text and no price per token.",
        room=SPEED,
        view="How fast?",
    ),
    Advice(
        "Search, clustering, duplicates",
        "An encoder trained for sentence vectors, such as all-MiniLM-L6-v2, E5 or BGE.",
        room=TASKS,
        view="Search",
    ),
    Advice(
        "Which embedding model?",
        "Look up its task, language, length and vector size in the MTEB leaderboard; compare two on your own texts.",
        room=FAMILY,
        view="One table",
        settings={"need": SEARCH_VECTOR.name},
    ),
)
