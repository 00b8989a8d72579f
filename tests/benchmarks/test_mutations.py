"""The list of broken functions fits the code, and a change is made and taken back in a copy of the tree only."""

import ast

import pytest

from benchmarks.mutations import ROOT, mutated_file, read_mutations

MUTATIONS = read_mutations()


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.change)
def test_every_change_still_fits_its_file(mutation) -> None:
    text = (ROOT / mutation.file).read_text(encoding="utf-8")
    broken = mutation.mutated(text)  # an error if the code has moved
    assert broken != text
    if mutation.file.endswith(".py"):
        ast.parse(broken)  # so that a test notices what it computes, not that it cannot be read
    assert mutation.tests
    assert all((ROOT / test).exists() for test in mutation.tests)


def test_a_change_is_taken_back(tmp_path) -> None:
    mutation = MUTATIONS[0]
    path = tmp_path / mutation.file
    path.parent.mkdir(parents=True)
    path.write_text(f"before {mutation.old} behind", encoding="utf-8")
    with mutated_file(tmp_path, mutation):
        assert path.read_text(encoding="utf-8") == f"before {mutation.new} behind"
    assert path.read_text(encoding="utf-8") == f"before {mutation.old} behind"
    with pytest.raises(ValueError, match=mutation.file):
        mutation.mutated(2 * mutation.old)
