"""A bot that plays at random against the site's bots; its token needs `play` and `challenge`.

`python3 random_bot.py https://tavola.example tavola_KEY GAME 3` plays three matches.
"""

import json
import random
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPException
from typing import Any


class Site:
    def __init__(self, address: str, key: str) -> None:
        self._root = f"{address.rstrip('/')}/api/v1/"
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def open(self, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request, and repeat it until the site can be reached; exit if it is refused."""
        data = json.dumps(body).encode() if body else None
        while True:
            try:
                asked = urllib.request.Request(self._root + path, data, self._headers | headers)  # noqa: S310
                return urllib.request.urlopen(asked, timeout=60)  # noqa: S310
            except urllib.request.HTTPError as refusal:
                if refusal.code == 409 and path.endswith("/moves/"):
                    return refusal  # already answered; a newer state is coming
                if refusal.code not in (429, 502, 503):
                    is_api = refusal.headers.get_content_type() == "application/json"
                    sys.exit(json.load(refusal)["error"]["reason"] if is_api else str(refusal))
                time.sleep(float(refusal.headers.get("Retry-After", 1)))
            except ValueError as error:
                sys.exit(f"{self._root}: {error}")
            except (OSError, HTTPException) as error:
                print(f"{self._root}: {error}; trying again", file=sys.stderr, flush=True)
                time.sleep(5)

    def messages(self, match: str) -> Iterator[Any]:
        """Yield all messages of a match's stream until the match is over."""
        after = ""
        while True:
            with suppress(OSError, HTTPException):
                for message in map(json.loads, self.open(f"stream/matches/{match}/{after}")):
                    yield message
                    after = f"?from={message['number']}" if "number" in message else after
                    if message.get("code") == "over":
                        return
            time.sleep(1)

    def play(self, game: str, choose: Callable[[Any], Any]) -> None:
        """Play one match to its end; `choose` gets each message and returns a move or None."""
        games = json.load(self.open("games/"))["games"]
        bots = ["easy"] * ({one["game"]: one["seats"][0] for one in games}.get(game, 2) - 1)
        table = {"game": game, "seats": len(bots) + 1, "clock": "free", "bots": bots, "sure": True}
        once = {"Idempotency-Key": str(time.time_ns())}  # sent again, it opens no second table
        match = json.load(self.open("tables/", table, **once))["match"]
        state: Any = None
        for message in self.messages(match):
            state = message.get("state") or state
            if (move := choose(message)) is not None:
                answer = {**move, "turn_token": state["turn_token"]}
                self.open(f"matches/{match}/moves/", answer).close()
        print(json.dumps(state["outcome"]), flush=True)  # once: the last state may come again


def at_random(message: Any) -> Any:
    return random.choice(message.get("state", {}).get("moves") or [None])


if __name__ == "__main__":
    address, key, game, count = sys.argv[1:] if len(sys.argv) == 5 else sys.exit(__doc__)
    if not (address.startswith(("http:", "https:")) and count.isdecimal() and int(count)):
        sys.exit(f"{__doc__}\nAn address begins with https or http, and a count is 1 or more.")
    with suppress(KeyboardInterrupt):
        for _ in range(int(count)):
            Site(address, key).play(game, at_random)
