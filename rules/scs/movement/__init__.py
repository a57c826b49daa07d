"""Movement: what a step costs, where a unit can go, Road March.

:mod:`.costs` has the tables and who pays by them, :mod:`.paths` the terms of a move and a declared
path; the common engine (:mod:`clubroute.rules.engine.trip`) finds ways by them; :mod:`.questions`
and :mod:`.marches` answer.
"""
