"""Scripts and style sheets are compressed once; everything else goes out as it is."""

import gzip
import re
from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from components.server import shell
from components.server.shell import StaticCompression

SCRIPT = "export const words = ['bank', 'river'];\n" * 100
GZIP, IDENTITY = {"accept-encoding": "gzip, br"}, {"accept-encoding": "identity"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("js/app.js", "css/app.css", "media/font.woff2"):
        file = tmp_path / "static" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "other.js").write_text("secret", encoding="utf-8")
    return tmp_path


def _browser(folder: Path, base: str = "") -> TestClient:
    others = Route("/{path:path}", lambda request: PlainTextResponse("Streamlit", headers={"vary": "Cookie"}))
    layer = Middleware(StaticCompression, base=base, folder=folder)
    return TestClient(Starlette(routes=[others], middleware=[layer]))


@pytest.mark.parametrize(("path", "kind"), [("js/app.js", "javascript"), ("css/app.css", "css")])
def test_a_script_is_sent_compressed_and_may_be_kept(folder: Path, path: str, kind: str) -> None:
    answer = _browser(folder).get(f"/static/{path}", headers=GZIP)
    assert answer.text == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(SCRIPT)
    assert kind in answer.headers["content-type"]
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("headers", [IDENTITY, {**GZIP, "range": "bytes=0-9"}])
def test_who_does_not_accept_it_is_answered_by_streamlit(folder: Path, headers: dict[str, str]) -> None:
    answer = _browser(folder).get("/static/js/app.js", headers=headers)
    assert answer.text == "Streamlit"
    assert "content-encoding" not in answer.headers
    assert "Accept-Encoding" in answer.headers["vary"]  # a shared cache must not give one answer to both


@pytest.mark.parametrize(
    "path", ["/", "/static/media/font.woff2", "/static/js/unknown.js", "/static/../other.js", "/other.js", "/js/app.js"]
)
def test_everything_else_is_left_to_streamlit(folder: Path, path: str) -> None:
    answer = _browser(folder).get(path, headers=GZIP)
    assert answer.text == "Streamlit"
    assert answer.headers["vary"] == "Cookie"
    assert _browser(folder).head("/static/js/app.js", headers=GZIP).headers.get("content-encoding") is None


@pytest.mark.parametrize("base", ["riverbank", "/riverbank/"])
def test_below_a_base_path_and_at_the_root(folder: Path, base: str) -> None:
    browser = _browser(folder, base)
    for start in ("", "/riverbank"):
        assert browser.get(f"{start}/static/js/app.js", headers=GZIP).text == SCRIPT
    assert browser.get("/elsewhere/static/js/app.js", headers=GZIP).text == "Streamlit"


def test_a_file_is_compressed_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def compress(file: Path) -> bytes:
        read.append(file)
        return gzip.compress(file.read_bytes())

    monkeypatch.setattr(shell, "_read_compressed", compress)
    browser = _browser(folder)
    for _ in range(3):
        assert browser.get("/static/js/app.js", headers=GZIP).text == SCRIPT
    assert [file.name for file in read] == ["app.js"]


def test_the_scripts_that_streamlits_page_names_are_compressed() -> None:
    folder = Path(streamlit.__file__).parent / "static"
    names = re.findall(r'"\./(static/[^"]+\.(?:js|css))"', (folder / "index.html").read_text(encoding="utf-8"))
    assert names
    browser = _browser(folder)
    assert {browser.get(f"/{name}", headers=GZIP).headers.get("content-encoding") for name in names} == {"gzip"}
