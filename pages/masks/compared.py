"""Encoder and decoder line by line, and advice on when to use which; every line links to the view that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from components.family.model.counting import multiply_adds
from components.family.model.members import family_member
from components.family.model.needs import NEEDS
from components.tables.numbers import fixed
from pages.parts.rooms import FAMILY, INPUT, MASKS, PRETRAINING, SPEED, TASKS, TEACHING, Room

LENGTH = 128  # tokens


@dataclass(frozen=True)
class ComparedLine:
    """One property of both architectures.

    Attributes:
        name: The property.
        encoder: Of BERT and other encoders.
        decoder: Of GPT and other decoders.
        room: The room that shows it.
        view: Its view.
        settings: Other parameters of the link.
    """

    name: str
    encoder: str
    decoder: str
    room: Room
    view: str
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def link(self) -> dict[str, str]:
        """All parameters of the link."""
        return {"mode": self.view, **self.settings}


@dataclass(frozen=True)
class Advice:
    """When to use which: a need, the choice, and where to see why."""

    need: str
    choice: str
    room: Room
    view: str
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def link(self) -> dict[str, str]:
        """All parameters of the link."""
        return {"mode": self.view, **self.settings}


COMPARED = (
    ComparedLine(
        "Attention",
        "Every token attends to both sides.",
        "A token attends to itself and to its left (causal mask).",
        MASKS,
        "Side by side",
        {"sentence": "The movie was not good."},
    ),
    ComparedLine(
        "Pre-training objective",
        "Predict about 15% of the tokens from all the others (MLM).",
        "Predict every token from those before it.",
        PRETRAINING,
        "Masking 80/10/10",
    ),
    ComparedLine(
        "Input",
        "[CLS] text [SEP], or two texts with segments A and B.",
        "Plain text; a task is part of the text (the prompt).",
        INPUT,
        "The sum",
        {"sentence": "The film was great", "beside": "I loved it"},
    ),
    ComparedLine(
        "Output",
        "A vector for every token, and a small head for the task.",
        "Probabilities for the next token, so it can write text.",
        MASKS,
        "Encoder against decoder",
        {"work": "Write on"},
    ),
    ComparedLine(
        "A missing word in the middle",
        "Filled from both sides at once.",
        "Predicted from the left side alone.",
        MASKS,
        "Encoder against decoder",
        {"work": "Fill the blank"},
    ),
    ComparedLine(
        "Fine-tuning",
        "The usual way: a new head, hundreds to thousands of labels, all weights move a little.",
        "Possible too; the largest models are mostly used without it.",
        TEACHING,
        "Watch it learn",
    ),
    ComparedLine(
        "Prompting",
        "Rarely: it cannot write an answer, only fill a [MASK].",
        "The usual way: zero-shot or with a few examples in the prompt.",
        MASKS,
        "Encoder against decoder",
        {"work": "Prompt or fine-tune"},
    ),
    ComparedLine(
        "Context",
        "512 tokens for BERT; 8,192 for ModernBERT.",
        "1,024 for GPT-2; 128,000 and more for models such as Llama 3.1.",
        FAMILY,
        "One table",
        {"need": "Texts of 8,000 tokens"},
    ),
    ComparedLine(
        "Strengths",
        "Labels, spans, sentence vectors: one pass, small and fast.",
        "Open answers, dialogue, code, tasks without any labels.",
        TASKS,
        "Text classification",
    ),
    ComparedLine(
        "Models of today",
        "ModernBERT, DeBERTa v3; E5 and BGE for search.",
        "GPT-4, Llama, Mistral, Qwen.",
        FAMILY,
        "One table",
        {"timeline": "true"},
    ),
    ComparedLine(
        "How the field turned",
        "2018: pre-train once, fine-tune for every task.",
        "2020: GPT-3 (175 billion parameters) solves tasks from examples in its prompt, without a changed weight.",
        FAMILY,
        "Two side by side",
        {"one": "bert-base", "other": "gpt2"},
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
        SPEED,
        "Timed live",
    )


ADVICE = (
    Advice(
        "Labels for texts or words, and labelled examples",
        "Fine-tune an encoder. Start with ModernBERT or DeBERTa v3.",
        TEACHING,
        "Watch it learn",
    ),
    Advice(
        "No labels at all (zero-shot)",
        "Prompt a large decoder. Check it on a few dozen sentences that you labelled yourself.",
        MASKS,
        "Encoder against decoder",
        {"work": "Prompt or fine-tune"},
    ),
    Advice(
        "New text: answers, summaries, code",
        "A decoder, or an encoder–decoder such as T5.",
        FAMILY,
        "One table",
        {"need": NEEDS[3].name},
    ),
    Advice(
        "Many texts, low latency or a small budget",
        "A small encoder on your own machine: milliseconds a text and no price per token.",
        SPEED,
        "Timed live",
    ),
    Advice(
        "Search, clustering, duplicates",
        "An encoder trained for sentence vectors, such as all-MiniLM-L6-v2, E5 or BGE.",
        TASKS,
        "Search",
    ),
    Advice(
        "Which embedding model?",
        "Look up its task, language, length and vector size in the MTEB leaderboard; compare two on your own texts.",
        FAMILY,
        "One table",
        {"need": NEEDS[2].name},
    ),
)
