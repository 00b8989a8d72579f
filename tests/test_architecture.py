"""The house is as its plan says: rooms, contracts, pins, theme."""

import ast
import functools
import json
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNPLANNED = {"runs", "build", "docs", "node_modules"}  # left behind by training and pip, prose, and installed
TREES = ("components", "cache", "pages", "riverbank", "training", "benchmarks", "tests")
PARTS_OF_A_ROOM = {"page.py", "inputs.py", "modes/", "words/", "snippets/", "model/", "tables/", "charts/"}
LOOP_RUNNERS = {"asyncio.run", "asyncio.new_event_loop", "asyncio.Runner"}
MOST_LINES = 400
MOST_LINES_OF_A_PAGE = 40
MOST_FILES = 24  # Python files of one folder of the app
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
ROOMS = {
    container.partition(".")[2]
    for contract in CONTRACTS
    if contract["name"] == "The floors of a room"
    for container in contract["containers"]
}
TOGETHER = {  # what puts rooms together, on purpose: the search, files to take along, a class in the river
    "cache/shipped/first_answers.py",
    "cache/shipped/learning.py",
    "cache/takeaway.py",
    "pages/parts/lecture/finale.py",
    "pages/parts/search/examples.py",
    "pages/parts/veils.py",
    "pages/site/views.py",
}
THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]


def python_files(*folders: str) -> list[Path]:
    """Python files of the repository, or of some of its folders."""
    actual = [path for folder in folders or TREES for path in (ROOT / folder).rglob("*.py")]
    return actual if folders else [*actual, *ROOT.glob("*.py")]


def syntax(path: Path) -> ast.Module:
    """The parsed file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def mentions(path: Path, *words: str) -> bool:
    """Whether a file has one of the words anywhere: to parse all files takes seconds."""
    text = path.read_text(encoding="utf-8")
    return any(word in text for word in words)


@functools.cache
def imported(path: Path) -> tuple[str, ...]:
    """Full names of the modules that a file imports anywhere, and of what it imports from them."""
    names: list[str] = []
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return tuple(names)


def dotted(node: ast.AST) -> str:
    """A name such as ``st.cache_data`` as it is written, without the call."""
    return ast.unparse(node.func if isinstance(node, ast.Call) else node)


# The plan


def folders_of(parent: Path) -> set[str]:
    """Folders with something in them, as the plan writes them."""
    return {
        f"{path.relative_to(ROOT).as_posix()}/"
        for path in parent.iterdir()
        if path.is_dir()
        and not path.name.startswith((".", "__"))
        and not path.name.endswith(".egg-info")
        and any(file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    }


def test_architecture_names_every_folder_and_no_other() -> None:
    plan = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    planned = set(re.findall(r"^- `([\w/]+/)`:", plan, re.MULTILINE))
    assert planned == folders_of(ROOT) - {f"{name}/" for name in UNPLANNED} | folders_of(ROOT / "components")


def test_architecture_names_only_what_exists() -> None:
    plan = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for path in re.findall(r"`([\w/.]+(?:/|\.py|\.md|\.js|\.html))`", plan):
        assert (ROOT / path).exists() or path in PARTS_OF_A_ROOM, path


def test_architecture_shows_calls_that_exist() -> None:
    plan = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    calls = re.findall(r"^ {4} *(?:-> |<- )?([\w.]+).* {2}([\w/]+\.py)$", plan, re.MULTILINE)
    assert len(calls) > 20
    for call, path in calls:
        name = call.rpartition(".")[2]
        assert re.search(rf"\b(?:def|class) {name}\b", (ROOT / path).read_text(encoding="utf-8")), f"{path}: {call}"


def test_architecture_names_only_what_the_code_has() -> None:
    plan = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    configuration = ROOT / ".streamlit" / "config.toml"
    files = [
        *python_files("components", "cache", "pages", "riverbank"),
        *(path for path in (ROOT / "components").rglob("*.js") if not path.name.endswith(".min.js")),
        configuration,
    ]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    for name in re.findall(r"`([\w.]+)(?:\(\))?`", plan):
        if not (ROOT / name).exists() and not name.endswith(".py"):
            assert re.search(rf"\b{name.rpartition('.')[2]}\b", code), name


def test_links_between_documents_lead_somewhere() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert (document.parent / target).exists(), f"{document.name}: {target}"


# The contracts


def test_import_contracts_hold() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [str(linter), "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " kept, 0 broken" in done.stdout


def rooms_of(path: Path) -> set[str]:
    """The rooms whose pages, caches or components a file imports."""
    names = (name.split(".")[:2] for name in imported(path))
    return {name[1] for name in names if name[0] in ("pages", "components", "cache") and name[-1] in ROOMS}


def test_rooms_do_not_import_rooms() -> None:
    for path in python_files("pages", "components", "cache"):
        place = path.relative_to(ROOT).with_suffix("").parts[1]
        if place in ROOMS:
            assert rooms_of(path) <= {place}, path


def test_what_is_of_no_room_knows_one_at_most_and_what_all_pages_share_none() -> None:
    together = set()
    for path in python_files("pages", "components", "cache"):
        name = path.relative_to(ROOT).as_posix()
        if len(rooms_of(path)) > (0 if name.startswith("pages/parts/") else 1):
            together.add(name)
    assert together == TOGETHER


def test_no_result_is_in_a_cache_of_streamlit() -> None:
    for path in set(python_files("components", "pages", "cache")) | {ROOT / "app.py"}:
        if not mentions(path, "cache_"):
            continue
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith(("cache_data", "cache_resource")), path


def test_only_the_cache_remembers_results() -> None:
    for path in set(python_files("components", "pages")) | {ROOT / "app.py"}:
        assert "cache.sized_cache.share_results" not in imported(path), path


def test_nothing_is_drawn_as_raw_html() -> None:
    for path in python_files("components", "pages", "cache"):
        if not mentions(path, "unsafe_allow_html", "v1"):
            continue
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.Call):
                assert "unsafe_allow_html" not in {keyword.arg for keyword in node.keywords}, path
            if isinstance(node, ast.Attribute):
                assert not dotted(node).endswith("components.v1"), path
        assert not any(name.startswith("streamlit.components.v1") for name in imported(path)), path


def test_no_test_runs_an_event_loop_in_the_main_thread() -> None:
    for path in set(python_files("tests")) - {ROOT / "tests" / "event_loops.py"}:
        if not mentions(path, "asyncio"):
            continue
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.Attribute):
                assert dotted(node) not in LOOP_RUNNERS, f"{path}: tests.event_loops.run_in_own_loop"


def test_pages_import_no_heavy_library() -> None:
    heavy = {"torch", "transformers", "pandas", "altair"}
    for path in [*python_files("pages"), ROOT / "app.py"]:
        if "snippets" in path.parts:
            continue  # read as text, and never imported
        assert heavy.isdisjoint(name.partition(".")[0] for name in imported(path)), path


def test_front_door_does_not_train() -> None:
    for path in [*python_files("pages", "cache", "components"), ROOT / "app.py"]:
        assert {"training", "benchmarks"}.isdisjoint(name.partition(".")[0] for name in imported(path)), path


def test_what_pages_import_does_not_load_the_engine() -> None:
    ours = ("cache", "components.", "pages.")
    names = {name for path in [*python_files("pages"), ROOT / "app.py"] for name in imported(path)}
    modules = sorted(
        {
            name.rpartition(".")[0] or name
            for name in names
            if name.startswith(ours) and not name.startswith("pages.front")
        }
    )
    code = (
        f"import importlib, sys\nfor name in {modules}: importlib.import_module(name)\n"
        "print(sorted({'torch', 'transformers', 'umap', 'bertviz'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_page_scripts_read_like_a_lesson() -> None:
    for path in ROOT.glob("pages/*/page.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES_OF_A_PAGE, path


def test_no_folder_is_a_heap() -> None:
    for folder in {path.parent for path in python_files("components", "cache", "pages", "riverbank", "tests/pages")}:
        modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(modules) <= MOST_FILES, folder


def test_tests_of_pages_are_in_the_folders_of_the_pages() -> None:
    folders = {path.parent.relative_to(ROOT / "tests") for path in python_files("tests/pages")}
    assert all((ROOT / folder).is_dir() for folder in folders)


def test_files_are_short() -> None:
    long = {
        path.relative_to(ROOT).as_posix(): lines
        for path in python_files()
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


# Pins and settings


def test_requirements_are_pinned() -> None:
    for name in ("requirements.txt", "requirements-test.txt"):
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            assert not line or line.startswith(("#", "-r ")) or re.match(r"[\w-]+==[\d.]+(post\d+)?(; |$)", line), line
    assert "torch==2.13.0" in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()


def test_server_settings_are_safe() -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    server = settings["server"]
    assert server["address"] == "127.0.0.1"
    assert server["enableCORS"]
    assert server["enableXsrfProtection"]
    assert server["allowedHosts"]
    assert settings["browser"]["gatherUsageStats"] is False
    assert settings["client"]["showErrorDetails"] == "none"


def test_streamlit_knows_every_setting() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "streamlit", "config", "show"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "not a valid config option" not in done.stdout


def test_container_files_are_sound() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert container["forwardPorts"] == [8501]
    assert "HEALTHCHECK" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_dockerfile_is_clean() -> None:
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if linter is None:
        pytest.skip("hadolint has no wheel for this machine")
    done = subprocess.run([linter, "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


# The theme


def luminance(colour: str) -> float:
    """Relative luminance of ``#RRGGBB`` as WCAG 2 defines it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("ink", ["textColor", "primaryColor", "linkColor", "codeTextColor"])
@pytest.mark.parametrize("paper", ["backgroundColor", "secondaryBackgroundColor"])
def test_text_stands_out(name: str, ink: str, paper: str) -> None:
    assert contrast(THEME[name][ink], THEME[name][paper]) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_marks_and_borders_stand_out(name: str) -> None:
    theme = THEME[name]
    for colour in [*theme["chartCategoricalColors"], theme["borderColor"]]:
        assert contrast(colour, theme["backgroundColor"]) >= 3, colour


def test_what_is_taken_along_has_the_colours_of_the_page() -> None:
    theme_css, card_js = (
        (ROOT / "components" / name).read_text(encoding="utf-8").lower()
        for name in ("takeaway/page/theme.css", "classroom/phone/card.js")
    )
    hues = {name: [colour.lower() for colour in THEME[name]["chartCategoricalColors"]] for name in ("light", "dark")}
    assert all(",".join(colours) in theme_css for colours in hues.values())
    assert ", ".join(f'"{colour}"' for colour in hues["light"][:4]) in card_js


def test_a_phone_begins_at_one_width() -> None:
    styles = [path.read_text(encoding="utf-8") for path in ROOT.glob("[cp]*/**/*.css")]
    widths = re.findall(r"@media \((max|min)-width: (6[0-9]{2})px\)", "".join(styles))
    assert set(widths) == {("max", "640"), ("min", "641")}
    assert "width <" not in "".join(styles)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_sequential_colours_go_away_from_the_page(name: str) -> None:
    theme = THEME[name]
    away = [contrast(colour, theme["backgroundColor"]) for colour in theme["chartSequentialColors"]]
    assert len(away) == 10
    assert all(first < other for first, other in pairwise(away))


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_words_on_a_primary_button_stand_out(name: str) -> None:
    css = (ROOT / "pages" / "parts" / "frame.css").read_text(encoding="utf-8")
    rules = re.findall(r'\[data-testid\^="stBaseButton-primary"\][^{]*\{([^}]*)\}', css)
    assert len(rules) == 2  # at rest, and when it is pointed at
    for rule in rules:
        colours = dict(re.findall(r"(?m)^\s*(color|background):\s*(#[0-9a-f]{3,6})", rule))
        assert contrast(_six_digits(colours["color"]), _six_digits(colours["background"])) >= 4.5
    at_rest = re.search(r"background:\s*(#\w+)", rules[0])
    assert at_rest
    assert contrast(at_rest[1], THEME[name]["backgroundColor"]) >= 3


def _six_digits(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def test_themes_fetch_nothing() -> None:
    assert "http" not in json.dumps(THEME)
    assert {THEME["font"], THEME["headingFont"], THEME["codeFont"]} <= {"sans-serif", "serif", "monospace"}
