"""A cloud of words: two kinds told apart by more than colour, letters as large as the table says."""

import pandas as pd

from components.charts.cloud import ROW_HEIGHT, word_cloud

TABLE = pd.DataFrame(
    {
        "word": ["pier", "boat"],
        "said": [3, 0],
        "probability": [0.001, 0.07],
        "chance": ["0.1%", "7.0%"],
        "size": [44.0, 18.0],
        "row": [0, 1],
    }
)


def test_words_are_written_where_and_as_large_as_the_table_says() -> None:
    spec = word_cloud(TABLE).to_dict()
    model_words, guessed = spec["layer"]
    assert (model_words["mark"]["fontStyle"], guessed["mark"]["fontWeight"]) == ("italic", 600)
    assert [layer["transform"] for layer in (model_words, guessed)] == [
        [{"filter": "datum.said == 0"}],
        [{"filter": "datum.said > 0"}],
    ]
    low, high = guessed["encoding"]["x"]["scale"]["domain"]
    assert low < 0.001
    assert high > 0.07
    assert guessed["encoding"]["size"]["scale"] is None
    assert spec["height"] == 2 * ROW_HEIGHT
