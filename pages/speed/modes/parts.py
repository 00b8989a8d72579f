"""The time that attention, feed-forward, embeddings and vocabulary head take."""

from components.charts.files import ChartFigure
from components.charts.pairs import paired_bars
from components.model.user_errors import UserError
from components.speed.tables.findings import part_finding
from components.speed.tables.scaling import scaling_finding
from components.speed.tables.times import part_table
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, note, rare_settings, try_this
from pages.parts.settings import choice
from pages.speed.code import parts_code
from pages.speed.context import SpeedContext, benchmark_findings


def show(context: SpeedContext) -> Findings:
    """Draw a bar for either model beside each part, for one batch of sentences of one length."""
    result, names = context.result, context.names
    batches = [str(size) for size in sorted({each.cell.batch for each in result.cells})]
    with rare_settings():
        batch = int(choice("Batch size (sentences)", "at-once", batches, drawn_as="list"))
    cells = {str(each.cell.length): each for each in result.cells if each.cell.batch == batch}
    lengths = sorted(cells, key=int, reverse=True)
    length = choice("Length of the sentence (tokens)", "length", lengths) if len(lengths) > 1 else lengths[0]
    finding, table = part_finding(cells[length], names), part_table(cells[length])
    if table.empty:
        raise UserError(f"{finding} Switch torch.compile off in the settings and measure again.")
    headline(finding)
    note("The vocabulary head scores every word.", scaling_finding(result.cells, names, "length"))
    chart = paired_bars(table, names, row="Part", title="Time of one pass")
    draw_chart(chart, key="parts-bars", alt=finding)
    if others := [each for each in lengths if each != length]:
        try_this(f"Choose {others[-1]} tokens: which part takes longest now?")
    return benchmark_findings("parts", context, [ChartFigure("parts-of-the-time", chart, table)], parts_code(result))
