"""The first example of every view: what its model answers there, and how clearly it is right.

The right answers were written by hand. Every answer and every number is computed when it is asked for.
"""

from collections.abc import Callable

import numpy as np

import cache.engine
import cache.fill
import cache.input
import cache.masks
import cache.mistakes
import cache.patching
import cache.pretraining
import cache.probing
import cache.river
import cache.senses
import cache.shared.blanks
import cache.shared.heads
import cache.shared.traces
import cache.tasks
import cache.teaching
from cache.shipped.first_runs import first_run
from cache.shipped.first_suites import first_suites
from cache.shipped.first_timing import first_timing
from components.attention.model.presets import ATTENTION_PRESETS
from components.masks.model.presets import PROOF_PRESETS
from components.mistakes.model.catalogue import MISTAKES, mistake
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE, STUDENT
from components.model.checkpoints.unlisted import SST2_RUN
from components.model.heads.specs import NAMES, REVIEWS
from components.model.inference.attention_mask import Causal
from components.model.tokens.occurrences import SentenceWithSense
from components.model.word_senses import sense_presets
from components.patching.model.presets import pair_presets
from components.patching.model.results import TokenGroup
from components.patching.model.steering_presets import STEERING_PRESETS
from components.patching.model.steering_results import SteeringPlace
from components.pretraining.model.presets import RANDOM_SENTENCE, STEP_OTHER
from components.pretraining.model.results import TokenCorruption
from components.probing.model.tree_presets import tree_presets
from components.probing.model.tree_results import neighbour_arcs
from components.senses.model.request import SensesRequest
from components.speed.tables.findings import judged_cell
from components.suites.model.presets import SUITE_PRESETS
from components.tables.numbers import percentage, probability_text
from components.tasks.model.gold import passages
from components.tasks.model.presets import OPINION_TEXT, QUESTION, WORDS_TEXT
from components.tasks.model.span_results import DEFAULT_THRESHOLD, MAX_ANSWER_LENGTH
from components.tasks.tables.spans import answer_table
from components.teaching.model.plan import SST2_PLAN
from components.teaching.model.results import Baseline
from pages.mistakes.modes.spot import OPENER as QUIZ
from pages.parts.sentence.box import PAIR_OPENER
from pages.patching.modes.steering import DEFAULT_DEPTH, DEFAULT_STRENGTH
from pages.teaching.modes.use import FIRST as REVIEW
from tests.blank_openers import (
    ablation,
    blank_of,
    encoder_decoder,
    order,
    soft_targets,
    truncation,
    twins,
    where_from,
    while_it_learns,
)
from tests.openings import (
    AHEAD,
    MANY_BITS,
    SURE,
    Opening,
    counted,
    sentence_of,
)


def _every_position() -> Opening:
    sentence = sentence_of("fill", "Every position")
    tokens = cache.engine.tokens(DEFAULT_MODEL, sentence)
    scores = cache.fill.every_position(DEFAULT_MODEL, sentence, tokens.maskable)
    texts = [score.text for score in scores]
    commonest = max(texts.count(text) for text in texts) / len(texts)  # always guessing it
    right = sum(score.rank == 1 for score in scores)
    return counted(sentence, f"{right} of its tokens", right, len(scores), commonest)


def _bank() -> SensesRequest:
    preset = sense_presets()[0]
    sentences = tuple(SentenceWithSense(each.sentence, each.sense) for each in preset.sentences)
    return SensesRequest(DEFAULT_MODEL, preset.forms, sentences)


def _river() -> Opening:
    request = _bank()
    senses = cache.river.default_senses(request)
    assert senses is not None
    river = cache.river.river(request, senses)
    chance = river.shuffled_high[river.last]
    return counted(request.forms[0], " / ".join(senses), river.right_counts[river.last], len(river.points), chance)


def _map() -> Opening:
    measured = cache.senses.measures(_bank(), lambda _: None)
    accuracy, points = measured.accuracy, measured.points
    best = accuracy.best
    assert best is not None
    right = round(float(accuracy.value[best]) * points)
    return counted("bank", f"layer {best}", right, points, float(np.nanmax(accuracy.high)))


def _weight() -> Opening:
    """Of the head that the view opens with: it looks at the word that decides."""
    preset = ATTENTION_PRESETS[0]
    trace = cache.shared.traces.trace(DEFAULT_MODEL, preset.sentence, "")
    texts = [token.text for token in trace.tokens.items]
    assert preset.word_pair is not None
    query, key = map(texts.index, preset.word_pair)
    rows = trace.attention[:, :, query, :]
    layer, head = np.unravel_index(rows[:, :, key].argmax(), rows.shape[:2])
    row = rows[layer, head]
    lead = f"{percentage(float(row[key]))}; evenly {percentage(1 / len(texts))}"
    return Opening(preset.sentence, f"{texts[query]} → {texts[int(row.argmax())]}", lead, bool(row[key] >= SURE))


def _probe() -> Opening:
    probed = cache.probing.probed_task(DEFAULT_MODEL, "sense", lambda _: None)
    best = probed.layers[probed.best_layer]
    lead = f"{percentage(best.accuracy.low)}–{percentage(best.accuracy.high)}; chance {percentage(probed.chance)}"
    return Opening("Which bank?", f"layer {probed.best_layer}", lead, best.accuracy.low > probed.chance)


def _tree() -> Opening:
    preset = tree_presets()[0]
    trees = cache.probing.sentence_trees(DEFAULT_MODEL, preset.sentence)
    right = preset.parsed.arcs
    best = max(trees.arcs, key=lambda arcs: len(right & set(arcs)))
    chain = len(right & neighbour_arcs(trees.nodes)) / len(right)
    hit = len(right & set(best))
    return counted(preset.sentence, f"{hit} arcs", hit, len(right), chain)


def _travels() -> Opening:
    preset = pair_presets()[0]
    first, second = cache.patching.answer_pair(DEFAULT_MODEL, preset.sentence, preset.other, preset.words)
    leads = first.clean / second.clean, second.corrupt / first.corrupt
    lead = f"{leads[0]:.0f} × “{second.text}”, and {leads[1]:.0f} × “{first.text}”"
    return Opening(preset.sentence, f"{first.text}; {second.text}", lead, min(leads) >= AHEAD)


def _many_pairs() -> Opening:
    paths = cache.patching.phenomenon_paths(DEFAULT_MODEL, pair_presets()[0].name, lambda *_: None).paths
    moved = sum(path.of(TokenGroup.BLANK)[-1] > path.of(TokenGroup.DIFFERING)[-1] for path in paths)
    return counted(pair_presets()[0].name, "it ends in the blank", moved, len(paths), 0.5)


def _steering() -> Opening:
    sentence, preset = sentence_of("patching", "Steering"), STEERING_PRESETS[0]
    (place,) = cache.engine.tokens(DEFAULT_MODEL, sentence).typed_masks
    layer = max(1, round(DEFAULT_DEPTH * cache.patching.layer_count(DEFAULT_MODEL)))
    steered = cache.patching.steering(
        DEFAULT_MODEL, sentence, (), place, preset.words, preset.sets, layer, SteeringPlace.ALL, lambda *_: None
    )
    strength = steered.strengths.index(DEFAULT_STRENGTH)
    times = float(np.exp(steered.log_odds[strength]))
    chance = max(row[strength] - row[steered.unsteered] for row in steered.random_log_odds)
    change = steered.log_odds[strength] - steered.log_odds[steered.unsteered]
    lead = f"{times:.0f} × “{preset.words[1]}”; a random direction adds at most {np.exp(chance):.1f} ×"
    return Opening(sentence, preset.words[0], lead, times >= AHEAD and change > chance)


def _proof() -> Opening:
    preset = PROOF_PRESETS[0]
    proof = cache.masks.shared_word_proof(DEFAULT_MODEL, preset.sentence, preset.second, preset.word)
    apart, causal = float(proof.bidirectional[-1]), float(np.abs(proof.causal).max())
    return Opening(preset.sentence, preset.word, f"{apart:.3f} apart, {causal:g} under the mask", apart > 0.02 > causal)


def _side_by_side() -> Opening:
    compared = cache.masks.mask_comparison(DEFAULT_MODEL, PROOF_PRESETS[0].sentence, Causal())
    to_the_right = [
        float(np.triu(trace.attention.mean(axis=(0, 1)), 1).sum() / trace.attention.shape[-1])
        for trace in (compared.bidirectional, compared.masked)
    ]
    lead = f"{percentage(to_the_right[0])} to later tokens, {percentage(to_the_right[1])} under the mask"
    return Opening(PROOF_PRESETS[0].sentence, "no look ahead", lead, to_the_right[0] > 0 == to_the_right[1])


def _one_step() -> Opening:
    sentence = sentence_of("pretraining", "One training step")
    tokens = cache.engine.tokens(REFERENCE, sentence)
    place = [token.text for token in tokens.items].index("paris")
    sample = cache.pretraining.chosen_masking_loss(REFERENCE, sentence, ((place, TokenCorruption.MASK),)).sample
    trained = cache.pretraining.train_on_sample(REFERENCE, sentence, sample, STEP_OTHER, (0, 1), lambda *_: None)
    before, after = (step.probabilities[0] for step in trained.predictions)
    lead = f"{probability_text(before)} → {probability_text(after)} after one step"
    return Opening(sentence, "paris", lead, after >= 2**MANY_BITS * before)


def _next_sentence() -> Opening:
    first = sentence_of("pretraining", "Next sentence (NSP)")
    assert first == PAIR_OPENER[0]
    given, random = (
        cache.pretraining.predict_next_sentence(REFERENCE, first, second)
        for second in (PAIR_OPENER[1], RANDOM_SENTENCE)
    )
    assert given is not None
    assert random is not None
    follows, other = given.readings[0].probability, random.readings[0].probability
    lead = f"{percentage(follows)}; a random sentence {percentage(other)}"
    return Opening(first, "it follows; it does not", lead, follows >= SURE and other <= 1 - SURE)


def _fine_tuned(baseline: Baseline) -> Opening:
    result = first_run(SST2_PLAN.key)
    assert result is not None
    right = result.correct(result.history)
    simpler = next(each.accuracy for each in result.baselines if each.name is baseline)
    return counted("All film reviews (SST-2)", f"against “{baseline}”", sum(right), len(right), simpler)


def _use_it() -> Opening:
    (classified,) = cache.teaching.classify(SST2_RUN.id, SST2_PLAN.pooling, (REVIEW,))
    positive = classified.probabilities[1]
    return Opening(REVIEW, "positive", percentage(positive), positive >= SURE)


def _classified() -> Opening:
    reading = cache.shared.heads.text_reading(REVIEWS, OPINION_TEXT)
    pooled = reading.poolings[0]
    label, sure = reading.spec.labels[pooled.best], float(pooled.probabilities.max())
    return Opening(OPINION_TEXT, label, percentage(sure), label == "positive" and sure >= SURE)


def _tagged() -> Opening:
    reading = cache.tasks.words_reading(NAMES, WORDS_TEXT)
    tags = {word.text: tag for word, tag in zip(reading.words, reading.tags(), strict=True) if tag != "O"}
    sure = float(reading.word_probabilities().max(axis=1).min())
    right = {"Maria": "B-PER", "Lopez": "I-PER", "Lima": "B-LOC", "Toronto": "B-LOC"}
    return Opening(
        WORDS_TEXT, ", ".join(tags), f"every tag at least {percentage(sure)}", tags == right and sure >= SURE
    )


def _answered() -> Opening:
    reading = cache.tasks.span_reading(QUESTION, passages()[0].text, MAX_ANSWER_LENGTH, lambda _: None)
    answer = answer_table(reading).iloc[0]
    is_right = answer["text"] == "eleven men" and reading.margin > max(DEFAULT_THRESHOLD, 0)
    holds = is_right and answer["probability"] >= SURE
    return Opening(QUESTION, answer["text"], percentage(answer["probability"]), bool(holds))


def _speed_up() -> Opening:
    measured = judged_cell(first_timing().cells).speed_up
    lead = f"{measured.value:.1f} times as fast ({measured.low:.1f}–{measured.high:.1f})"
    return Opening("a recorded timing", STUDENT, lead, measured.low > 1)


def _parts() -> Opening:
    parts = judged_cell(first_timing().cells).first.parts
    assert parts is not None
    (longest, first), (_, second) = sorted(parts.parts, key=lambda part: -part[1])[:2]
    return Opening("a recorded timing", longest, f"{first / second:.1f} × the next part", first >= 1.1 * second)


def _mistake() -> Opening:
    comparison = cache.mistakes.compare(DEFAULT_MODEL, MISTAKES[0].key)
    first, second = comparison.right.rows[:2]
    times = first.value / second.value
    holds = first.name == "germany" and times >= AHEAD and comparison.wrong.value < first.value / AHEAD
    lead = f"{percentage(first.value)}, {times:.1f} × “{second.name}”; wrong: {percentage(comparison.wrong.value)}"
    return Opening(MISTAKES[0].name, first.name, lead, holds)


def _quiz() -> Opening:
    """The mistake of the quiz, whose program prints a sum that everybody knows."""
    comparison = cache.mistakes.compare(DEFAULT_MODEL, QUIZ)
    given, due = comparison.wrong.value, comparison.right.value
    lead = f"wrong: {given:,.0f}, right: {due:.2f}"
    return Opening(mistake(QUIZ).name, "a sum of probabilities", lead, abs(due - 1) < 0.005 and given >= AHEAD)


def _articles() -> Opening:
    """The pairs that the view opens with."""
    phenomenon = SUITE_PRESETS[0].phenomenon
    scores = first_suites()[DEFAULT_MODEL].of(phenomenon)
    right = sum(score.credit > 0.5 for score in scores)
    return counted(phenomenon, "the good sentence", right, len(scores), 0.5)


MEASURES: dict[tuple[str, str], Callable[[], Opening]] = {
    ("fill", "The blank"): lambda: blank_of("The blank", "bank"),
    ("fill", "Where from?"): where_from,
    ("fill", "Every position"): _every_position,
    ("senses", "The river"): _river,
    ("senses", "The map"): _map,
    ("input", "Truncation"): truncation,
    ("attention", "Every head"): _weight,
    ("attention", "Switch heads off"): ablation,
    ("attention", "Inside one weight"): _weight,
    ("inside", "The whole pass"): lambda: blank_of("The whole pass", "bank", room="inside"),
    ("inside", "One token’s path"): lambda: blank_of("One token’s path", "bank", room="inside"),
    ("probing", "Probe each layer"): _probe,
    ("probing", "The tree in the vectors"): _tree,
    ("patching", "Where the answer travels"): _travels,
    ("patching", "Over many pairs"): _many_pairs,
    ("patching", "Steering"): _steering,
    ("masks", "The proof"): _proof,
    ("masks", "Side by side"): _side_by_side,
    ("masks", "Encoder against decoder"): encoder_decoder,
    ("positions", "Does order matter?"): order,
    ("pretraining", "While it learns"): while_it_learns,
    ("pretraining", "One training step"): _one_step,
    ("pretraining", "Next sentence (NSP)"): _next_sentence,
    ("teaching", "Watch it learn"): lambda: _fine_tuned(Baseline.MAJORITY),
    ("teaching", "Is it any good?"): lambda: _fine_tuned(Baseline.WORDS),
    ("teaching", "Use it"): _use_it,
    ("tasks", "Text classification"): _classified,
    ("tasks", "Tagging words"): _tagged,
    ("tasks", "Question answering"): _answered,
    ("speed", "How fast?"): _speed_up,
    ("speed", "Where the time goes"): _parts,
    ("distillation", "Same blanks"): lambda: twins("Same blanks", "bank"),
    ("distillation", "Soft targets"): soft_targets,
    ("suites", "Pairs"): _articles,
    ("mistakes", "Right and wrong"): _mistake,
    ("mistakes", "Spot the mistake"): _quiz,
}
# Views in which no model says anything that could be right or wrong, and what they show.
WITHOUT_ANSWERS = {
    ("input", "Tokenization"): "the split of words",
    ("input", "The sum"): "a sum of vectors",
    ("positions", "Near and far"): "tables of numbers",
    ("positions", "RoPE by hand"): "an identity",
    ("family", "The stacks"): "published sizes",
    ("suites", "She or he?"): "a share of which none is right",
}
