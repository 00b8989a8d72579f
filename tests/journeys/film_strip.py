"""The pictures of a walk on one sheet, to be looked at by a person."""

import io
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

_LARGEST = (640, 560)  # of a picture on the sheet
_CAPTION, _GAP = 26, 10
_ACROSS = 1970  # pixels, of the sheet
_PAPER, _INK = "#ffffff", "#202020"


@dataclass
class FilmStrip:
    """Pictures and what was done before each.

    Attributes:
        frames: Captions and pictures, PNGs.
        row_starts: The indices of frames that begin a row, however much room is left in the row before.
    """

    frames: list[tuple[str, bytes]] = field(default_factory=list)
    row_starts: set[int] = field(default_factory=set)

    def add(self, caption: str, picture: bytes) -> None:
        """Add a picture, a PNG."""
        self.frames.append((caption, picture))

    def begin_row(self) -> None:
        """Begin a row with the next picture."""
        self.row_starts.add(len(self.frames))

    def save(self, path: Path) -> None:
        """Write all pictures as one PNG, in the order of the walk, row by row."""
        if not self.frames:
            return
        pictures = [Image.open(io.BytesIO(data)).convert("RGB") for _, data in self.frames]
        places: list[tuple[int, int]] = []
        left, top, row = _GAP, _GAP, 0
        for number, picture in enumerate(pictures):
            picture.thumbnail(_LARGEST)
            if left + picture.width > _ACROSS or (number in self.row_starts and left > _GAP):
                left, top, row = _GAP, top + row + _CAPTION + _GAP, 0
            places.append((left, top))
            left, row = left + picture.width + _GAP, max(row, picture.height)
        sheet = Image.new("RGB", (_ACROSS + _GAP, top + row + _CAPTION + _GAP), _PAPER)
        pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(size=15)
        for number, ((caption, _), picture, (left, top)) in enumerate(zip(self.frames, pictures, places, strict=True)):
            letters = picture.width // 8
            pen.text((left, top), f"{number + 1}. {caption}"[:letters], _INK, font)
            sheet.paste(picture, (left, top + _CAPTION))
        path.parent.mkdir(parents=True, exist_ok=True)
        sheet.save(path, optimize=True)
