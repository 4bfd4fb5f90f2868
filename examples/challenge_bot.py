"""A bot that accepts challenges and plays all its matches at once, at random.

    python3 challenge_bot.py https://tavola.example tavola_KEY bot_files

Its token needs `play` and `challenge`; it needs only Python. The folder keeps each nonce, so that
the bot survives restarts, and the sources of each seed. A fourth argument is how many to play.
"""

import hashlib
import json
import random
import secrets
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError


class Site:
    def __init__(self, address: str, key: str) -> None:
        root = f"{address.rstrip('/')}/api/v1/"
        self._root = urllib.request.Request(root).full_url  # noqa: S310  # ValueError if it is none
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def open(self, path: str, body: Any = None) -> Any:
        """Send a request, and repeat it until the site can be reached; HTTPError if refused."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self._root + path, data, self._headers)  # noqa: S310
        while True:
            try:
                return urllib.request.urlopen(asked, timeout=60)  # noqa: S310
            except HTTPError as refusal:
                if refusal.code not in (429, 502, 503):
                    raise
                time.sleep(float(refusal.headers.get("Retry-After", 1)))
            except (OSError, HTTPException) as error:
                print(f"{self._root}: {error}; trying again", file=sys.stderr, flush=True)
                time.sleep(5)

    def ask(self, path: str, body: Any = None) -> Any:
        """Return the answer, or the body of a refusal, which has an `error`."""
        try:
            return json.load(self.open(path, body))
        except HTTPError as refusal:
            return json.load(refusal)

    def follow(self, path: str) -> Iterator[Any]:
        """Yield the messages of a stream, opened again when it ends; exit if it is refused."""
        while True:
            try:
                yield from map(json.loads, self.open(path))
            except HTTPError as refusal:
                sys.exit(json.load(refusal)["error"]["reason"])
            except (OSError, HTTPException):
                pass
            time.sleep(1)


class Bot:
    def __init__(self, site: Site, folder: Path) -> None:
        self._site, self._folder = site, folder
        self._declined: set[str] = set()
        folder.mkdir(exist_ok=True)

    def accept(self) -> None:
        """Accept every challenge; each message of `stream/me/` may be about one."""
        for _message in self._site.follow("stream/me/"):
            for table in self._site.ask("challenges/").get("received", []):
                match = table["match"]
                if match in self._declined or self._folder.joinpath(f"{match}.nonce").exists():
                    continue
                nonce = secrets.token_bytes(32)
                self._folder.joinpath(f"{match}.nonce").write_text(nonce.hex())
                body = {"sure": True, "nonce_hash": hashlib.sha256(nonce).hexdigest()}
                answer = self._site.ask(f"matches/{match}/join/", body)
                if "error" in answer:
                    print(match, answer["error"]["reason"], flush=True)
                    self._folder.joinpath(f"{match}.nonce").unlink()
                    self._declined.add(match)

    def reveal(self) -> None:
        """Reveal the nonce of each full table; a live match waits twenty seconds for it."""
        while True:
            for file in self._folder.glob("*.nonce"):
                match = file.stem
                state = self._site.ask(f"matches/{match}/")
                if state.get("awaited"):
                    sources = self._site.ask(f"matches/{match}/fairness/")
                    file.with_suffix(".json").write_text(json.dumps(sources))
                    self._site.ask(f"matches/{match}/reveal/", {"nonce": file.read_text()})
                elif "error" in state or state["status"] != "open":
                    file.rename(file.with_suffix(".done"))  # of no further use
            time.sleep(2)

    def play(self, most: int) -> None:
        """Answer the questions of all matches, until this number of them has ended."""
        answered: set[str] = set()
        for message in self._site.follow("stream/matches/"):
            state = message.get("state", {})
            if state.get("moves") and state["turn_token"] not in answered:
                answered.add(state["turn_token"])
                move = {**random.choice(state["moves"]), "turn_token": state["turn_token"]}
                self._site.ask(f"matches/{message['match']}/moves/", move)
            elif message["type"] == "ended":
                print(message["match"], message["code"], flush=True)
                most -= 1
                if not most:
                    return


if __name__ == "__main__":
    if not (len(sys.argv) in (4, 5) and [*sys.argv, "1"][4].isdecimal()):
        sys.exit(__doc__)
    try:
        address, key, folder, count = [*sys.argv[1:], "-1"][:4]
        most, bot = int(count), Bot(Site(address, key), Path(folder))
        for work in (bot.accept, bot.reveal):
            threading.Thread(target=work, daemon=True).start()
        with suppress(KeyboardInterrupt):
            bot.play(most)
    except (OSError, ValueError) as error:
        sys.exit(f"{__doc__}\n{error}")
