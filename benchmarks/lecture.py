"""Does a lecture for three hundred work? A projector, and three hundred phones that answer at twelve stops of a tour.

The projector is a browser that goes from stop to stop by key; it records when the number of answers on it changes. The
phones behave like their page's script: they wait for the next question, answer it, and send again what got no reply,
some of it twice. All of it is done with one process, and with two of which one is killed while answers come in. The
twenty minutes of such a lecture are compressed into two; three addresses share the phones, so that the limits per
address, which allow for twenty minutes, hold nobody up. Everything runs on one machine, so phones and browser take
processor time from the server.

``python -m benchmarks.lecture --phones 60 --stops 4 --processes 2`` prints a shorter one, and saves nothing.
"""

import argparse
import asyncio
import os
import signal
import threading
import time
from bisect import bisect_right
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlencode

import psutil
from playwright.sync_api import Page

from benchmarks.classroom import projector, start_class
from benchmarks.lecture_phones import ANSWER_S, RETRY_S, PhonesLog, attend
from benchmarks.serving import serve_process
from benchmarks.spread import TimeSpread, spread
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.tour import Stop, Tour, pack_tour

STOP_S = 12.0  # the longest time at a stop
REVEAL_S = 1.5  # for which an answer is shown
SENTENCES = (
    "The [MASK] raised its interest rates.",
    "The capital of France is [MASK].",
    "She drank a cup of [MASK].",
    "He opened the [MASK] with a key.",
    "They tied the boat to the [MASK].",
    "The doctor works in a [MASK].",
    "A dog likes to chase a [MASK].",
    "We read the news in the [MASK].",
    "The sun rises in the [MASK].",
    "Two and two make [MASK].",
    "The teacher wrote on the [MASK].",
    "In winter it is very [MASK].",
)
ASKS = StopQuestion(AnswerKind.WORD, patterns=("“{}” is the top guess",))
NOTING = """() => {
  window.noted = [];
  const look = () => {
    const text = document.querySelector(".st-key-body [data-testid=stMetricValue]")?.innerText ?? "";
    const count = Number(text.match(/^([\\d,]+) of/)?.[1].replace(",", "") ?? -1);
    const place = Number(document.documentElement.dataset.tourStop?.match(/^\\d+/)?.[0] ?? 0);
    const last = noted.at(-1);
    if (count >= 0 && (!last || last[0] !== place || last[1] !== count)) noted.push([place, count, Date.now() / 1000]);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@dataclass(frozen=True)
class LectureSize:
    """How large a lecture is.

    Attributes:
        phones: The number of phones.
        stops: The number of stops.
        processes: Processes of the app; of several, one is killed in the middle.
    """

    phones: int = 300
    stops: int = len(SENTENCES)
    processes: int = 1

    @property
    def killed_at(self) -> int:
        """The stop at which a worker is killed, from 1; 0 if none is."""
        return (self.stops + 1) // 2 if self.processes > 1 else 0


@dataclass(frozen=True)
class LectureRun:
    """One lecture; times in seconds.

    Attributes:
        size: How large it is.
        heard: From the projector's key to a phone's new question.
        taken: From sending an answer to its acceptance.
        shown: From accepting an answer to counting it on the projector.
        shown_after_kill: The same at the stop at which a worker is killed; None if none is.
        sent: Answers that phones sent.
        counted: Answers that the projector counted.
        right_scores: Phones whose score is the number of their right answers.
        lost: Phones that did not join, or did not answer everywhere.
    """

    size: LectureSize
    heard: TimeSpread
    taken: TimeSpread
    shown: TimeSpread
    shown_after_kill: TimeSpread | None
    sent: int
    counted: int
    right_scores: int
    lost: int

    def line(self) -> str:
        """A line of the table."""
        size, killed = self.size, self.shown_after_kill
        what = "one process" if killed is None else f"{size.processes} processes, one killed"
        at_the_kill = "" if killed is None else f"; at the stop where one is killed {killed.p95:.2f} s"
        return (
            f"| A lecture for {size.phones}, {size.stops} stops, {what}: an answer is on the projector after, p95 | "
            f"{self.shown.p95:.2f} s (median {self.shown.median:.2f}){at_the_kill} | a phone has the next question "
            f"after, p95: {self.heard.p95:.2f} s (median {self.heard.median:.2f}) | {self.counted:,} of {self.sent:,} "
            f"counted, {self.right_scores} of {size.phones} scores right, {self.lost} phones lost |"
        )


@dataclass(frozen=True)
class LectureLoad:
    """The same lecture with one process, and with two of which one is killed."""

    single: LectureRun
    double: LectureRun

    def line(self) -> str:
        """The table's lines."""
        return f"{self.single.line()}\n{self.double.line()}"


def measure() -> LectureLoad:
    """Measure both."""
    return LectureLoad(_summary(*_lecture(LectureSize())), _summary(*_lecture(LectureSize(processes=2))))


@dataclass(frozen=True)
class _Stop:
    """What was measured at one stop; times in seconds.

    Attributes:
        heard: From the projector's key to each phone's new question.
        shown: From accepting each answer to counting it on the projector.
        sent: Answers that were accepted.
        counted: Answers that the projector counted.
    """

    heard: list[float]
    shown: list[float]
    sent: int
    counted: int


def _lecture(size: LectureSize) -> tuple[LectureSize, PhonesLog, list[_Stop]]:
    with serve_process(workers=size.processes) as (process, port), projector(port) as page:
        page.goto(f"http://127.0.0.1:{port}/fill-the-blank")
        page.locator(".st-key-live").wait_for(state="attached", timeout=120_000)  # the lecturer has tried the projector
        page.goto(f"http://127.0.0.1:{port}/class")
        code = start_class(page)
        ending = threading.Event()
        with ThreadPoolExecutor(1) as thread:  # the browser's own loop has this one
            phones = thread.submit(lambda: asyncio.run(attend(size.phones, size.stops, port, code, ending)))
            try:
                pressed = _drive(size, page, port, process.pid, phones)
            finally:
                ending.set()
            log = phones.result()
        noted: list[tuple[int, int, float]] = page.evaluate("noted")
    return size, log, _by_stop(log, noted, pressed)


def _drive(size: LectureSize, page: Page, port: int, launcher: int, phones: "Future[PhonesLog]") -> list[float]:
    """Take the projector through the tour. Returns when each stop was asked for."""
    stops = tuple(
        Stop(f"/fill-the-blank?{urlencode({'sentence': sentence})}", "Which word?", "The top guess.", asks=ASKS)
        for sentence in SENTENCES[: size.stops]
    )
    link = {**stops[0].parameters, "tour": pack_tour(Tour("A lecture", "", stops, 20)), "stop": "1", "present": "1"}
    page.get_by_text(f"{size.phones} of", exact=False).first.wait_for(timeout=90_000)  # joined, on the class's page
    pressed = [time.time()]
    page.goto(f"http://127.0.0.1:{port}/fill-the-blank?{urlencode(link)}")
    page.evaluate(NOTING)
    for number in range(1, len(stops) + 1):
        page.locator(f".tour .place:text-is('{number} of {len(stops)}')").wait_for(timeout=60_000)
        if number == size.killed_at:
            page.wait_for_timeout(1e3 * ANSWER_S / 2)
            os.kill(_workers(launcher)[0], signal.SIGKILL)
        _wait_for_answers(page, number, size.phones)
        page.locator(".tour[data-listening]").wait_for()
        page.keyboard.press("g")
        page.locator(".st-key-figure").wait_for(timeout=60_000)
        page.wait_for_timeout(1e3 * REVEAL_S)
        if phones.done():
            phones.result()  # raises what went wrong with them
        if number < len(stops):
            pressed.append(time.time())
            page.keyboard.press("PageDown")
    page.wait_for_timeout(1e3 * RETRY_S[1])
    return pressed


def _wait_for_answers(page: Page, number: int, phones: int) -> None:
    """Wait until everybody's answer is on the projector, or for the longest time at a stop."""
    deadline = time.monotonic() + STOP_S
    complete = f"noted.some(([place, count]) => place === {number} && count >= {phones})"
    while time.monotonic() < deadline and not page.evaluate(complete):
        page.wait_for_timeout(50)


def _workers(launcher: int) -> list[int]:
    """The processes of the app that a launcher has started."""
    return [child.pid for child in psutil.Process(launcher).children() if "streamlit" in child.cmdline()]


def _by_stop(log: PhonesLog, noted: list[tuple[int, int, float]], pressed: list[float]) -> list[_Stop]:
    """What was measured, by the number of the stop."""
    stops: dict[int, _Stop] = {}
    for question, moments in log.heard_at.items():
        place = bisect_right(pressed, min(moments))  # from 1
        on_projector = [(count, moment) for stop, count, moment in noted if stop == place]
        accepted = sorted(log.accepted_at.get(question, []))
        counted_at = [
            next((when for count, when in on_projector if count >= number), None)
            for number in range(1, len(accepted) + 1)
        ]
        stops[place] = _Stop(
            heard=[moment - pressed[place - 1] for moment in moments],
            shown=[
                max(0.0, when - moment) for when, moment in zip(counted_at, accepted, strict=True) if when is not None
            ],
            sent=len(accepted),
            counted=max((count for count, _ in on_projector), default=0),
        )
    return [stops[place] for place in sorted(stops)]


def _summary(size: LectureSize, log: PhonesLog, stops: list[_Stop]) -> LectureRun:
    return LectureRun(
        size,
        spread([each for stop in stops for each in stop.heard]),
        spread(log.taken),
        spread([each for stop in stops for each in stop.shown]),
        spread(stops[size.killed_at - 1].shown) if size.killed_at else None,
        sent=sum(stop.sent for stop in stops),
        counted=sum(stop.counted for stop in stops),
        right_scores=log.right_scores,
        lost=size.phones - log.complete,
    )


def main() -> None:
    """Print one lecture, stop by stop."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lecture")
    whole = LectureSize()
    parser.add_argument("--phones", type=int, default=whole.phones)
    parser.add_argument("--stops", type=int, default=whole.stops, choices=range(2, whole.stops + 1))
    parser.add_argument("--processes", type=int, default=whole.processes)
    size, log, stops = _lecture(LectureSize(**vars(parser.parse_args())))
    for number, stop in enumerate(stops, start=1):
        heard, shown = spread(stop.heard), spread(stop.shown)
        print(
            f"stop {number}{' (one is killed)' if number == size.killed_at else ''}: question heard after "
            f"{heard.median:.2f} s, p95 {heard.p95:.2f}; answer shown after {shown.median:.2f} s, p95 {shown.p95:.2f}, "
            f"at most {max(stop.shown):.2f}; {stop.counted} of {stop.sent} counted"
        )
    if log.right_scores < size.phones:
        print(
            f"right answers: {[*map(dict, log.right_answers.values())]}; scores: {[score for _, score in log.phones]}"
        )
    taken = spread(log.taken)
    print(f"an answer is taken after {taken.median:.3f} s, p95 {taken.p95:.3f}\n{_summary(size, log, stops).line()}")


if __name__ == "__main__":
    main()
