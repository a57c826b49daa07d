"""Movement: what a step costs, where a unit can go, Road March.

:mod:`.costs` prices one step with no map, :mod:`.ground` a whole map for a class of units,
:mod:`.situation` says what a position changes of it, :mod:`.search` finds ways; :mod:`.questions`
and :mod:`.marches` answer.
"""
