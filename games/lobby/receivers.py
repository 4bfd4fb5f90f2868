"""What the lobby adds to matches: the waiting room, rematches, and invitations."""

from accounts.permissions import rated_checks
from games.lobby.fragments import waiting_room_fragment
from games.lobby.presenters.lobby import rematch_for
from games.lobby.services.admission import is_invited, may_go_on_rated
from games.matches.hooks import hooks

rated_checks.append(may_go_on_rated)
hooks.may_view.append(is_invited)
hooks.rematch = rematch_for
hooks.waiting_room = waiting_room_fragment
