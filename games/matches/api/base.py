"""The base of all JSON API views: callers, errors, bodies, ETags and repeated writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC
from hashlib import blake2b
from typing import Any, ClassVar, TypeVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.exceptions import APIException, MethodNotAllowed, UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import SCHEME
from accounts.http import Visitor
from accounts.models import Scope, StoredAnswer, User
from accounts.services import stored_answers
from accounts.services.stored_answers import AnsweredBefore
from games.engine.contract import Json
from games.engine.refusals import Refusal
from games.matches.access import open_match, require_seat, require_signed_in
from games.matches.api.bodies import Shape, read, read_body
from games.matches.api.serializers import RefusalSerializer, StateSerializer
from games.matches.client_json import SHOWN, require_known
from games.matches.decorators import describe_refusal_for_programs, invited
from games.matches.presenters.rendering import answered_state, state_of
from games.matches.refusals import BadBody, WrongMethod
from games.matches.services import attendance, time_source
from games.matches.viewing import Access

RETRY_AFTER = 60
"""Seconds, if a limit does not know when the next request may succeed."""
MOST_KEYS = 5
KEY_QUERY = "key"
"""The query parameter of every address that carries the key of an invitation link."""
KEY_HEADER = "Idempotency-Key"
V = TypeVar("V", bound=APIView)
F = TypeVar("F", bound=Callable[..., Any])
REPLAYED_HEADER = "Idempotency-Replayed"
JSON = "application/json"
EXPOSED = "ETag, RateLimit, RateLimit-Policy, Retry-After"
"""The headers that pages of other sites may read."""
READS = ("GET", "HEAD")
Act = Callable[[Visitor, str, Json, object], Access]
"""(user, match id, body, the question it answers) → the match after it."""
Answers = dict[int | tuple[int, str], OpenApiResponse]
"""The described answers of an operation by status, or by status and content type."""
REFUSALS: Answers = {
    status: OpenApiResponse(RefusalSerializer)
    for status in (400, 401, 403, 404, 405, 409, 413, 415, 429)
}
REASONS = {
    "permission-denied": _("This request has no valid CSRF token. Load the page again."),
    "unsupported-media-type": _("Send JSON, with “application/json” as its content type."),
}
"""The reasons of the refusals that djangorestframework raises, by code."""
KEY_PARAMETER = OpenApiParameter(
    KEY_HEADER,
    location=OpenApiParameter.HEADER,
    description="A key of your choice. A repeated request with the same key gets the first response"
    " again for a day, and changes nothing; a different request with that key is refused. Of a"
    " refusal only status and code come again. At most 2 MB of responses are stored for an account;"
    " the oldest are forgotten.",
)


def operation(
    operation_id: str,
    summary: str,
    response: Any = None,
    *,
    request: Any = None,
    status: int | None = None,
    refusals: Answers = REFUSALS,
    **more: Any,
) -> Callable[[F], F]:
    """Decorate a method of a view with its schema.

    @operation("close_league", "Close a league")
    def delete(self, request: Request, league_id: str) -> Response: ...

    Args:
        operation_id: The name of the operation in the schema.
        summary: What the operation does, in one line.
        response: The shape of the answer; None for an empty one.
        request: The shape of the body; None for an operation without one.
        status: The HTTP status of success; 200 by default, or 204 for an empty answer.
        refusals: The answers to refused requests, by status.
        **more: Other arguments of `extend_schema`.
    """
    success = status or (204 if response is None else 200)
    responses = {success: response, **refusals}
    return extend_schema(
        operation_id=operation_id, summary=summary, request=request, responses=responses, **more
    )


def write_schema(
    operation_id: str,
    summary: str,
    request: Shape | None = None,
    *,
    response: Shape | None = StateSerializer,
    **more: Any,
) -> Callable[[type[V]], type[V]]:
    """Decorate a view with the schema of its `post`, which is an `operation`."""
    described = operation(operation_id, summary, request=request, response=response, **more)
    return extend_schema_view(post=described)


class UtcField(serializers.DateTimeField):
    """A time in UTC, whatever the reader's time zone."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


class TextOrNullField(serializers.CharField):
    """A text, or null if it is empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) or None


def refusal_response(refusal: Refusal, **more: object) -> Response:
    """Return `{"error": {"code", "reason"}}`, with the headers that the status requires."""
    response = Response(
        {"error": describe_refusal_for_programs(refusal), **more}, status=refusal.status
    )
    if refusal.status == 401:
        response["WWW-Authenticate"] = SCHEME
    if refusal.status in (429, 503):
        response["Retry-After"] = str(refusal.wait or RETRY_AFTER)
    return response


def etag_of(content: bytes) -> str:
    """Return the ETag of an answer: a weak one, because a proxy may compress the answer."""
    return f'W/"{blake2b(content, digest_size=12).hexdigest()}"'


def _answered_again(stored: StoredAnswer) -> HttpResponse:
    response = HttpResponse(stored.body, status=stored.status)
    if stored.body:
        response["Content-Type"] = JSON
    else:
        del response["Content-Type"]
    response[REPLAYED_HEADER] = "true"
    return response


class ApiView(APIView):
    """Base of API views: answers every refusal and error as `{"error": {"code", "reason"}}`.

    Every answer to a read has an ETag; a client that already has the answer gets 304. A write with
    an `Idempotency-Key` is executed once.
    """

    scope: ClassVar[str] = ""
    """The `Scope` that a token needs for the writes of this view."""
    read_scope: ClassVar[str] = Scope.READ
    """The `Scope` that a token needs for its reads."""
    signed_in: ClassVar[bool] = False
    """Whether only signed-in users may use this view."""
    query: ClassVar[Shape | None] = None
    """The shape of the query parameters of its reads; None if they have none."""
    _stored: StoredAnswer | None = None

    @property
    def person(self) -> User:
        """The signed-in caller; raises SignInFirst without one."""
        return require_signed_in(self.request.user)

    def check_permissions(self, request: Request) -> None:
        # Before the scope, which only methods of this view have.
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        super().check_permissions(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.signed_in:
            require_signed_in(request.user)
        self._require_known_parameters(request)
        sent = request.META.get("CONTENT_LENGTH") not in (None, "", "0")
        if sent and request.method not in READS and request._request.content_type != JSON:
            # Even if the view reads no body: a caller who sends one has made a mistake.
            raise UnsupportedMediaType(request._request.content_type or "")
        key = request.headers.get(KEY_HEADER)
        if key is not None and request.method not in READS and request.user.is_authenticated:
            asked = f"{request.method} {request.get_full_path()}\n".encode()
            self._stored = stored_answers.begin(request.user, key, asked + request._request.body)

    def handle_exception(self, exc: Exception) -> HttpResponseBase:  # type: ignore[override]  # stubs want Response
        if isinstance(exc, AnsweredBefore):
            return _answered_again(exc.stored)
        if isinstance(exc, Refusal):
            return refusal_response(exc)
        if isinstance(exc, MethodNotAllowed):
            words = _("This address doesn’t accept {method}. It accepts {methods}.")
            known = ", ".join(one for one in self.allowed_methods if one != "OPTIONS")
            method = str(self.request.method)[:SHOWN]
            return refusal_response(WrongMethod(words, method=method, methods=known))
        if isinstance(exc, APIException):
            response = super().handle_exception(exc)
            code = str(exc.get_codes()).replace("_", "-")
            reason = gettext(REASONS[code]) if code in REASONS else str(exc.detail)
            response.data = {"error": {"code": code, "reason": reason}}
            return response
        if self._stored is not None:
            stored_answers.forget(self._stored)
        raise exc

    def finalize_response(  # type: ignore[override]  # stubs want Response
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        response = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(response, Response):
            response.add_post_render_callback(self._answered)
            return response
        answered: HttpResponseBase = self._answered(response)
        return answered

    def _answered(self, response: Any) -> Any:
        """Store the answer to a write, and reduce one that the client already has to a 304."""
        if self._stored is not None:
            stored_answers.finish(self._stored, response.status_code, response.content)
            self._stored = None
        if self.request.method in READS and response.status_code == 200 and not response.streaming:
            if "ETag" not in response:
                response["ETag"] = etag_of(response.content)
            response = get_conditional_response(
                self.request._request, etag=response["ETag"], response=response
            )
        if self.request.method in READS:
            # Pages of other sites may read what anyone may: browsers send no cookies with that.
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = EXPOSED
        return response

    def open(self, request: Request, match_id: str) -> Access:
        """Return a match that the caller may view."""
        access = open_match(request.user, match_id, self.opened_keys(request))
        attendance.attend_as_program(access)
        return access

    def opened_keys(self, request: Request) -> list[str]:
        """Return the keys of the invitation links that the caller opened, or sends as `?key=`."""
        return [*invited(request._request), *request.query_params.getlist(KEY_QUERY)[:MOST_KEYS]]

    def state_after(self, match_id: str, status: int = 200) -> Response:
        """Return the newest state of a match that this request has changed."""
        access = self.open(self.request, match_id)
        return Response(state_of(access, time_source.now()), status=status)

    def body(self, request: Request) -> Json:
        """Return the body of a request, which must be an object.

        Raises:
            BadBody: The body is not JSON.
            Refusal: That of `no_object`, for JSON that is not an object.
        """
        body = request.data
        if not isinstance(body, dict):
            raise self.no_object()
        return body

    def no_object(self) -> Refusal:
        """Return the refusal of a JSON body that is not an object."""
        return BadBody(_("The body must be an object."))

    def given(self, request: Request, shape: Shape) -> Json:
        """Return the body, validated by the shape in the schema.

        Raises:
            SignInFirst: The caller is not signed in, and no body would help.
            BadBody: It names the first field that is unknown or wrong.
        """
        require_signed_in(request.user)
        return read_body(shape, self.body(request))

    def asked_for(self, request: Request) -> Json:
        """Return the query parameters, validated like a body."""
        assert self.query is not None
        return read(self.query(data=request.query_params))

    def _require_known_parameters(self, request: Request) -> None:
        """Raise BadBody for a query parameter that the schema does not have.

        Writes have none, but the address of a private table carries its key for all methods.
        """
        reads = self.query is not None and request.method in READS
        known = {KEY_QUERY, *(self.query().fields if reads and self.query else ())}
        require_known(request.query_params, known)


class MatchApiView(ApiView):
    """Base of API views about one match."""

    def act(
        self, request: Request, match_id: str, act: Act, known: Iterable[str] | None = None
    ) -> HttpResponseBase:
        """Carry out what the body asks for; return the new state, or the refusal with the state.

        `known` are the fields that the body may have; None for a move, whose kind has its own.
        """
        try:
            body = self.body(request)
            if known is not None:
                self.require_only(known, request, match_id)
            access = act(request.user, match_id, body, body.get("turn_token"))
        except Refusal as refusal:
            return self.refused(request, match_id, refusal)
        return self.state(access)

    def require_only(self, known: Iterable[str], request: Request, match_id: str) -> None:
        """Raise BadBody for a field that the body may not have.

        Only a player learns that one is wrong: others are refused as for a move.
        """
        body = self.body(request)
        if not body.keys() <= set(known):
            require_seat(self.open(request, match_id), request.user)
            require_known(body, known)

    def refused(self, request: Request, match_id: str, refusal: Refusal) -> Response:
        """Return a refusal with the current state of the match."""
        table = state_of(self.open(request, match_id), time_source.now())
        return refusal_response(refusal, table=table)

    def state(self, access: Access) -> HttpResponse:
        return HttpResponse(answered_state(access), content_type=JSON)


class ActionView(MatchApiView):
    """Base of API views that do one thing to a match, without a body."""

    scope = Scope.PLAY
    does: ClassVar[Callable[..., Access]]
    """(user, match id) → the match after it."""

    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Visitor, match_id: str, _body: Json, _turn_token: object) -> Access:
            return type(self).does(user, match_id)

        return self.act(request, match_id, act, known=())
