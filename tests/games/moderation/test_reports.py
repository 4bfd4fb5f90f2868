"""Reports from a table: who can be reported, and the evidence."""

import json
import re

import pytest
from django.test import Client

from accounts.models import Report, User
from games.matches.models import Match
from tests.helpers.matches import (
    CHOOSE,
    act,
    mover,
    people,
    person,
    position_of,
    seat_of,
    signed_in,
    started,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    match = started(*people("Anna", "Berta"), bots=("easy",))
    while position_of(match).to_move() != (seat_of(match, User.objects.get(username="Berta")),):
        act(match, mover(match), {"type": "decline"})
    act(match, mover(match), CHOOSE)
    return match


def test_running_table_offers_reports_of_other_people(match: Match) -> None:
    anna = User.objects.get(username="Anna")
    client, url = signed_in(anna), f"/matches/{match.id}/report/"
    assert url in client.get(match.get_absolute_url()).content.decode()
    page = client.get(url).content.decode()
    seats = [seat_of(match, User.objects.get(username=name)) for name in ("Berta", "Anna")]
    listed = [f"/players/{seat}/report/" in page for seat in seats]
    assert listed == [True, False], "the viewer and bots are not offered"
    assert len(re.findall(r"/players/\d+/report/", page)) == 1
    assert Client().get(url).status_code == 401


def test_report_contains_public_log(match: Match) -> None:
    berta = User.objects.get(username="Berta")
    seat = seat_of(match, berta)
    url = f"/matches/{match.id}/players/{seat}/report/"
    words = {"reason": "stalling", "note": "Minutes for every card."}
    assert signed_in(User.objects.get(username="Anna")).post(url, words).status_code == 302
    made = Report.objects.get()
    assert (made.subject, made.case.about) == ("match", berta)
    assert any("Parma" in line for line in made.evidence["lines"])
    hand = position_of(match).view(seat)["hands"][seat]
    kept = json.dumps(made.evidence)
    assert not any(f'"{card}"' in kept for card in hand)


def test_spectator_may_report_player(match: Match) -> None:
    seat = seat_of(match, User.objects.get(username="Berta"))
    url = f"/matches/{match.id}/players/{seat}/report/"
    assert signed_in(person("Stranger")).post(url, {"reason": "abuse"}).status_code == 302
    assert Report.objects.count() == 1
