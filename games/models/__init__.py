from games.models.chat import ChatLine
from games.models.match import Event, Match, MatchSecret, Player

__all__ = ["ChatLine", "Event", "Match", "MatchSecret", "Player"]
