"""Names of parameters: every one that a view, a tour or an old link uses is known."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS
from pages.parts.links.known import PARAMETERS, is_known_parameter, similar_parameter
from pages.parts.links.moved import MOVED_VIEWS
from pages.parts.links.old import OLD_FIRST, OLD_NAMES, OLD_OPTIONS
from pages.parts.rooms import PAGES
from pages.parts.search.entries import search_entries

# Functions of pages/parts/settings.py, and where the parameter's name stands among their arguments.
NAME_AT = dict.fromkeys(("choice", "option", "number", "amount", "text", "suggested_text", "lines", "long_text"), 1) | {
    "linked_expander": 1,
    "switch": 1,
    **dict.fromkeys(
        ("linked_number", "linked_index", "linked_amount", "linked_choice", "write_number", "set_choice"), 0
    ),
    "report_link_value": 0,
}


def _constants(tree: ast.Module) -> dict[str, str]:
    """The module's names for strings."""
    constants = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=False))
            else:
                pairs = [(target, value)]
            for name, each in pairs:
                if isinstance(name, ast.Name) and isinstance(each, ast.Constant) and isinstance(each.value, str):
                    constants[name.id] = each.value
    return constants


def _names_in_code() -> Iterator[tuple[str, str]]:
    """The names that calls in ``pages`` give to settings, each with its file."""
    for file in sorted(PAGES.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        constants = _constants(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = NAME_AT.get(node.func.id)
                argument = node.args[place] if place is not None and len(node.args) > place else None
                if isinstance(argument, ast.Name) and argument.id in constants:
                    yield constants[argument.id], file.name
                elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, file.name


def test_every_setting_in_the_code_is_known() -> None:
    names = list(_names_in_code())
    assert len({name for name, _ in names}) > 100
    assert [pair for pair in names if not is_known_parameter(pair[0])] == []


def test_every_name_of_a_tour_of_the_search_and_of_an_old_link_is_known() -> None:
    stops = [stop for tour in shipped_tours(PATHS).values() for stop in tour.stops]
    names = {name for stop in stops for name in stop.parameters}
    for entry in search_entries():
        names |= {name for name, _ in parse_qsl(urlsplit(entry.href).query)}
    old = json.loads(Path(__file__).with_name("old_links.json").read_text(encoding="utf-8"))
    names |= {name for link in old for name in link["link"]} | set(OLD_NAMES.values())
    names |= {name for _, settings in OLD_FIRST.values() for name in settings}
    names |= {name for options in OLD_OPTIONS.values() for name in options}
    for moved in (moved for views in MOVED_VIEWS.values() for moved in views.values()):
        names |= {*moved.settings, *moved.renamed, *moved.renamed.values()}
    assert {"sentence", "mode", "way"} <= names
    assert {name for name in names if not is_known_parameter(name)} == set()


@pytest.mark.parametrize("name", ["utm_campaign", "fbclid", "gclid", "mc_eid", "_hsenc", "ref", "embed", "w-blank"])
def test_what_other_programs_add_is_no_mistake(name: str) -> None:
    assert is_known_parameter(name)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sentance", "sentence"),
        ("Mode", "mode"),
        ("layr", "layer"),
        ("t", "T"),
        ("foo", ""),
        ("", ""),
        ("q" * 9999, ""),
    ],
)
def test_a_similar_name_is_suggested(typed: str, meant: str) -> None:
    assert similar_parameter(typed) == meant
    assert typed not in PARAMETERS
