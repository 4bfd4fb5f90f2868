"""Tables offer analysis boards to their players."""

from games.analysis.boards import may_analyse
from games.matches import hooks

hooks.may_analyse.register(may_analyse)
