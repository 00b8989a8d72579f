"""A process that renders one chart: ``python -m components.charts.render_process svg``, or ``png``.

It reads a Vega-Lite specification from standard input and writes the file to standard output. With ``missing``, it
reads letters and writes those for which the renderer has no font. It has bounded memory and processor time.
"""

import contextlib
import json
import sys
from typing import Any

import vl_convert

SCALE = 2  # dots per pixel
MEMORY_LIMIT, SECONDS_LIMIT = 2 * 2**30, 60  # bytes, of processor time
NO_LETTER = "\U0010fffd"  # the last private character, which no font has
_LETTER = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
    '<text x="8" y="28" font-size="16" font-family="sans-serif">&#{};</text></svg>'
)


def main() -> None:
    """Render what standard input holds."""
    _limit_resources()
    content: Any = json.load(sys.stdin)
    match sys.argv[1]:
        case "svg":
            result = vl_convert.vegalite_to_svg(content).encode()
        case "png":
            result = vl_convert.vegalite_to_png(content, scale=SCALE)
        case _:
            result = json.dumps(_missing(content)).encode()
    sys.stdout.buffer.write(result)


def _missing(letters: str) -> str:
    """Those of the letters that look as one does which no font has: this machine has no font for them."""
    empty = _picture(NO_LETTER)
    return "".join(letter for letter in letters if _picture(letter) == empty)


def _picture(letter: str) -> bytes:
    return vl_convert.svg_to_png(_LETTER.format(ord(letter)))


def _limit_resources() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        for kind, limit in ((resource.RLIMIT_DATA, MEMORY_LIMIT), (resource.RLIMIT_CPU, SECONDS_LIMIT)):
            _, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (limit, hard))


if __name__ == "__main__":
    main()
