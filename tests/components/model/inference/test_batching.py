"""Sharing a forward pass changes how soon an answer comes and nothing else.

Nothing here sleeps: computations wait on events that the test sets once the queue stands as it should.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import torch

from components.model.inference.batching import MAX_BATCH_ROWS, MAX_BATCH_TOKENS, MicroBatcher
from components.model.inference.forward import predict_batch
from components.model.inference.prediction import predictions, token_scores
from components.model.inference.prediction_io import PredictionInput
from tests.components.conftest import Opener
from tests.components.model.inference.stub_batches import Gate, echo, ids, question, queued, stub
from tests.components.small_models import sharing
from tests.components.waiting import LONG_ENOUGH


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_sixteen_threads_get_the_answers_they_would_have_got_alone(opened: Opener, family: str) -> None:
    model, batcher = opened(family), MicroBatcher()
    words = "she sat on the bank of the river and he went to the bank ."
    sentences = [" ".join(["[MASK]", *words.split()[: 1 + number % 14]]) for number in range(48)]
    rows = [model.tokenizer.tokens(sentence) for sentence in sentences]
    with ThreadPoolExecutor(16) as pool:
        shared = list(pool.map(lambda tokens: predictions(replace(model, predictor=batcher), tokens), rows))
    for tokens, actual in zip(rows, shared, strict=True):
        alone = predictions(model, tokens)
        assert actual.tokens == tokens
        ours, theirs = ([c.probability for c in f.masks[0].candidates] for f in (actual, alone))
        torch.testing.assert_close(torch.tensor(ours), torch.tensor(theirs), atol=1e-5, rtol=0)
        assert actual.masks[0].entropy == pytest.approx(alone.masks[0].entropy, abs=1e-4)


def test_scoring_every_position_through_a_batcher_changes_nothing(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens("she sat on the bank of the river and he went to the bank .")
    shared, alone = token_scores(sharing(model), tokens), token_scores(model, tokens)
    assert [score.rank for score in shared] == [score.rank for score in alone]
    assert [s.surprisal for s in shared] == pytest.approx([s.surprisal for s in alone], abs=1e-5)


def test_a_sentence_masked_all_over_is_read_in_chunks_that_change_nothing(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = opened()
    request = [
        PredictionInput((2, *[4] * n, 3), tuple(range(1, n + 1)), (7,) * n if n % 2 else None) for n in (3, 8, 1, 20)
    ]
    whole = predict_batch(model, request)
    monkeypatch.setattr("components.model.inference.forward.POSITIONS_PER_CHUNK", 5)
    for first, other, q in zip(whole, predict_batch(model, request), request, strict=True):
        torch.testing.assert_close(first.top_probabilities, other.top_probabilities, atol=1e-6, rtol=0)
        assert len(first.entropy) == len(q.positions)
        assert (first.rank is None) == (other.rank is None) == (q.targets is None)
        if first.log_probability is not None:
            torch.testing.assert_close(first.log_probability, other.log_probability, atol=1e-5, rtol=0)


def test_requests_that_queued_up_share_one_call() -> None:
    gate, model = Gate(), stub()
    batcher = MicroBatcher(gate)
    with queued(gate, batcher, *((model, [question(n)]) for n in range(8))) as request:
        gate.opened.set()
        assert [ids(reply.result(LONG_ENOUGH)) for reply in request] == [[n] for n in range(8)]
    assert gate.numbers == [[999], list(range(8))]


def test_requests_for_two_models_are_never_mixed() -> None:
    gate, first, other = Gate(), stub(), stub()
    batcher = MicroBatcher(gate)
    requests = [(model, [question(n)]) for n, model in enumerate([first, other, first, other, first])]
    with queued(gate, batcher, *requests) as request:
        gate.opened.set()
        assert [ids(reply.result(LONG_ENOUGH)) for reply in request] == [[n] for n in range(5)]
    assert gate.numbers == [[999], [0, 2, 4], [1, 3]]
    assert [model for model, _ in gate.calls[1:]] == [first, other]


def test_short_and_long_sentences_do_not_share_padding() -> None:
    gate, model = Gate(), stub()
    batcher = MicroBatcher(gate)
    requests = [(model, [question(n, length)]) for n, length in enumerate([4, 300, 5, 301])]
    with queued(gate, batcher, *requests) as request:
        gate.opened.set()
        assert [ids(reply.result(LONG_ENOUGH)) for reply in request] == [[0], [1], [2], [3]]
    assert gate.numbers == [[999], [0, 2], [1, 3]]


def test_who_waited_longest_is_served_first_however_many_come_after() -> None:
    gate, popular, rare = Gate(), stub(), stub()
    batcher = MicroBatcher(gate)
    requests = [(popular, [question(0)]), (rare, [question(1)]), *((popular, [question(n)]) for n in range(2, 40))]
    with queued(gate, batcher, *requests) as request:
        gate.opened.set()
        for reply in request:
            reply.result(LONG_ENOUGH)
    assert gate.numbers[1] == [0, *range(2, MAX_BATCH_ROWS + 1)]
    assert gate.numbers[2] == [1], "the rare model's visitor came before the rest of the popular one's"
    assert gate.numbers[3] == list(range(MAX_BATCH_ROWS + 1, 40))


@pytest.mark.parametrize(("length", "limit"), [(4, MAX_BATCH_ROWS), (500, MAX_BATCH_TOKENS // 500)])
def test_a_batch_has_an_end(length: int, limit: int) -> None:
    gate, model = Gate(), stub()
    batcher = MicroBatcher(gate)
    with queued(gate, batcher, *((model, [question(n, length)]) for n in range(limit + 3))) as request:
        gate.opened.set()
        for reply in request:
            reply.result(LONG_ENOUGH)
    assert [len(batch) for batch in gate.numbers] == [1, limit, 3]


def test_one_request_larger_than_a_batch_is_answered_whole() -> None:
    batcher = MicroBatcher(lambda _, questions: [echo(item) for item in questions])
    many = [question(n) for n in range(3 * MAX_BATCH_ROWS)]
    assert ids(batcher(stub(), many)) == list(range(3 * MAX_BATCH_ROWS))


def test_where_people_ask_thickly_a_pass_waits_for_the_next_of_them() -> None:
    gate, model = Gate(), stub()
    gate.opened.set()
    batcher = MicroBatcher(gate, busy_wait_s=LONG_ENOUGH, clock=lambda: 1.0)  # no time goes by between two of them
    for _ in range(27):
        _in_a_thread_of_its_own(lambda: batcher(model, [question(1)])).join(LONG_ENOUGH)
    before = len(gate.numbers)
    both = [_in_a_thread_of_its_own(lambda n=n: batcher(model, [question(n)])) for n in (7, 8)]
    for each in both:
        each.join(LONG_ENOUGH)
    assert [sorted(numbers) for numbers in gate.numbers[before:]] == [[7, 8]]


def test_somebody_who_asks_on_and_on_alone_is_never_kept_waiting() -> None:
    gate, model = Gate(), stub()
    gate.opened.set()
    batcher = MicroBatcher(gate, busy_wait_s=LONG_ENOUGH, clock=lambda: 1.0)
    for number in range(100):
        assert ids(batcher(model, [question(number)])) == [number]


def _in_a_thread_of_its_own(what: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=what)
    thread.start()
    return thread
