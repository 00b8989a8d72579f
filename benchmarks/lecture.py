"""Does a lecture for three hundred work? A projector, and three hundred phones that answer at twelve stops of a tour.

The projector is a browser that goes from stop to stop by key; it records when the number of answers on it changes. The
phones behave like their page's script, and each has a journey: some lock and come back, have two tabs, lose the
connection while they send, come late or store no cookies (:mod:`benchmarks.lecture_journeys`). At each stop, what the
phones know to be accepted is compared with what the class's result counts. All of it is done with one process, and with
two of which one is killed while answers come in. The twenty minutes of such a lecture are compressed into two; three
addresses share the phones, so that the limits per address, which allow for twenty minutes, hold nobody up. Everything
runs on one machine, so phones and browser take processor time from the server.

``python -m benchmarks.lecture --phones 60 --stops 4 --processes 2`` prints a shorter one, and saves nothing.
"""

import argparse
import asyncio
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlencode

import psutil
from playwright.sync_api import Page

from benchmarks.classroom import projector, start_class
from benchmarks.lecture_counts import KindCount, StopCount, count_by_kind, count_by_stop, count_right_scores
from benchmarks.lecture_journeys import Journey, draw_journeys, expected_answers
from benchmarks.lecture_phones import ANSWER_S, QUESTION, RETRY_S, LectureClock, LecturePhoneLog, attend
from benchmarks.serving import serve_process
from benchmarks.spread import TimeSpread, spread
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.tour import Stop, Tour, pack_tour

STOP_S = 12.0  # the longest time at a stop
SEED = 61  # of the journeys
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
    const text = document.querySelector(".st-key-body .answered b")?.innerText ?? "";
    const counts = text.match(/^([\\d,]+) of ([\\d,]+)/)?.slice(1).map((each) => Number(each.replace(",", "")));
    const place = Number(document.documentElement.dataset.tourStop?.match(/^\\d+/)?.[0] ?? 0);
    const last = noted.at(-1)?.slice(0, 3).join();
    if (counts && last !== [place, ...counts].join()) noted.push([place, ...counts, Date.now() / 1000]);
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
        taken: From pressing Send on a phone to the answer's acceptance, over a lost connection, too.
        shown: From accepting an answer to counting it on the projector.
        shown_after_kill: The same at the stop at which a worker is killed; None if none is.
        stops: The answers at each stop.
        kinds: The answers by kind of journey; a phone may be of several kinds.
        expected: Answers that the journeys foresee.
        right_scores: Phones whose score is the number of their right answers.
        scored: Phones that can have a score: those that store cookies.
        lost: Phones whose answers are not those of their journey.
        late: Answers that came when their question was over.
        places: Phones that the projector counts at the end.
        load: The machine's load average over the last minute, at the end.
    """

    size: LectureSize
    heard: TimeSpread
    taken: TimeSpread
    shown: TimeSpread
    shown_after_kill: TimeSpread | None
    stops: tuple[StopCount, ...]
    kinds: tuple[KindCount, ...]
    expected: int
    right_scores: int
    scored: int
    lost: int
    late: int
    places: int
    load: float

    def line(self) -> str:
        """The lines of the table: one for the lecture, and one for each kind of journey."""
        size, killed = self.size, self.shown_after_kill
        what = "one process" if killed is None else f"{size.processes} processes, one killed"
        at_the_kill = "" if killed is None else f"; at the stop where one is killed {killed.p95:.2f} s"
        once = sum(stop.is_exact for stop in self.stops)
        lecture = (
            f"| A lecture for {size.phones}, {size.stops} stops, {what}: an answer is on the projector after, p95 | "
            f"{self.shown.p95:.2f} s (median {self.shown.median:.2f}){at_the_kill} | a phone has the next question "
            f"after, p95: {self.heard.p95:.2f} s (median {self.heard.median:.2f}) | accepted "
            f"{sum(stop.accepted for stop in self.stops):,} of {self.expected:,} expected, on the projector "
            f"{sum(stop.counted for stop in self.stops):,}, in the results {sum(stop.total for stop in self.stops):,}; "
            f"each counted once at {once} of {size.stops} stops; {self.late} came too late; {self.right_scores} of "
            f"{self.scored} scores right, {self.lost} phones lost; the projector counts {self.places} phones; "
            f"load {self.load:.1f} |"
        )
        return "\n".join((lecture, *(kind.line() for kind in self.kinds)))


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
    return LectureLoad(_summary(_lecture(LectureSize())), _summary(_lecture(LectureSize(processes=2))))


@dataclass(frozen=True)
class _Lecture:
    """What was noted in a lecture.

    Attributes:
        size: How large it is.
        phones: What each phone noted.
        noted: What the projector showed: the stop, the number of answers, that of phones, and since when.
        pressed: When each stop was asked for.
        load: The machine's load average at the end.
    """

    size: LectureSize
    phones: list[LecturePhoneLog]
    noted: list[tuple[int, int, int, float]]
    pressed: list[float]
    load: float

    def heard(self, stop: int) -> list[float]:
        """Seconds from the projector's key to the question, for phones that were there before it."""
        return [
            phone.heard_at[stop] - self.pressed[stop - 1]
            for phone in self.phones
            if stop in phone.heard_at and phone.journey.hears_at_once(stop)
        ]

    def shown(self, stop: int) -> list[float]:
        """Seconds from accepting each answer to counting it on the projector."""
        accepted = sorted(phone.accepted_at[stop] for phone in self.phones if stop in phone.accepted_at)
        counts = [(count, when) for place, count, _, when in self.noted if place == stop]
        moments = [
            next((when for count, when in counts if count >= number), None) for number in range(1, len(accepted) + 1)
        ]
        return [max(0.0, when - moment) for when, moment in zip(moments, accepted, strict=True) if when is not None]

    def counts(self) -> tuple[StopCount, ...]:
        """The answers at each stop."""
        counted = Counter[int]()
        for place, count, _, _ in self.noted:
            counted[place] = max(counted[place], count)
        return count_by_stop(self.phones, counted, self.size.stops)


def _lecture(size: LectureSize) -> _Lecture:
    journeys = draw_journeys(size.phones, size.stops, SEED)
    with serve_process(workers=size.processes) as (process, port), projector(port) as page:
        page.goto(f"http://127.0.0.1:{port}/fill-the-blank")
        page.locator(".st-key-live").wait_for(state="attached", timeout=120_000)  # the lecturer has tried the projector
        page.goto(f"http://127.0.0.1:{port}/class")
        code = start_class(page)
        clock = LectureClock()
        with ThreadPoolExecutor(1) as thread:  # the browser's own loop has this one
            phones = thread.submit(lambda: asyncio.run(attend(journeys, port, code, clock)))
            try:
                pressed = _drive(size, journeys, page, port, process.pid, phones, clock)
            finally:
                clock.has_ended = True
            logs = phones.result()
        noted: list[tuple[int, int, int, float]] = page.evaluate("noted")
    return _Lecture(size, logs, noted, pressed, os.getloadavg()[0])


def _drive(
    size: LectureSize,
    journeys: Sequence[Journey],
    page: Page,
    port: int,
    launcher: int,
    phones: "Future[list[LecturePhoneLog]]",
    clock: LectureClock,
) -> list[float]:
    """Take the projector through the tour. Returns when each stop was asked for."""
    stops = tuple(
        Stop(
            f"/fill-the-blank?{urlencode({'sentence': sentence})}", QUESTION.format(number), "The top guess.", asks=ASKS
        )
        for number, sentence in enumerate(SENTENCES[: size.stops], start=1)
    )
    link = {**stops[0].parameters, "tour": pack_tour(Tour("A lecture", "", stops, 20)), "stop": "1", "present": "1"}
    early = sum(journey.places for journey in journeys if journey.joins_at == 0)
    page.get_by_text(re.compile(rf"^{early:,} .*joined$")).first.wait_for(timeout=90_000)
    pressed = [time.time()]
    clock.stop = 1
    page.goto(f"http://127.0.0.1:{port}/fill-the-blank?{urlencode(link)}")
    page.evaluate(NOTING)
    for number in range(1, len(stops) + 1):
        page.locator(f".tour .place:text-is('{number} of {len(stops)}')").wait_for(timeout=60_000)
        if number == size.killed_at:
            page.wait_for_timeout(1e3 * ANSWER_S / 2)
            os.kill(_workers(launcher)[0], signal.SIGKILL)
        _wait_for_answers(page, number, expected_answers(journeys, number))
        page.locator(".tour[data-listening]").wait_for()
        page.keyboard.press("g")
        page.locator(".st-key-figure").wait_for(timeout=60_000)
        page.wait_for_timeout(1e3 * REVEAL_S)
        if phones.done():
            phones.result()  # raises what went wrong with them
        if number < len(stops):
            pressed.append(time.time())
            clock.stop = number + 1
            page.keyboard.press("PageDown")
    page.wait_for_timeout(1e3 * RETRY_S[1])
    return pressed


def _wait_for_answers(page: Page, number: int, answers: int) -> None:
    """Wait until all answers that are expected are on the projector, or for the longest time at a stop."""
    deadline = time.monotonic() + STOP_S
    complete = f"noted.some(([place, count]) => place === {number} && count >= {answers})"
    while time.monotonic() < deadline and not page.evaluate(complete):
        page.wait_for_timeout(50)


def _workers(launcher: int) -> list[int]:
    """The processes of the app that a launcher has started."""
    return [child.pid for child in psutil.Process(launcher).children() if "streamlit" in child.cmdline()]


def _summary(lecture: _Lecture) -> LectureRun:
    size, phones, stops = lecture.size, lecture.phones, range(1, lecture.size.stops + 1)
    return LectureRun(
        size,
        spread([each for stop in stops for each in lecture.heard(stop)]),
        spread([each for phone in phones for each in phone.taken.values()]),
        spread([each for stop in stops for each in lecture.shown(stop)]),
        spread(lecture.shown(size.killed_at)) if size.killed_at else None,
        lecture.counts(),
        count_by_kind(phones),
        expected=sum(expected_answers([phone.journey for phone in phones], stop) for stop in stops),
        right_scores=count_right_scores(phones, size.stops),
        scored=sum(phone.journey.keeps_cookies for phone in phones),
        lost=sum({stop for stop in stops if phone.journey.answers(stop)} != set(phone.accepted_at) for phone in phones),
        late=sum(phone.late for phone in phones),
        places=lecture.noted[-1][2],
        load=lecture.load,
    )


def main() -> None:
    """Print one lecture, stop by stop."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lecture")
    whole = LectureSize()
    parser.add_argument("--phones", type=int, default=whole.phones)
    parser.add_argument("--stops", type=int, default=whole.stops, choices=range(2, whole.stops + 1))
    parser.add_argument("--processes", type=int, default=whole.processes)
    lecture = _lecture(LectureSize(**vars(parser.parse_args())))
    run = _summary(lecture)
    for number, stop in enumerate(run.stops, start=1):
        heard, shown = spread(lecture.heard(number)), spread(lecture.shown(number))
        print(
            f"stop {number}{' (one is killed)' if number == run.size.killed_at else ''}: question heard after "
            f"{heard.median:.2f} s, p95 {heard.p95:.2f}; answer shown after {shown.median:.2f} s, p95 {shown.p95:.2f}, "
            f"at most {shown.maximum:.2f}; {stop.line()}"
        )
    print(f"an answer is taken after {run.taken.median:.3f} s, p95 {run.taken.p95:.3f}\n{run.line()}")


if __name__ == "__main__":
    main()
