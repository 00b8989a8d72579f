"""Model cards of the task heads, made from ``evaluation.json``."""

from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from components.model.checkpoints.unlisted import HEADS_FOLDER
from components.model.heads.specs import SPECS, SPEECH
from components.tasks.tables.quality import PUBLISHED, answerable_note, chance_text

_TEMPLATE = Template(Path(__file__).with_name("card.md").read_text(encoding="utf-8"))
_TAGGED_BY_SPACY = "45,000 sentences of the corpus, with labels by spaCy's `en_core_web_sm` 3.8.0 (MIT)."
LEARNED_FROM = {
    "opinion": "300 opinions written for this project (Apache-2.0, as the code).",
    "subject": "10,000 paragraphs of 20 OpenStax textbooks (CC BY 4.0); four in ten texts join two of them.",
    "speech": _TAGGED_BY_SPACY,
    "names": _TAGGED_BY_SPACY,
    "span": "84,000 questions made by rules from sentences of Wikipedia and Simple English Wikipedia (CC BY-SA 3.0); "
    "some of them with a passage that has no answer.",
    "answers": "the questions of `span`, with their own passage and with others.",
}
FAILS = {
    "opinion": "irony, comparisons, and praise in negative words. All opinions have one author.",
    "subject": "single sentences: it was trained on paragraphs of textbooks, and knows no other subjects.",
    "speech": "words that can be two things in a short sentence; “X” and “SYM” were rare in training.",
    "names": "names: the encoder reads no capitals, so it confuses months, nationalities and organisations, and cuts "
    "long names short.",
    "span": "questions that reword the passage, and reasons (“why”).",
    "answers": "passages that share the words of a question without answering it.",
}
# Of the head that ``training.heads.treebank`` fits.
_FROM_A_TREEBANK = (
    "{words:,} words of {sentences:,} sentences of UD English-EWT (Universal Dependencies, CC BY-SA 4.0), with the "
    "tags that people gave them. None is in a document with a test sentence. The treebank is not included. The change "
    "in `adapter.safetensors` was learned from labels by spaCy; some of those sentences may be among the test ones."
)
_TREEBANK_COMMAND = "\n    python -m training.heads.treebank"
_FITTED = (
    "This head was then fitted again, to the vectors of the finished encoder: by L-BFGS, with weight decay "
    "{weight_decay:g}, the best of {tried} on a tenth of the training documents. “Frozen” means the same on the "
    "unchanged `minilm`."
)
_TRAINED = "“Frozen” means the same heads on the unchanged `minilm`, trained for\n{steps:,} steps."


def write_cards(evaluation: dict[str, Any], folder: Path = HEADS_FOLDER) -> None:
    """Write a card for every head."""
    for name, spec in SPECS.items():
        frozen = {figure["what"]: figure for figure in evaluation["frozen"] if figure["head"] == name}
        rows = [
            f"| {figure['what']} | {figure['asked']} | {_share(figure)} "
            f"| {_frozen(frozen, figure)} | {_chance(figure)} |"
            for figure in evaluation["figures"]
            if figure["head"] == name
        ]
        fitted = evaluation.get("treebank") if name == SPEECH else None
        text = _TEMPLATE.substitute(
            name=name,
            labels=", ".join(spec.labels),
            learned=_FROM_A_TREEBANK.format(**fitted) if fitted else LEARNED_FROM[name],
            fails=" ".join(filter(None, (FAILS[name], answerable_note(evaluation, name)))),
            rows="\n".join(rows),
            published=PUBLISHED[name],
            steps=f"{evaluation['run']['steps']:,}",
            minutes=evaluation["run"]["minutes"],
            further_command=_TREEBANK_COMMAND if fitted else "",
            frozen=_FITTED.format(**fitted) if fitted else _TRAINED.format(**evaluation["frozen_run"]),
            rank=evaluation["rank"],
            parameters=f"{spec.parameters(384):,}",
            poolings=f", once for each of {len(spec.poolings)} poolings" if spec.poolings else "",
        )
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def _frozen(frozen: Mapping[str, dict[str, Any]], figure: dict[str, Any]) -> str:
    """The same figure with the unchanged encoder; a dash if not measured."""
    return _share(frozen[figure["what"]]) if figure["what"] in frozen else "–"


def _share(figure: dict[str, Any]) -> str:
    low, value, high = (f"{100 * each:.0f}" for each in figure["interval"])
    return f"{value}% ({low}–{high})"


def _chance(figure: dict[str, Any]) -> str:
    return "–" if figure["chance"] is None else chance_text(figure["chance"])
