"""The link to a view in the metadata of its pictures, so that a picture opens its view again.

The browser reads it (``components/widgets/figure_opener/figure_link.js``). A link is the path and the query of a view,
relative to the app's root, in ASCII. It names no server.
"""

import struct
import zlib
from xml.sax.saxutils import escape

KEYWORD = "Riverbank link"  # of the text in a PNG file
METADATA_ID = "riverbank-link"  # of the element in an SVG file
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER_END = len(_SIGNATURE) + 25  # the header comes first and has 25 bytes


def png_with_link(content: bytes, link: str) -> bytes:
    """A PNG file with the link as a text chunk (``tEXt``) behind its header.

    Raises:
        ValueError: The content is no PNG file, or the link is not ASCII.
    """
    if not content.startswith(_SIGNATURE) or content[12:16] != b"IHDR" or len(content) < _HEADER_END:
        raise ValueError("This is no PNG file.")
    data = KEYWORD.encode() + b"\0" + link.encode("ascii")
    checked = b"tEXt" + data
    chunk = struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))
    return content[:_HEADER_END] + chunk + content[_HEADER_END:]


def svg_with_link(content: bytes, link: str) -> bytes:
    """An SVG file, which begins with its element ``svg``, with the link in a ``metadata`` element in front.

    Raises:
        ValueError: The content is no element ``svg``, or the link is not ASCII.
    """
    tag_end = _start_tag_end(content)
    metadata = f'<metadata id="{METADATA_ID}">{escape(link)}</metadata>'.encode("ascii")
    return content[:tag_end] + metadata + content[tag_end:]


def _start_tag_end(content: bytes) -> int:
    """The offset behind the start tag of ``svg``. A ">" in the value of an attribute does not end it."""
    quote = 0
    if content.startswith((b"<svg ", b"<svg>")) and content.rstrip().endswith(b"</svg>"):
        for place, byte in enumerate(content):
            if quote:
                quote = 0 if byte == quote else quote
            elif byte in b"\"'":
                quote = byte
            elif byte == ord(">"):
                if content[place - 1 : place] == b"/":
                    break
                return place + 1
    raise ValueError("This is no SVG file.")
