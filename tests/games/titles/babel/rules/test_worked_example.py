"""The rulebook's worked example, step by step."""

from tests.games.titles.babel.rules.tables import at, cards, code_of, play, site, table


def test_worked_example_of_rulebook_plays_as_described() -> None:
    position = table(
        ("AHS", "MSHPAMM"),
        sites={
            "hittite": site("SSSSAPP", "PSAAM", their=[1, 2, 3, 4, 5, 6]),
            "sumerian": site("PP"),
            "assyrian": site("HH", their=[1, 2, 3]),
        },
    )
    play(position, "power", power="bribe")
    assert (at(position, 0, "hittite"), at(position, 1, "hittite")) == ("SSSAPPM", "PSAA")

    play(position, "migrate", from_="hittite", to="sumerian")
    assert (at(position, 0, "sumerian"), at(position, 0, "hittite")) == ("PPPPM", "SSSA")

    play(position, "power", power="bribe")
    assert (at(position, 0, "hittite"), at(position, 1, "hittite")) == ("SSAAA", "PS")

    play(position, "power", power="raze")
    assert at(position, 0, "hittite") == "SSAA"
    assert position.temple_deck[:-7:-1] == [1, 2, 3, 4, 5, 6]
    assert position.known == 6

    play(position, "travel", tribe="assyrian")
    play(position, "settle", tribe="hittite")
    assert at(position, 0, "assyrian") == "HHH"

    play(position, "power", power="steal")
    assert position.temples[0]["assyrian"] == [3]
    assert position.temples[1]["assyrian"] == [1, 2]
    assert at(position, 0, "assyrian") == "HH"

    play(position, "travel", tribe="sumerian")
    assert position.hands[0] == []
    for left, row in ((4, "PPPM"), (2, "PPM")):
        play(position, "power", power="halve")
        assert at(position, 0, "sumerian") == row
        while position.phase == "halve":
            play(position, "discard", tribe=position.hands[1][0])
        assert len(position.hands[1]) == left
    assert code_of(position, "power", power="halve", run=0) == "illegal-move"

    play(position, "end")
    assert position.rows[0] == [2, 1]
    assert position.turn == 1
    assert position.view(None)["known"] == [6, 5, 4, 3]
    assert len(position.hands[1]) == 5
    assert cards("M") == ["mede"]
