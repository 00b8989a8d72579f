"""A tour's clock: the time since its start against its plan."""

from components.tables.phrases import count_phrase


def clock_text(elapsed_s: float, *, begin: float, end: float, planned_min: int) -> str:
    """The time since the start of a tour, and how far that is from the plan.

    Args:
        elapsed_s: Seconds since the start; less than none, after a clock was set back, counts as none.
        begin: When the stop on the projector begins by the plan, in minutes since the start.
        end: When it ends; of the end of the tour, the same.
        planned_min: How many minutes the tour is planned for; 0 if unknown.
    """
    elapsed_min = max(elapsed_s, 0.0) / 60
    if not planned_min:
        return f"{count_phrase(int(elapsed_min), 'minute')} since the start."
    late = round(max(elapsed_min - end, 0.0) - max(begin - elapsed_min, 0.0))
    where = f"{int(elapsed_min)} of {count_phrase(planned_min, 'minute')}"
    if not late and elapsed_min < 1:
        return f"The tour has just begun and is on time; it is planned for {count_phrase(planned_min, 'minute')}."
    if not late:
        return f"{where}: on time."
    return f"{where}: {count_phrase(abs(late), 'minute')} {'behind' if late > 0 else 'ahead of'} the plan."
