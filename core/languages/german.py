"""Django's words for spans of time, as Germans write them: vor 1 Tag, in 2 Tagen."""

_UNITS = (("day", "Tag", "Tagen"), ("month", "Monat", "Monaten"), ("year", "Jahr", "Jahren"))
TIMES: dict[str | tuple[str, int], str] = {
    "%(delta)s ago": "vor %(delta)s",
    "%(delta)s from now": "in %(delta)s",
}
TIMES |= {
    (f"naturaltime-{when}\x04%(num)d {unit}", number): f"%(num)d {word}"
    for when in ("past", "future")
    for unit, *words in _UNITS
    for number, word in enumerate(words)
}
