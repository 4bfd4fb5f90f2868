"""The lessons of Kabale und Hiebe, in the order in which they are taken."""

from games.titles.kabale.lessons import (
    award_order,
    cloak_and_traitor,
    first_intrigue,
    romeo_and_juliet,
)

LESSONS = (
    first_intrigue.LESSON,
    award_order.LESSON,
    cloak_and_traitor.LESSON,
    romeo_and_juliet.LESSON,
)
