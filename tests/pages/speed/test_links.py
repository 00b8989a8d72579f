"""Half the layers: valid and invalid links to a benchmark."""

from dataclasses import replace

import pytest

from components.speed.model.spec import Benchmark
from tests.pages.conftest import SPEED, messages, open_page, page_text, run
from tests.pages.speed.room import BENCH, SMALL, SPEED_FINDINGS, empty_queue, family, linked_benchmark
from tests.sampling import first_of_each

__all__ = ["empty_queue", "family"]
pytestmark = pytest.mark.usefixtures("family", "empty_queue")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("mode", first_of_each(SPEED_FINDINGS, lambda _: "any"))
@pytest.mark.parametrize(
    "bench",
    [
        "",
        "nonsense",
        "x" * 100_000,
        BENCH["bench"].replace("l4.8", "l0"),
        BENCH["bench"].replace("l4.8", "l513"),
        BENCH["bench"].replace("b1~", "b100000~"),
        BENCH["bench"].replace("pocket-bert", "no-such"),
        BENCH["bench"].replace("pocket-bert", "..%2F..%2Fetc%2Fpasswd"),
        BENCH["bench"].replace("s0.0", "s1e309"),
        "<script>alert(1)</script>",
    ],
    ids=range(10),
)
def test_a_broken_link_gets_a_message_and_the_room(mode: str, bench: str) -> None:
    app = open_page(SPEED, mode=mode, bench=bench, across="?", unit="?", height="?", **{"at-once": "99"})
    assert bool(app.warning) is bool(bench)
    assert not [warning for folded in app.expander for warning in folded.warning]  # where nobody would see it
    assert SPEED_FINDINGS[mode] in page_text(app)
    assert not app.error


@pytest.mark.usefixtures("ready")
def test_the_link_holds_every_condition_and_bad_ones_change_nothing() -> None:
    app = open_page(SPEED, **BENCH)
    app.selectbox(key="bench-second").set_value("pocket-scratch")
    run(app)
    app.number_input(key="bench-least_count").set_value(7)
    run(app)
    app.button_group(key="bench-lengths").set_value([8, 16])
    run(app)
    app.toggle(key="bench-compiled").set_value(True)
    run(app)
    expected = replace(SMALL, second="pocket-scratch", least_count=7, lengths=(8, 16), compiled=True)
    assert linked_benchmark(app) == expected
    app.button_group(key="bench-lengths").set_value([])
    run(app)
    assert "hoose at least one length" in messages(app)
    assert app.button_group(key="bench-lengths").value == [8, 16]
    assert linked_benchmark(app) == expected


@pytest.mark.usefixtures("ready")
def test_conditions_can_be_changed_from_a_broken_link() -> None:
    app = open_page(SPEED, bench=BENCH["bench"].replace("l4.8", "l513"))
    assert "512 tokens; 513" in messages(app)
    assert "The default benchmark is shown instead." in messages(app)
    app.selectbox(key="bench-second").set_value("pocket-scratch")
    assert not run(app).warning
    assert linked_benchmark(app) == replace(Benchmark(), second="pocket-scratch")
