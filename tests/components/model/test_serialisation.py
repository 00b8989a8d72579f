"""Frozen dataclasses survive being written as JSON and read again."""

import math
from dataclasses import dataclass, field
from enum import StrEnum

import pytest

from components.model.serialisation import from_json, from_plain, from_tagged_json, to_json, to_plain, to_tagged_json


class _Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class _Inner:
    colour: _Colour
    pairs: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class _Outer:
    name: str
    inner: _Inner | None
    loss: float = 0.0
    ends: tuple[float, float] = (0.0, 1.0)
    children: tuple[_Inner, ...] = field(default=())


VALUES = (
    _Outer("“a”\n", None),
    _Outer("b", _Inner(_Colour.RED, (("x", 1), ("y", 2))), 0.25, (2.0, 3.0), (_Inner(_Colour.RED),)),
    _Outer("c", None, math.inf),
)


@pytest.mark.parametrize("value", VALUES)
def test_a_value_is_the_same_after_being_written(value: _Outer) -> None:
    assert from_json(_Outer, to_json(value)) == value
    assert from_json(_Outer, to_json(value, indent=1)) == value
    assert from_plain(_Outer, to_plain(value)) == value
    assert "\n" not in to_json(value)


def test_a_container_of_values_is_the_same_too() -> None:
    assert from_json(tuple[_Outer, ...], to_json(VALUES)) == VALUES


def test_a_number_that_is_none_stays_so() -> None:
    assert math.isnan(from_json(_Outer, to_json(_Outer("", None, math.nan))).loss)


def test_missing_values_take_their_defaults_and_unknown_ones_are_ignored() -> None:
    assert from_json(_Outer, '{"name": "a", "inner": null, "more": 1}') == _Outer("a", None)


def test_a_whole_number_is_read_as_a_float() -> None:
    loss = from_json(_Outer, '{"name": "a", "inner": null, "loss": 1}').loss
    assert isinstance(loss, float)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{}", '{"name": 1, "inner": null}', '{"name": "", "inner": {"colour": "blue"}}', '{"name": ""}'],
)
def test_what_is_no_such_value_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"_Outer|Expecting"):
        from_json(_Outer, text)


@pytest.mark.parametrize("value", [*VALUES, _Inner(_Colour.RED)])
def test_a_tagged_value_is_read_as_what_it_was(value: _Outer | _Inner) -> None:
    line = to_tagged_json(value)
    read = from_tagged_json((_Inner, _Outer), line)
    assert type(read) is type(value)
    assert read == value
    assert "\n" not in line


@pytest.mark.parametrize(
    "text", ['{"kind": "Exit", "values": {}}', '{"kind": ["_Inner"]}', '{"kind": "_Outer"}', "[]", "null", "x", ""]
)
def test_a_tag_of_another_class_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not one of|not a _Outer|Expecting value"):
        from_tagged_json((_Inner, _Outer), text)
