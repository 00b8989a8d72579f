"""The still drawing of an encoder–decoder: which tokens a layer may take from, in each of its halves."""

import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from components.masks.charts.halves import halves_drawing
from components.masks.tables.halves import (
    ARC,
    BAND,
    DECODER,
    ENCODER,
    LINK,
    SIDES,
    TOKEN_LIMIT,
    halves_finding,
    halves_table,
    nearby_tokens,
    token_place,
    words_table,
)
from components.model.family_members import FamilyMember, family_member

T5 = family_member("t5-small")
WORDS, FOLLOWED = ["the", "[MASK]", "scored", "two", "goals", "."], 1
TOKENS = len(WORDS)
TABLE, FEET = halves_table(T5, TOKENS, FOLLOWED), words_table(WORDS, FOLLOWED)


def ends(half: str) -> list[tuple[int, float, float, float, float]]:
    """Of every arc its layer, and where it begins and ends."""
    arcs = TABLE[(TABLE["half"] == half) & (TABLE["kind"] == ARC)].sort_values("order").groupby("line")
    first, last = arcs.first(), arcs.last()
    return list(zip(first["layer"], first["x"], first["y"], last["x"], last["y"], strict=True))


@pytest.mark.parametrize(("half", "layers"), [(ENCODER, T5.shape.layers), (DECODER, T5.shape.decoder_layers)])
def test_each_half_has_as_many_bands_as_it_has_layers(half: str, layers: int) -> None:
    bands = TABLE[(TABLE["half"] == half) & (TABLE["kind"] == BAND)]
    assert sorted(bands["layer"].unique()) == [*range(1, layers + 1)]
    assert bands["line"].nunique() == layers


def test_every_layer_of_the_decoder_takes_from_the_left_alone() -> None:
    assert len(ends(DECODER)) == T5.shape.decoder_layers * FOLLOWED
    assert all(x < to == token_place(DECODER, FOLLOWED, TOKENS) for _, x, _, to, _ in ends(DECODER))


def test_every_layer_of_the_encoder_takes_from_all_other_tokens() -> None:
    followed = token_place(ENCODER, FOLLOWED, TOKENS)
    places = [token_place(ENCODER, token, TOKENS) for token in range(TOKENS) if token != FOLLOWED]
    assert min(places) < followed < max(places)
    for layer in range(1, T5.shape.layers + 1):
        arcs = [each for each in ends(ENCODER) if each[0] == layer]
        assert sorted(x for _, x, *_ in arcs) == pytest.approx(places)
        assert all(to == followed and layer - 1 == y < up < layer for _, _, y, to, up in arcs)


def test_every_layer_of_the_decoder_takes_from_the_top_of_the_encoder() -> None:
    links = ends(LINK)
    assert [layer for layer, *_ in links] == [*range(1, T5.shape.decoder_layers + 1)]
    assert {(x, y) for _, x, y, _, _ in links} == {(SIDES[ENCODER][1], T5.shape.layers)}
    assert all(to == SIDES[DECODER][0] and layer - 1 < up < layer for layer, _, _, to, up in links)


@pytest.mark.parametrize("member", [family_member("bert-base"), family_member("gpt2")], ids=lambda member: member.key)
def test_a_model_of_one_half_has_no_such_drawing(member: FamilyMember) -> None:
    with pytest.raises(ValueError, match=member.name):
        halves_table(member, TOKENS, FOLLOWED)


def test_the_sentence_has_the_layers_of_all_three() -> None:
    text = halves_finding(T5, family_member("bert-base"), family_member("gpt2"))
    assert "6 layers" in text
    assert text.count("12 layers") == 2


def test_the_drawing_can_be_drawn() -> None:
    names = {half: (f"long {half}", f"short {half}") for half in (ENCODER, LINK, DECODER)}
    drawn = vl_convert.vegalite_to_svg(halves_drawing(TABLE, FEET, names).properties(width=900).to_json())
    assert all(f"long {half}" in drawn for half in names)
    assert drawn.count(">scored<") == 2  # below both halves
    narrow = vl_convert.vegalite_to_svg(halves_drawing(TABLE, FEET, names).properties(width=300).to_json())
    assert ">scored<" not in narrow
    assert all(f"short {half}" in narrow and f"long {half}" not in narrow for half in names)


@given(st.integers(1, 60).flatmap(lambda count: st.tuples(st.just(count), st.integers(0, count - 1))))
def test_of_a_long_text_as_much_is_drawn_as_fits_and_the_followed_token_is_in_it(case: tuple[int, int]) -> None:
    count, followed = case
    shown, place = nearby_tokens([str(token) for token in range(count)], followed)
    assert len(shown) == min(count, TOKEN_LIMIT)
    assert shown[place].strip("… ") == str(followed)
    assert shown[0].startswith("…") == (place < followed)
    assert shown[-1].endswith("…") == (followed - place + len(shown) < count)
