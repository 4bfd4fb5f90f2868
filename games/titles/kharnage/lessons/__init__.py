"""The lessons of Kharnage, in the order in which they are taken."""

from games.titles.kharnage.lessons import cheer, first_kharnage, first_strike, lines_and_reach

LESSONS = (
    first_kharnage.LESSON,
    first_strike.LESSON,
    lines_and_reach.LESSON,
    cheer.LESSON,
)
