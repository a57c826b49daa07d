"""The position every method gets: parsed once, strictly, into typed values.

:mod:`.record` declares records by their fields, :mod:`.names` compares the names of groups. What a
position holds is its series' own (:mod:`clubroute.rules.gts.position`).
"""
