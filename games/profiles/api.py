"""Users as JSON: oneself, others by their names, follows, ratings."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import AccessToken, Scope
from accounts.permissions import may_play, may_play_rated
from accounts.services import follows
from games.engine.contract import Json
from games.matches.api.base import ApiView, TextOrNullField, UtcField, operation
from games.profiles.presenters.data import (
    describe_people,
    describe_person,
    person_named,
    ratings_for,
)
from games.profiles.presenters.people import find_page


class TokenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.values))
    expires_at = UtcField()


class MeSerializer(serializers.Serializer[Any]):
    """The owner of the token; `token` is null in a browser."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    guest = serializers.BooleanField(source="user.is_guest")
    bot = serializers.BooleanField(source="user.is_bot")
    language = serializers.CharField(source="user.language", allow_blank=True)
    may_play = serializers.BooleanField()
    may_play_rated = serializers.BooleanField()
    why_not = TextOrNullField()
    token = TokenSerializer(allow_null=True)


class PersonSerializer(serializers.Serializer[Json]):
    """A user as you see them; `here`: whether the user has a page open, if you may see that."""

    username = serializers.CharField()
    name = serializers.CharField()
    guest = serializers.BooleanField()
    bot = serializers.BooleanField()
    here = serializers.BooleanField()
    match = serializers.CharField(allow_null=True)
    follows = serializers.BooleanField()
    followed = serializers.BooleanField()


class PersonPageSerializer(PersonSerializer):
    """A user with their page; `run_by`: the owner of a bot's account, who answers for it."""

    about = serializers.CharField(allow_blank=True)
    joined = serializers.DateField()
    run_by = serializers.CharField(allow_null=True)


class PersonRatingSerializer(serializers.Serializer[Any]):
    """A rating in a ladder: the game and the class of tables."""

    game = serializers.CharField(source="ladder.game")
    size = serializers.ChoiceField(["2", "3+"], source="ladder.size")
    rating = serializers.IntegerField(source="value")
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    provisional = serializers.BooleanField()


class NameQuery(serializers.Serializer[Json]):
    name = serializers.CharField(max_length=60, help_text="the name or a part of it")


class MeView(ApiView):
    signed_in = True

    @operation("me", "Your account, and what your token may do", MeSerializer)
    def get(self, request: Request) -> Response:
        token = request.auth if isinstance(request.auth, AccessToken) else None
        play, rated = may_play(self.person), may_play_rated(self.person)
        found = {
            "user": self.person,
            "may_play": bool(play),
            "may_play_rated": bool(rated),
            "why_not": play.reason or rated.reason,
            "token": token,
        }
        return Response(MeSerializer(found).data)


class FollowingView(ApiView):
    signed_in = True

    @operation("following", "The users you follow", PersonSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(describe_people(self.person, follows.followed_by(self.person)))


class PeopleView(ApiView):
    query = NameQuery
    signed_in = True

    @operation(
        "find_people",
        "Users by any part of their names, with typos too",
        PersonSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        name = self.asked_for(request)["name"]
        found = find_page(self.person, name).found
        return Response(describe_people(self.person, [row.user for row in found]))


class PersonView(ApiView):
    @operation("person", "A user by username", PersonPageSerializer)
    def get(self, request: Request, username: str) -> Response:
        return Response(describe_person(request.user, person_named(username)))


class PersonRatingsView(ApiView):
    @operation(
        "ratings", "A user’s ratings, if you may see them", PersonRatingSerializer(many=True)
    )
    def get(self, request: Request, username: str) -> Response:
        found = ratings_for(request.user, person_named(username))
        return Response(PersonRatingSerializer(found, many=True).data)


class FollowView(ApiView):
    scope = Scope.CHALLENGE
    signed_in = True

    @operation("follow", "Follow a user", PersonPageSerializer)
    def put(self, request: Request, username: str) -> Response:
        person = person_named(username)
        follows.follow(self.person, person)
        return Response(describe_person(request.user, person))

    @operation("unfollow", "Unfollow a user", PersonPageSerializer)
    def delete(self, request: Request, username: str) -> Response:
        person = person_named(username)
        follows.unfollow(self.person, person)
        return Response(describe_person(request.user, person))
