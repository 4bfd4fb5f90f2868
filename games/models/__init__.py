from games.models.chat import ChatLine, Muted
from games.models.evening import Attendance, Evening
from games.models.invitation import Invitation
from games.models.match import Event, Match, MatchSecret, Player
from games.models.notices import Delivery, Mailing, Notice, PushDevice, Webhook
from games.models.rating import Annulment, Ladder, Rating, RatingEntry, SeasonRating
from games.models.ticket import Pool, Ticket
from games.models.vacation import Vacation

__all__ = [
    "Annulment",
    "Attendance",
    "ChatLine",
    "Delivery",
    "Evening",
    "Event",
    "Invitation",
    "Ladder",
    "Mailing",
    "Match",
    "MatchSecret",
    "Muted",
    "Notice",
    "Player",
    "Pool",
    "PushDevice",
    "Rating",
    "RatingEntry",
    "SeasonRating",
    "Ticket",
    "Vacation",
    "Webhook",
]
