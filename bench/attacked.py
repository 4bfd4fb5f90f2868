"""What an honest pair waits for its moves while somebody attacks the server they play on."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from bench.attackers import ATTACKS, Attacker, attack, described
from bench.load import waits
from bench.players import TRANSPORTS, Players
from bench.seeding import CSRF, Seated
from bench.servers import server
from games.matches.models import Match

MOVES_A_SECOND = 4
"""Of both together: an account may write 300 times a minute."""
SECONDS = 15.0
BEFORE = 1.0
"""Seconds until the attack is under way."""
HEAD = f"{'':<26}{'a move: p50, p99 ms':>20}  the attacker's answers"
HONEST = "nobody"


def run(kind: str, tables: Sequence[Seated]) -> Iterator[str]:
    """A line for each attack, the first for a server left in peace; with the usual limits."""
    for name, honest, attacking in zip((HONEST, *ATTACKS), tables[::2], tables[1::2], strict=False):
        with server(kind, limits=True) as (address, _pid):
            yield asyncio.run(_measure(name, address, honest, attacking))


async def _measure(name: str, address: str, honest: Seated, attacking: Seated) -> str:
    """The honest pair's moves; they stay in touch by sockets, as programs do."""
    match, cookies = attacking
    game = await Match.objects.aget(id=match)
    victim = await Match.objects.select_related("host").aget(id=honest[0])
    assert victim.host is not None
    attacker = Attacker(address, game.game, match, cookies[0], CSRF, victim.host.username)
    players = Players([address], TRANSPORTS[0])
    await players.sit_down([honest])
    await players.play(BEFORE, MOVES_A_SECOND)
    await players.settle()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        loop, answers = asyncio.get_running_loop(), ""
        if name != HONEST:
            attacked = loop.run_in_executor(pool, attack, name, SECONDS + 2 * BEFORE, attacker)
            await asyncio.sleep(BEFORE)
        tally = await players.play(SECONDS, MOVES_A_SECOND)
        await players.settle()
        if name != HONEST:
            answers = described(await attacked)
    players.leave()
    refused = f", {tally.refused} moves refused" if tally.refused else ""
    return f"attacked by {name:<14}{waits(tally.answers):>20}  {answers}{refused}"
