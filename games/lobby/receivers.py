"""What the lobby adds to matches: the waiting room, rematches, and invitations."""

from games.lobby.fragments import waiting_room_fragment
from games.lobby.presenters.lobby import rematch_for
from games.lobby.services.admission import is_invited
from games.matches.hooks import hooks

hooks.may_view.append(is_invited)
hooks.rematch = rematch_for
hooks.waiting_room = waiting_room_fragment
