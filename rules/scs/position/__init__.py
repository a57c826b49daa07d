"""The position of a game of the series: units, bridges, ferries, turn; parsed once, strictly."""

from clubroute.rules.scs.position.position import NOTHING_SAID as NOTHING_SAID
from clubroute.rules.scs.position.position import Position as Position
from clubroute.rules.scs.position.position import Unit as Unit
