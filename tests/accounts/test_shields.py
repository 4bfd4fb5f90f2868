"""Every player has a shield, from the username or chosen, wherever the name is shown."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.shields import CHARGES, DIVISIONS, TINCTURES, Shield, shield_of, variations

CHOSEN = Shield("bend", "anchor", "green")
ADDRESS = "/settings/shield/"


def test_shield_of_name_is_same_in_any_case() -> None:
    assert Shield.seeded("Anna") == Shield.seeded("aNNa")


def test_names_lead_to_every_division_charge_and_tincture() -> None:
    seen = [Shield.seeded(f"player-{number}") for number in range(500)]
    assert {shield.division for shield in seen} == set(DIVISIONS)
    assert {shield.charge for shield in seen} == set(CHARGES)
    assert {shield.tincture for shield in seen} == set(TINCTURES)


def test_stored_text_is_read_back() -> None:
    assert shield_of(CHOSEN.dump(), "anna") == CHOSEN


@pytest.mark.parametrize("text", ["", "bend", "bend-anchor-pink", "--", "red-anchor-bend"])
def test_text_that_names_no_shield_leads_to_that_of_the_name(text: str) -> None:
    assert shield_of(text, "anna") == Shield.seeded("anna")


def test_variations_differ_in_one_part() -> None:
    found = variations(CHOSEN)
    assert [part for part, _title, _choices in found] == list(Shield._fields)
    for part, _title, choices in found:
        assert [one.shield for one in choices if one.chosen] == [CHOSEN]
        for one in choices:
            assert one.shield._replace(**{part: getattr(CHOSEN, part)}) == CHOSEN


@pytest.mark.django_db
def test_chosen_shield_is_shown_with_name_until_taken_back(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = f"/players/{anna.username}/"
    assert Shield.seeded("anna").svg("large") in client.get(page).content.decode()
    answer = client.post(ADDRESS, CHOSEN._asdict())
    assert answer["Location"] == page
    assert CHOSEN.svg("large") in client.get(page).content.decode()
    client.post(ADDRESS, {"from_name": "1"})
    assert Shield.seeded("anna").svg("large") in client.get(page).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong", [{"charge": "unicorn"}, {"tincture": ""}, {"division": "x" * 999}]
)
def test_unknown_shield_is_refused_and_nothing_changes(
    client: Client, anna: User, wrong: dict[str, str]
) -> None:
    client.force_login(anna)
    client.post(ADDRESS, CHOSEN._asdict())
    answer = client.post(ADDRESS, {**CHOSEN._asdict(), **wrong})
    assert answer.status_code == 400
    assert "Choose one of the shields shown here." in answer.content.decode()
    anna.refresh_from_db()
    assert anna.shield == CHOSEN
