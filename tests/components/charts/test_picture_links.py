"""The link in a picture: it comes back as it was, the picture stays the same, and the browser's script reads it."""

import base64
import io
import json
import shutil
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from components.charts.files import png, svg
from components.charts.picture_links import KEYWORD, METADATA_ID, png_with_link, svg_with_link
from components.widgets import figure_opener
from tests.examples import scaled

NODE = shutil.which("node")
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" aria-label="a > b"><text>bank</text></svg>'
_METADATA = "{http://www.w3.org/2000/svg}metadata"
_VALUES = st.dictionaries(st.text(min_size=1, max_size=9), st.text(min_size=1, max_size=60), max_size=4)
_LINKS = st.builds(lambda path, values: f"/{path}?{urlencode(values)}", st.sampled_from(["", "which-bank"]), _VALUES)
CHART = {
    "data": {"values": [{"word": "bank & <b>", "share": 1}]},
    "mark": "bar",
    "encoding": {"x": {"field": "share", "type": "quantitative"}, "y": {"field": "word", "type": "nominal"}},
}


def small_png() -> bytes:
    content = io.BytesIO()
    Image.linear_gradient("L").resize((5, 5)).save(content, "PNG")
    return content.getvalue()


PNG = small_png()


def link_of_png(content: bytes) -> str:
    with Image.open(io.BytesIO(content)) as picture:
        picture.load()  # checks every chunk
        return str(picture.info.get(KEYWORD, ""))


def link_of_svg(content: bytes) -> str:
    (metadata,) = ElementTree.fromstring(content).findall(_METADATA)
    assert metadata.attrib == {"id": METADATA_ID}
    return metadata.text or ""


@given(_LINKS)
def test_the_link_comes_back_and_the_picture_is_the_same(link: str) -> None:
    with_link = png_with_link(PNG, link)
    assert link_of_png(with_link) == link
    with Image.open(io.BytesIO(PNG)) as before, Image.open(io.BytesIO(with_link)) as after:
        assert before.tobytes() == after.tobytes()
    content = svg_with_link(SVG, link)
    assert link_of_svg(content) == link
    root = ElementTree.fromstring(content)
    root.remove(root[0])
    assert ElementTree.tostring(root) == ElementTree.tostring(ElementTree.fromstring(SVG))


@given(st.binary(max_size=80) | st.integers(0, 32).map(lambda end: PNG[:end]))
@example(b"<svg")
@example(b'<svg a="')
@example(b'<svg a=">')
@example(b"<svg/>")
@example(b"<svg>")
@example(b"<svgfoo>")
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    for write in (png_with_link, svg_with_link):
        with pytest.raises(ValueError, match="This is no"):
            write(content, "/which-bank")


def test_a_link_that_is_not_ascii_is_refused() -> None:
    for write, content in ((png_with_link, PNG), (svg_with_link, SVG)):
        with pytest.raises(ValueError, match="ascii"):
            write(content, "/which-bank?sentence=café")


def test_files_of_a_chart_carry_the_link_only_if_there_is_one() -> None:
    link = "/which-bank?" + urlencode({"sentence": "“R & D” <b>岸</b>"})
    assert link_of_png(png(CHART, link=link)) == link_of_svg(svg(CHART, link=link)) == link
    assert link_of_png(png(CHART)) == ""
    assert b"metadata" not in svg(CHART)


@pytest.mark.skipif(NODE is None, reason="there is no node here")
@settings(max_examples=scaled(20), deadline=None)
@given(st.lists(_VALUES, min_size=1, max_size=20))
def test_the_browsers_script_reads_what_is_written(values: list[dict[str, str]]) -> None:
    links = [f"/which-bank?{urlencode(each)}" for each in values]
    files = [file for link in links for file in (png_with_link(PNG, link), svg_with_link(SVG, link))]
    addresses = _addresses(files, root="/base/")
    assert addresses == [f"/base{link}" for link in links for _ in range(2)]
    assert [dict(parse_qsl(urlsplit(address).query)) for address in addresses[::2]] == values


def _addresses(files: list[bytes], *, root: str) -> list[str]:
    """The addresses that files open, as the browser's own script reads them."""
    module = (Path(figure_opener.__file__).parent / "figure_link.js").as_uri()
    app = json.dumps({"root": root, "paths": ["", "which-bank"]})
    script = f"import {{ addressOf, linkIn }} from {json.dumps(module)};\n"
    script += f"const files = {json.dumps([base64.b64encode(file).decode() for file in files])};\n"
    script += "const bytes = files.map((file) => new Uint8Array(Buffer.from(file, 'base64')));\n"
    script += f"console.log(JSON.stringify(bytes.map((each) => addressOf(linkIn(each), {app}))));"
    done = subprocess.run(
        [str(NODE), "--input-type=module"], input=script, capture_output=True, text=True, check=True, timeout=60
    )
    addresses: list[str] = json.loads(done.stdout)
    return addresses
