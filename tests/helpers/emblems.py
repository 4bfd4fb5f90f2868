"""The emblems that a table can show."""

from tools.build_assets import read_lists


def emblems_of(slug: str) -> set[str]:
    """Return the names in the site's sprite and in that of a game, if it has one."""
    sprites = read_lists()
    return {one.name for one in sprites["emblems"] + sprites.get(f"emblems-{slug}", [])}
