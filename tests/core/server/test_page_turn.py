"""Pages are computed one at a time; a page that waits or writes delays no other page."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType
from typing import Any, Self

import pytest
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from core.server import page_turn
from core.server.page_turn import PageTurn

SOON = 60
"""Seconds that a test is patient for."""
Do = Callable[[], None]


class WatchedLock:
    """The turn, with an event that is set when a page waits for it."""

    def __init__(self, lock: Any) -> None:
        self.lock, self.awaited = lock, Event()

    def acquire(self, timeout: float) -> bool:
        if self.lock.acquire(blocking=False):
            return True
        self.awaited.set()
        return bool(self.lock.acquire(timeout=timeout))

    def release(self) -> None:
        self.lock.release()


class OtherPage:
    """A page that another thread requests, and that does not use the database."""

    def __init__(self, method: str = "GET") -> None:
        self.computed = Event()
        page = PageTurn(answer(self.computed.set))
        request = RequestFactory().generic(method, "/")
        self.thread = Thread(target=page, args=(request,))

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.thread.join(SOON)
        assert not self.thread.is_alive()


def answer(do: Do) -> Callable[[HttpRequest], HttpResponse]:
    def get_response(request: HttpRequest) -> HttpResponse:
        do()
        return HttpResponse(request.method)

    return get_response


def look_at(do: Do) -> None:
    """Compute a page in this thread."""
    assert PageTurn(answer(do))(RequestFactory().get("/")).content == b"GET"


@pytest.fixture
def turn(monkeypatch: pytest.MonkeyPatch) -> WatchedLock:
    monkeypatch.setattr(page_turn, "PATIENCE", SOON)
    watched = WatchedLock(page_turn._turn)
    monkeypatch.setattr(page_turn, "_turn", watched)
    return watched


def test_page_waits_while_other_page_computes(turn: WatchedLock) -> None:
    other = OtherPage()

    def compute() -> None:
        other.thread.start()
        assert turn.awaited.wait(SOON)
        assert not other.computed.is_set()

    look_at(compute)
    assert other.computed.wait(SOON)
    other.thread.join(SOON)


@pytest.mark.django_db
def test_waiting_for_database_gives_turn_to_other_pages(turn: WatchedLock) -> None:
    other = OtherPage()

    def wait_for_store(execute: Any, *statement: Any) -> Any:
        assert other.computed.wait(SOON)
        return execute(*statement)

    def compute() -> None:
        with other, connection.execute_wrapper(wait_for_store), connection.cursor() as cursor:
            assert turn.awaited.wait(SOON)
            assert not other.computed.is_set()
            # In the test's own transaction a page would have no claim to the turn.
            connection.in_atomic_block = False
            try:
                cursor.execute("SELECT 1")
            finally:
                connection.in_atomic_block = True
            assert not turn.acquire(0), "it has the turn again"

    look_at(compute)


@pytest.mark.django_db(transaction=True)
def test_writing_page_gives_up_turn(turn: WatchedLock) -> None:
    def compute() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            with OtherPage() as other:
                assert other.computed.wait(SOON)
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        with OtherPage() as other:
            assert other.computed.wait(SOON)

    look_at(compute)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_writing_method_does_not_wait_for_turn(turn: WatchedLock, method: str) -> None:
    def compute() -> None:
        with OtherPage(method) as other:
            assert other.computed.wait(SOON)

    look_at(compute)
    assert not turn.awaited.is_set()


def test_page_continues_if_turn_is_not_returned_in_time(
    turn: WatchedLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_turn, "PATIENCE", 0)

    def compute() -> None:
        with OtherPage() as other:
            assert other.computed.wait(SOON)
        assert turn.awaited.is_set()

    look_at(compute)
    assert turn.acquire(0), "a page without a turn returns none"
    turn.release()


def test_failing_page_returns_turn(turn: WatchedLock) -> None:
    def fail() -> None:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        look_at(fail)
    assert turn.acquire(0)
    turn.release()
