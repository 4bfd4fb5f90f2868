"""The simplified table of the bots develops as the table of the rules does."""

from random import Random
from typing import Any

from games.engine.bots import questions
from games.titles.kabale.bots.sketch import CLOAK, TRAITOR, Sketch
from games.titles.kabale.bots.tally import code
from games.titles.kabale.rules.moves import Cloak, Place, Swap
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.table import FACE_DOWN
from games.titles.kabale.rules.uncovering import hide, swap, uncover
from tests.helpers.effort import examples
from tests.helpers.kabale import column, load

KINDS = {"cloak": CLOAK, "swap": TRAITOR}


def lying(sketch: Sketch) -> dict[str, Any]:
    """Return the parts of a sketch that do not depend on drawn cards."""
    return {
        "goals": sketch.goals,
        "cards": sketch.cards,
        "covered": sketch.covered,
        "storms": sketch.storms,
        "discards": [sorted(pile) for pile in sketch.discards],
    }


def test_sketch_agrees_with_rules() -> None:
    rng, asked_for = Random(5), set()
    for game in range(examples(20)):
        for position, question, go in questions(Kabale, 2 + game % 5, {}, rng):
            seat, move = question.seat, rng.choice(question.moves)
            sketch, table = Sketch.of(position, rng), position.clone()
            if isinstance(move, Place):
                asked = sketch.place(code(seat, move.card), move.column)
                table.hands[seat].remove(move.card)
                table.columns[move.column].cards.append(FACE_DOWN[seat][move.card])
                uncover(table, move.column, [])
                pending = table.pending and (KINDS[table.phase], *table.pending)
                assert asked == pending
                asked_for.add(table.phase)
            elif isinstance(move, Cloak) and move.card is not None:
                assert position.pending is not None
                sketch.hide(code(seat, move.card), position.pending[1])
                hide(table, move.card, [])
            elif isinstance(move, Swap) and move.column is not None:
                assert position.pending is not None
                sketch.swap(position.pending[1], move.column)
                swap(table, move.column, [])
            if isinstance(move, Place | Swap):
                assert lying(sketch) == lying(Sketch.of(table, rng))
                assert sketch.hands == Sketch.of(table, rng).hands
            elif move != Cloak(None):
                # Who has hidden a card has drawn one already.
                assert sketch.cards == Sketch.of(table, rng).cards
            go(move)
    assert asked_for == {"place", "cloak", "swap"}


def test_change_of_clone_leaves_sketch_unchanged() -> None:
    position = load(column("music 1"), column("trade 5"), hands=["king queen", "king"])
    sketch = Sketch.of(position, Random(1))
    before = lying(sketch)
    twin = sketch.clone()
    twin.place(code(0, "king"), 0)
    twin.draw(0)
    twin.swap(0, 1)
    assert lying(sketch) == before != lying(twin)
    assert sketch.hands != twin.hands


def test_seat_without_stack_draws_from_discards() -> None:
    position = load(
        column("music 5"),
        column("trade 5"),
        hands=["king", "king"],
        stacks=[[], ["queen"]],
        discards=[["witch", "wizard"], []],
    )
    sketch = Sketch.of(position, Random(1))
    for _ in range(3):
        sketch.draw(0)
    sketch.draw(1)
    assert sorted(sketch.hands[0]) == sorted(code(0, card) for card in ("king", "witch", "wizard"))
    assert sketch.hands[1] == [code(1, "king"), code(1, "queen")]
    assert sketch.discards == [[], []] == sketch.stacks


def test_sketch_counts_cards_lacking_for_end_of_round() -> None:
    full = column("trade 1", "0 prince", "1 queen")
    for other, lacking in (
        (column("music 3", "0 juliet"), 2),
        (column("music 3"), 3),
        (column("music 1", "0 juliet"), 0),
        (column("music 1", storm=True), 0),
    ):
        sketch = Sketch.of(load(full, other, hands=["king", "king"]), Random(1))
        assert sketch.lacking() == lacking
        assert sketch.fulfilled() == (lacking == 0)
