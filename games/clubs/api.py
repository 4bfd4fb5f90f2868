"""The JSON API of clubs: find and read them, join and leave them, and their chat."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.chat.models import TEXT_LENGTH
from games.clubs.models import ABOUT_LENGTH, NAME_LENGTH, Club, Membership
from games.clubs.presenters import page_of
from games.clubs.records import Kind
from games.clubs.services import chat, founding, members
from games.clubs.services.founding import ClubAccess, ClubFacts, open_club
from games.engine.contract import Json
from games.matches.access import require_signed_in
from games.matches.api.base import KEY_PARAMETER, ApiView, TextOrNullField, UtcField, operation

LANGUAGES = ["", *dict(settings.LANGUAGES)]


class ClubHeadingSerializer(serializers.Serializer[Any]):
    """A club in a list; `members`: their number."""

    slug = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="club.name")
    about = serializers.CharField(source="club.about", allow_blank=True)
    language = serializers.ChoiceField(LANGUAGES, source="club.language")
    joining = serializers.ChoiceField(Club.Joining.values, source="club.joining")
    public = serializers.BooleanField(source="club.public")
    founded_at = UtcField(source="club.founded_at")
    members = serializers.IntegerField()


class ClubMemberSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    role = serializers.ChoiceField(Membership.Role.values)


class ClubRatingSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(source="user.username")
    rating = serializers.IntegerField(source="value")
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()


class ClubLadderSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(source="game.slug")
    rows = ClubRatingSerializer(many=True)


class ClubRecordSerializer(serializers.Serializer[Any]):
    """A record of the club; `game` and `link` are null for sums over all games."""

    kind = serializers.ChoiceField(list(Kind), source="record.kind")
    game = TextOrNullField(source="record.game")
    username = serializers.CharField(source="user.username")
    number = serializers.IntegerField(source="record.number")
    link = TextOrNullField(source="record.link")


class ClubSerializer(ClubHeadingSerializer):
    """A club; `role`: yours; `requested`: whether you ask to join; `requests`: for organisers."""

    members = serializers.IntegerField(source="count")
    role = serializers.ChoiceField(
        Membership.Role.values, source="access.membership.role", allow_null=True
    )
    requested = serializers.BooleanField(source="asked")
    people = ClubMemberSerializer(source="members", many=True)
    requests = serializers.ListField(child=serializers.CharField(), source="asking")
    ladders = ClubLadderSerializer(many=True)
    records = ClubRecordSerializer(many=True)
    matches = serializers.ListField(child=serializers.CharField(), source="match_ids")


class ClubQuery(serializers.Serializer[Json]):
    name = serializers.CharField(
        max_length=NAME_LENGTH, required=False, help_text="a part of the name"
    )


class ClubFactsSerializer(serializers.Serializer[Json]):
    name = serializers.CharField(max_length=NAME_LENGTH)
    about = serializers.CharField(max_length=ABOUT_LENGTH, required=False, allow_blank=True)
    language = serializers.ChoiceField(LANGUAGES, required=False)
    joining = serializers.ChoiceField(Club.Joining.values, required=False)
    public = serializers.BooleanField(required=False)


class ClubLineSerializer(serializers.Serializer[Any]):
    """A line and its author: null if the account is gone."""

    id = serializers.IntegerField()
    username = serializers.CharField(source="author.username", allow_null=True)
    name = serializers.CharField(source="author.name", allow_null=True)
    text = serializers.CharField()
    at = UtcField()


class ClubTextSerializer(serializers.Serializer[Json]):
    text = serializers.CharField(max_length=TEXT_LENGTH)


class ClubApiView(ApiView):
    """Base of API views about one club."""

    def open_club(self, request: Request, club_slug: str) -> ClubAccess:
        return open_club(request.user, club_slug, self.opened_keys(request))

    def club(self, request: Request, club_slug: str, status: int = 200) -> Response:
        """Return the club as the caller may see it now."""
        page = page_of(self.open_club(request, club_slug))
        return Response(ClubSerializer(page).data, status=status)


class ClubsView(ClubApiView):
    query = ClubQuery
    scope = Scope.CLUBS

    @operation(
        "clubs",
        "The public clubs, or those whose name contains a text",
        ClubHeadingSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        found = founding.public_clubs(self.asked_for(request).get("name", ""))
        return Response(ClubHeadingSerializer(found, many=True).data)

    @operation(
        "found_club",
        "Found a club",
        ClubSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
        request=ClubFactsSerializer,
    )
    def post(self, request: Request) -> Response:
        given = self.given(request, ClubFactsSerializer)
        club = founding.found(require_signed_in(request.user), ClubFacts(**given))
        return self.club(request, club.slug, status=201)


class ClubView(ClubApiView):
    @operation("club", "A club: its members, ladders and matches", ClubSerializer)
    def get(self, request: Request, club_slug: str) -> Response:
        return self.club(request, club_slug)


class MembershipView(ClubApiView):
    scope = Scope.CLUBS

    @operation("join_club", "Join a club, or ask to join it", ClubSerializer)
    def put(self, request: Request, club_slug: str) -> Response:
        members.join(self.open_club(request, club_slug))
        return self.club(request, club_slug)

    @operation("leave_club", "Leave a club, or take your request back")
    def delete(self, request: Request, club_slug: str) -> Response:
        members.leave(self.open_club(request, club_slug))
        return Response(status=204)


class ClubChatView(ClubApiView):
    scope = Scope.CHAT

    @operation(
        "club_chat",
        "The newest messages of a club; none unless you are a member",
        ClubLineSerializer(many=True),
    )
    def get(self, request: Request, club_slug: str) -> Response:
        lines = chat.lines(self.open_club(request, club_slug))
        return Response(ClubLineSerializer(lines, many=True).data)

    @operation(
        "say_in_club",
        "Write a message to the members",
        ClubLineSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
        request=ClubTextSerializer,
    )
    def post(self, request: Request, club_slug: str) -> Response:
        given = self.given(request, ClubTextSerializer)
        line = chat.post_line(self.open_club(request, club_slug), given["text"])
        return Response(ClubLineSerializer(line).data, status=201)
