"""Records of a club, from results in their order."""

from __future__ import annotations

from games.clubs.records import Kind, Record, Result, Seat, records_of


def won(winner: int, loser: int, **facts: object) -> Result:
    return Result("babel", (Seat(winner, 1, 30), Seat(loser, 2, 10)), **{"link": "/m/", **facts})  # type: ignore[arg-type]  # facts of any kind


def held(*results: Result, members: tuple[int, ...] = (1, 2, 3)) -> dict[Kind, Record]:
    return {record.kind: record for record in records_of(results, members)}


def test_sums_count_all_results_and_name_no_match() -> None:
    found = held(won(1, 2, link=""), won(1, 2, link=""), won(3, 1, link=""))
    assert found == {
        Kind.MATCHES: Record(Kind.MATCHES, 1, 3),
        Kind.STREAK: Record(Kind.STREAK, 1, 2),
    }


def test_equal_record_stays_with_its_first_holder() -> None:
    found = held(won(1, 2, link="/a/", decisions=9), won(2, 1, link="/b/", decisions=9))
    assert found[Kind.QUICKEST] == Record(Kind.QUICKEST, 1, 9, "babel", "/a/")
    assert found[Kind.SCORE] == Record(Kind.SCORE, 1, 30, "babel", "/a/")


def test_fewer_decisions_are_quicker_and_unknown_ones_are_not() -> None:
    found = held(won(1, 2, decisions=9), won(2, 1, decisions=7), won(3, 1, decisions=None))
    assert found[Kind.QUICKEST][1:3] == (2, 7)


def test_shared_first_place_ends_streak_and_wins_nothing() -> None:
    shared = Result("babel", (Seat(1, 1, 5), Seat(2, 1, 5)), decisions=3, link="/m/")
    found = held(won(1, 2), shared, won(1, 2))
    assert Kind.STREAK not in found
    assert Kind.QUICKEST not in found


def test_upset_is_against_settled_rating_only() -> None:
    early = held(*[won(1, 2)] * 4, won(2, 1))
    assert Kind.UPSET not in early
    upset = held(*[won(1, 2)] * 5, won(2, 1, link="/upset/"))[Kind.UPSET]
    assert (upset.user, upset.game, upset.link) == (2, "babel", "/upset/")
    assert upset.number > 100


def test_former_members_and_players_without_account_hold_none() -> None:
    results = [Result("babel", (Seat(None, 1, 90), Seat(2, 2, 20)), link="/m/"), won(1, 2)]
    found = held(*results, members=(2,))
    assert {record.user for record in found.values()} == {2}
    assert found[Kind.SCORE].number == 20
