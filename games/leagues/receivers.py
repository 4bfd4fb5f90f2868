"""Hooks of leagues: results, banned founders, members who leave a club, and dissolved clubs."""

from django.db.models.signals import post_delete, pre_delete
from django.dispatch import receiver

from accounts.models import Sanction
from accounts.signals import sanctioned
from games.archive.hooks import kinds
from games.clubs import hooks as club_hooks
from games.clubs.models import Club, Membership
from games.ladders.signals import match_annulled
from games.leagues.occasions import LEAGUES
from games.leagues.presenters import club_section
from games.leagues.services import fixtures, seasons, team_running, teams
from games.leagues.team_presenters import teams_section
from games.matches import hooks as match_hooks
from games.matches.signals import called_off_absent, match_finished

kinds.register(LEAGUES)
match_finished.connect(fixtures.note_result)
called_off_absent.connect(fixtures.note_absent)
match_annulled.connect(fixtures.note_annulled)
match_finished.connect(team_running.note_result)
called_off_absent.connect(team_running.note_absent)
match_annulled.connect(team_running.note_annulled)
match_hooks.given_seats.register(team_running.given_seats)
club_hooks.sections.register(club_section)
club_hooks.sections.register(teams_section)


@receiver(sanctioned)
def close_leagues_of_banned(sanction: Sanction, **signal: object) -> None:
    """Close the own leagues of a banned user that take players, since the user can't run them."""
    if sanction.kind == Sanction.Kind.BAN and sanction.in_force:
        seasons.close_own(sanction.user)


@receiver(post_delete, sender=Membership)
def withdraw_former_member(instance: Membership, **signal: object) -> None:
    """Take a former member out of the club's leagues and team matches."""
    seasons.withdraw_all(instance.user, club=instance.club_id)
    teams.remove_member(instance.user, instance.club_id)
    if not instance.club.public:
        seasons.forget_invitations(instance.club, instance.user_id)


@receiver(pre_delete, sender=Club)
def end_contests_of_dissolved_club(instance: Club, **signal: object) -> None:
    """Close the club's leagues, whose tables stay, and call off its team matches."""
    seasons.close_all(instance)
    teams.drop_all(instance)
