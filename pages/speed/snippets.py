"""Plain transformers code that computes again what a mode shows: filled in, and ready for a notebook."""

from components.model.blank_probes import EVERY, FILE
from components.model.records import ModelRecord
from components.model.registry import record
from components.model.three_losses_results import ThreeLosses
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled, home_of
from pages.speed.situation import Lesson

_PROBES = """\
import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

with open($file, encoding="utf-8") as file:
    probes = [line.rstrip("\\n").split("\\t") for line in file][1:]


def opened(where, revision):
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    return tokenizer, AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


"""
_ANSWERS = """\
@torch.no_grad()
def answers(where, revision):  # (blank, vocabulary)
    tokenizer, model = opened(where, revision)
    found = []
    for _, sentence, word in probes:
        encoded = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
        blank = (encoded["input_ids"][0] == tokenizer.mask_token_id).nonzero()[0, 0]
        found.append(model(**encoded).logits[0, blank].double().log_softmax(dim=-1))
    return torch.stack(found)


teacher, *students = (answers(*home) for home in $homes)
for student in students:
    same = (teacher.argmax(dim=-1) == student.argmax(dim=-1)).double().mean().item()
    divergence = (teacher.exp() * (teacher - student)).sum(dim=-1).mean().item() / math.log(2)
    print("same first choice:", same)
    print("KL(teacher || student) in bits:", divergence)
"""
_TARGETS = """\
ids = $ids  # the sentence as the tokenizer reads it
for position in $blanks:
    ids[position] = tokenizer.mask_token_id
with torch.no_grad():
    logits = model(input_ids=torch.tensor([ids])).logits[0, $position].double()
softened = (logits / $degree).softmax(dim=-1)
for probability, piece in zip(*softened.topk(5)):
    print(tokenizer.decode(piece), probability.item())
print("entropy in bits:", -(softened * softened.clamp(min=1e-300).log2()).sum().item())
"""
_LOSSES = """\
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

mask = AutoTokenizer.from_pretrained($model$revision).mask_token_id
ids, blanks, hidden, degree = $ids, $blanks, $hidden, $degree
targets = [ids[position] for position in hidden]
masked = [mask if position in blanks else piece for position, piece in enumerate(ids)]


@torch.no_grad()
def read(where, revision):  # logits at all positions, and the last hidden states
    model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    out = model(input_ids=torch.tensor([masked]), output_hidden_states=True)
    return out.logits[0].double(), out.hidden_states[-1][0]


(wanted, taught), (own, learned) = (read(*home) for home in $homes)
p, q = ((logits[blanks] / degree).log_softmax(dim=-1) for logits in (wanted, own))
losses = {"soft targets": degree**2 * (p.exp() * (p - q)).sum(dim=-1).mean().item()}
if hidden:
    losses["hidden words"] = torch.nn.functional.cross_entropy(own[hidden], torch.tensor(targets)).item()
if taught.shape == learned.shape:
    losses["direction"] = (1 - torch.nn.functional.cosine_similarity(learned, taught, dim=-1)).mean().item()
weights = {"soft targets": $soft, "hidden words": $words, "direction": $direction}
for name, loss in losses.items():
    print(name, loss)
print("weighted sum:", sum(weights[name] * loss for name, loss in losses.items()))
"""
_LAYERS = """\
sentences = [sentence.replace("[MASK]", word) for _, sentence, word in probes[::$every]]


@torch.no_grad()
def hidden(where, revision):  # (layer + 1, token, width)
    tokenizer, model = opened(where, revision)
    read = [model(**tokenizer(one, return_tensors="pt"), output_hidden_states=True) for one in sentences]
    return torch.cat([torch.stack(out.hidden_states)[:, 0] for out in read], dim=1).double()


def alignment(x, y):
    x, y = x - x.mean(dim=0), y - y.mean(dim=0)
    return ((y.T @ x).norm() ** 2 / ((x.T @ x).norm() * (y.T @ y).norm())).item()


teacher, student = (hidden(*home) for home in $homes)
for number, layer in enumerate(student):
    print("CKA of the student’s layer", number, *(round(alignment(layer, other), 6) for other in teacher))
"""


def agreement_snippet(lesson: Lesson) -> str:
    """First choices shared over the probe set, and the mean divergence."""
    return _over_probes(lesson.teacher, [lesson.student])


def worth_snippet(teacher_id: str, student_ids: tuple[str, ...]) -> str:
    """The same for the student and its control."""
    return _over_probes(record(teacher_id), [record(one) for one in student_ids])


def targets_snippet(at: Situation, position: int, degree: float) -> str:
    """The softened answer at one blank, and its entropy."""
    return filled(
        OPEN_MODEL + _TARGETS,
        at.model,
        ids=list(at.tokens.ids),
        blanks=list(at.blanks),
        position=position,
        degree=degree,
    )


def losses_snippet(at: Situation, student: ModelRecord, found: ThreeLosses) -> str:
    """The three losses and their sum."""
    return filled(
        _LOSSES,
        at.model,
        ids=list(at.tokens.ids),
        blanks=list(at.blanks),
        hidden=[blank.position for blank in found.blanks if blank.hidden is not None],
        degree=found.temperature,
        homes=[home_of(at.model), home_of(student)],
        soft=found.weights.kl,
        words=found.weights.words,
        direction=found.weights.cosine,
    )


def layers_snippet(lesson: Lesson) -> str:
    """CKA of every pair of layers."""
    homes = [home_of(lesson.teacher), home_of(lesson.student)]
    return filled(_PROBES + _LAYERS, lesson.teacher, file=str(FILE), every=EVERY, homes=homes)


def _over_probes(teacher: ModelRecord, students: list[ModelRecord]) -> str:
    homes = [home_of(one) for one in (teacher, *students)]
    return filled(_PROBES + _ANSWERS, teacher, file=str(FILE), homes=homes)
