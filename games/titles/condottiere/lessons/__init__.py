"""The lessons of Condottiere, in the order in which they are taken."""

from games.titles.condottiere.lessons import (
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
)
