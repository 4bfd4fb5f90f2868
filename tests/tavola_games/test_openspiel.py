"""Every game, installed ones too, registers with OpenSpiel and passes its random simulation test.

OpenSpiel is in an environment of its own (`make research`), and so is this test's other half.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tavola_games import game, slugs
from tests.helpers.requirements import OPENSPIEL, require

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = sorted(path.parent for path in (ROOT / "examples/games").glob("*/pyproject.toml"))

SIMULATE = """
import json, pickle, random, sys
import numpy, pyspiel
from open_spiel.python.observation import make_observation
from tavola_games import game, openspiel

found = {"tested": [], "names": openspiel.register()}
assert openspiel.register() == found["names"]
for name in found["names"]:
    for seats in game(name.removeprefix("tavola_")).seats:
        table = pyspiel.load_game(f"{name}(players={seats})")
        pyspiel.random_sim_test(table, num_sims=1, serialize=True, verbose=False)
        found["tested"].append([name, seats])

# Options are parameters, and one state is not another.
series = pyspiel.load_game("tavola_condottiere(players=3,points=20)")
rng = random.Random(1)
state = series.new_initial_state()
while not state.is_terminal():
    actions = state.legal_actions()
    if not state.is_chance_node():
        copy = state.clone()
        copy.apply_action(actions[-1])
        assert str(copy) != str(state)
    state.apply_action(rng.choice(actions))
found["returns"] = state.returns()
found["points"] = max(state.position.series)

# What a seat can't know does not change what it observes.
for name in found["names"]:
    observed = 0
    table = pyspiel.load_game(name)
    observation = make_observation(table)
    state = table.new_initial_state()
    while not state.is_terminal() and observed < 60:
        for player in range(0 if state.is_chance_node() else table.num_players()):
            other = state.clone()
            other._play.position = state.position.resample(player, rng)
            observation.set_from(state, player)
            known = observation.tensor.copy(), observation.string_from(state, player)
            observation.set_from(other, player)
            assert numpy.array_equal(known[0], observation.tensor), name
            assert known[1] == observation.string_from(other, player), name
            observed += 1
        state.apply_action(rng.choice(state.legal_actions()))

# A player observes only the view of that seat, so another seed does not show in other hands.
board = pyspiel.load_game("tavola_condottiere(players=2)")
observation = make_observation(board)
one = board.new_initial_state()
for byte in (1, 2, 3, 4):
    one.apply_action(byte)
seen = []
for player in (0, 1):
    observation.set_from(one, player)
    seen.append(observation.tensor.copy())
    assert len(observation.tensor) == board.observation_tensor_size()
    assert observation.dict["hand"].sum() == 10
found["different"] = not numpy.array_equal(*seen)
print(json.dumps(found))
"""


def test_every_game_passes_random_simulation_of_openspiel(tmp_path: Path) -> None:
    python = require(OPENSPIEL)
    installed = tmp_path / "examples-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: examples\nVersion: 1.0\n")
    points = "".join(f"{folder.name} = {folder.name}\n" for folder in OUTSIDE)
    (installed / "entry_points.txt").write_text(f"[tavola.games]\n{points}")
    path = os.pathsep.join(map(str, (tmp_path, *OUTSIDE)))
    done = subprocess.run(
        [python, "-c", SIMULATE],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    outside = {f"tavola_{folder.name}" for folder in OUTSIDE}
    assert set(found["names"]) == {f"tavola_{slug}" for slug in slugs()} | outside
    assert {name for name, seats in found["tested"]} == set(found["names"])
    ours = [[f"tavola_{s}", n] for s in slugs() for n in game(s).seats]
    assert [one for one in found["tested"] if one[0] not in outside] == ours
    assert found["points"] >= 20
    assert sum(found["returns"]) == 0
    assert any(found["returns"])
    assert found["different"]
