"""The lessons of Babel, in their order on the page."""

from games.titles.babel.lessons import end_phase, first_temple, powers, three_at_once

LESSONS = (
    first_temple.LESSON,
    powers.LESSON,
    three_at_once.LESSON,
    end_phase.LESSON,
)
