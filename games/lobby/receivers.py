"""What the lobby adds to matches: the waiting room, rematches, and invitations."""

from games.lobby.fragments import waiting_room_fragment
from games.lobby.presenters.lobby import rematch_for
from games.lobby.services.admission import is_invited
from games.matches.extras import extras

extras.may_look.append(is_invited)
extras.rematch = rematch_for
extras.waiting_room = waiting_room_fragment
