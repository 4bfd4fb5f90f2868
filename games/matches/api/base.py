"""What all endpoints of the JSON API share: who asks, errors, bodies, ETags and repeated writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, ClassVar, TypeVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.exceptions import (
    APIException,
    MethodNotAllowed,
    ParseError,
    UnsupportedMediaType,
)
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import SCHEME
from accounts.models import Scope, StoredAnswer, User
from accounts.services import stored_answers
from accounts.services.stored_answers import AnsweredBefore
from games.engine.contract import Json
from games.engine.refusals import BadMove, Refusal
from games.matches.access import Access, open_match, require_signed_in
from games.matches.api.serializers import RefusalSerializer, StateSerializer
from games.matches.decorators import describe_refusal, invited
from games.matches.presenters.rendering import answered_state, state_of
from games.matches.refusals import BadBody, WrongMethod
from games.matches.services import time_source

RETRY_AFTER = "60"
"""Seconds: all that is counted is counted by the minute, or longer."""
MOST_KEYS = 5
KEY_HEADER = "Idempotency-Key"
V = TypeVar("V", bound=APIView)
REPLAYED_HEADER = "Idempotency-Replayed"
JSON = "application/json"
READS = ("GET", "HEAD")
Act = Callable[[Any, str, Json, Any], Access]
"""(user, match id, body, the question it answers) → the match after it."""
REFUSALS = {
    status: OpenApiResponse(RefusalSerializer)
    for status in (400, 401, 403, 404, 405, 409, 413, 415, 429)
}
KEY_PARAMETER = OpenApiParameter(
    KEY_HEADER,
    location=OpenApiParameter.HEADER,
    description="Of your choice. The same request with the same key is done once, and answered the"
    " same again for a day; another one with it is refused.",
)
Shape = type[serializers.Serializer[Any]]


def write_schema(
    operation_id: str,
    summary: str,
    request: Shape | None = None,
    *,
    status: int = 200,
    response: Shape | None = StateSerializer,
    refusals: Mapping[int, Any] = REFUSALS,
    **more: Any,
) -> Callable[[type[V]], type[V]]:
    """Decorator for views whose `post` takes this and answers that, as the schema says it."""
    responses = {status: response, **refusals}
    described = extend_schema(
        operation_id=operation_id, summary=summary, request=request, responses=responses, **more
    )
    return extend_schema_view(post=described)


def refusal_response(refusal: Refusal, **more: Any) -> Response:
    """`{"error": {"code", "reason"}}`, and the headers that such a status asks for."""
    response = Response({"error": describe_refusal(refusal), **more}, status=refusal.status)
    if refusal.status == 401:
        response["WWW-Authenticate"] = SCHEME
    if refusal.status in (429, 503):
        response["Retry-After"] = RETRY_AFTER
    return response


def etag_of(content: bytes) -> str:
    """Weak: an answer that is compressed on its way is the same one."""
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

    What is read bears an ETag, and is not sent to whoever has it. A write with an
    `Idempotency-Key` is done once.
    """

    scope: ClassVar[str] = ""
    """The `Scope` that a token needs for the writes of this view."""
    signed_in: ClassVar[bool] = False
    """Whether this view is for people who are signed in alone."""
    _stored: StoredAnswer | None = None

    @property
    def person(self) -> User:
        """Who asks; SignInFirst."""
        return require_signed_in(self.request.user)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.signed_in:
            require_signed_in(request.user)
        sent = request.META.get("CONTENT_LENGTH") not in (None, "", "0")
        if sent and request.method not in READS and request._request.content_type != JSON:
            # Also where the body is not read: what is sent and ignored is a mistake unnoticed.
            raise UnsupportedMediaType(request._request.content_type or "")
        key = request.headers.get(KEY_HEADER)
        if key is not None and request.method not in READS and request.user.is_authenticated:
            asked = f"{request.method} {request.get_full_path()}\n".encode()
            self._stored = stored_answers.begin(request.user, key, asked + request._request.body)

    def handle_exception(self, exc: Exception) -> HttpResponseBase:  # type: ignore[override]
        if isinstance(exc, AnsweredBefore):
            return _answered_again(exc.stored)
        if isinstance(exc, Refusal):
            return refusal_response(exc)
        if isinstance(exc, MethodNotAllowed):
            return refusal_response(
                WrongMethod(_("This address does not answer to that. Go back and try again."))
            )
        if isinstance(exc, APIException):
            response = super().handle_exception(exc)
            code = str(exc.get_codes()).replace("_", "-")
            response.data = {"error": {"code": code, "reason": str(exc.detail)}}
            return response
        if self._stored is not None:
            stored_answers.forget(self._stored)
        raise exc

    def finalize_response(  # type: ignore[override]
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        response = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(response, Response):
            response.add_post_render_callback(self._answered)
            return response
        answered: HttpResponseBase = self._answered(response)
        return answered

    def _answered(self, response: Any) -> Any:
        """The answer as it is sent: stored, or left away where the client has it."""
        if self._stored is not None:
            stored_answers.finish(self._stored, response.status_code, response.content)
            self._stored = None
        if self.request.method in READS and response.status_code == 200 and not response.streaming:
            if "ETag" not in response:
                response["ETag"] = etag_of(response.content)
            return get_conditional_response(
                self.request._request, etag=response["ETag"], response=response
            )
        return response

    def open(self, request: Request, match_id: str) -> Access:
        """A match that whoever asks may look at; `?key=` brings the key of a link to it."""
        keys = [*invited(request._request), *request.query_params.getlist("key")[:MOST_KEYS]]
        return open_match(request.user, match_id, keys)

    def state_after(self, match_id: str, status: int = 200) -> Response:
        """The newest state of a match that this request has changed."""
        access = self.open(self.request, match_id)
        return Response(state_of(access, time_source.now()), status=status)

    def body(self, request: Request) -> Json:
        """The body of a request, an object; BadBody, or what `no_object` says."""
        try:
            body = request.data
        except ParseError:
            raise BadBody(_("The body is no JSON.")) from None
        if not isinstance(body, dict):
            raise self.no_object()
        return body

    def no_object(self) -> Refusal:
        """What a body of JSON that is no object is answered."""
        return BadBody(_("The body is an object."))

    def given(self, request: Request, shape: type[serializers.Serializer[Any]]) -> Json:
        """The body, read by the shape that the schema shows; BadBody names what is wrong in it."""
        return read(shape(data=self.body(request)))

    def asked_for(self, request: Request, shape: type[serializers.Serializer[Any]]) -> Json:
        """The same for the parameters of an address."""
        return read(shape(data=request.query_params))


def read(serializer: serializers.Serializer[Any]) -> Json:
    """What was sent, as its shape says; BadBody."""
    if serializer.is_valid():
        found: Json = serializer.validated_data
        return found
    name, problems = next(iter(serializer.errors.items()))
    field = serializer.fields.get(name)
    if isinstance(field, serializers.ChoiceField):
        words = _("“{name}” is one of these: {choices}.")
        choices = ", ".join(str(choice) for choice in field.choices if choice != "")
        raise BadBody(words, name=name, choices=choices)
    words = _("“{name}” is not right: {problem}")
    raise BadBody(words, name=name, problem=_first(problems))


def _first(problems: Any) -> str:
    """The first problem, of a field, or of one of its parts."""
    while not isinstance(problems, str):
        problems = next(iter(problems.values() if isinstance(problems, dict) else problems))
    return str(problems)


class MatchApiView(ApiView):
    """Base of API views about one match."""

    def act(self, request: Request, match_id: str, act: Act) -> HttpResponseBase:
        """Do what the body asks for; answer with the new state, or the refusal and the state."""
        try:
            body = self.body(request)
            access = act(request.user, match_id, body, body.get("asked"))
        except Refusal as refusal:
            return self.refused(request, match_id, refusal)
        return self.state(access)

    def refused(self, request: Request, match_id: str, refusal: Refusal) -> Response:
        """The refusal, and the state of the match as it is."""
        table = state_of(self.open(request, match_id), time_source.now())
        return refusal_response(refusal, table=table)

    def no_object(self) -> Refusal:
        return BadMove(_("A move is an object."))

    def state(self, access: Access) -> HttpResponse:
        return HttpResponse(answered_state(access), content_type=JSON)


class ActionView(MatchApiView):
    """Base of API views that do one thing to a match, for which they need nothing."""

    scope = Scope.PLAY
    does: ClassVar[Callable[..., Access]]
    """(user, match id) → the match after it."""

    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Any, match_id: str, _body: Json, _asked: Any) -> Access:
            return type(self).does(user, match_id)

        return self.act(request, match_id, act)
