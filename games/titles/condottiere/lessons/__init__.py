"""The lessons of Condottiere, in their order on the page."""

from games.titles.condottiere.lessons import (
    bishop_and_surrender,
    first_kingdom,
    pass_in_time,
    scarecrow,
    winter_and_drum,
)

LESSONS = (
    first_kingdom.LESSON,
    pass_in_time.LESSON,
    winter_and_drum.LESSON,
    scarecrow.LESSON,
    bishop_and_surrender.LESSON,
)
