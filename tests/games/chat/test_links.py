"""Links in chat lines: matches of this site and user names; everything else stays text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chat.links import MENTIONS_MOST, Part, names_in, parts_of

SITES = {"tavola.example", "localhost"}
PEOPLE = {"anna": "/players/Anna/", "kim_2": "/players/kim_2/"}


def links(text: str) -> list[tuple[str, str]]:
    return [(one.text, one.path) for one in parts_of(text, SITES, PEOPLE) if one.path]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("look at /matches/abcdefghjk/", [("/matches/abcdefghjk/", "/matches/abcdefghjk/")]),
        ("(/matches/abcdefghjk/)", [("/matches/abcdefghjk/", "/matches/abcdefghjk/")]),
        (
            "https://tavola.example/matches/abcdefghjk/replay/?at=12#board, see",
            [
                (
                    "https://tavola.example/matches/abcdefghjk/replay/?at=12#board",
                    "/matches/abcdefghjk/replay/?at=12#board",
                )
            ],
        ),
        (
            "http://localhost:8000/players/Anna/!",
            [("http://localhost:8000/players/Anna/", "/players/Anna/")],
        ),
        ("@Anna, look", [("@Anna", "/players/Anna/")]),
        ("@ANNA.", [("@ANNA", "/players/Anna/")]),
        ("@kim_2님 안녕", [("@kim_2", "/players/kim_2/")]),
        ("@Anna @kim_2", [("@Anna", "/players/Anna/"), ("@kim_2", "/players/kim_2/")]),
    ],
)
def test_links_are_found(text: str, found: list[tuple[str, str]]) -> None:
    assert links(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "https://elsewhere.example/matches/abcdefghjk/",
        "https://tavola.example.evil.example/matches/abcdefghjk/",
        "https://tavola.example@evil.example/matches/abcdefghjk/",
        "//evil.example/matches/abcdefghjk/",
        "https://[/matches/abcdefghjk/",
        "javascript:/matches/abcdefghjk/",
        "/matches/abcdefghjk",
        "/matches/../admin/",
        "/settings/",
        "mail@Anna",
        "@Annabel",
        "@Anna-Maria",
        "@nobody",
        "@ Anna",
        "<a href='/x/'>x</a>",
    ],
)
def test_plain_text_has_no_links(text: str) -> None:
    assert links(text) == []
    assert parts_of(text, SITES, PEOPLE) == [Part(text)]


@given(st.text(st.sampled_from("@Anna /matches/bcdefg:.https<>&#?=\u200d한") | st.characters()))
def test_parts_of_line_join_to_original_text(text: str) -> None:
    parts = parts_of(text, SITES, PEOPLE)
    assert "".join(part.text for part in parts) == text
    assert all(
        part.path == "" or part.path.startswith(("/matches/", "/players/")) for part in parts
    )


def test_mentioned_names_are_unique_and_limited() -> None:
    assert names_in("@Anna and @anna and @Berta") == ["anna", "Berta"]
    crowd = " ".join(f"@Person{n}" for n in range(40))
    assert len(names_in(crowd)) == MENTIONS_MOST
