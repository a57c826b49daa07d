"""From map pixels to the names of hexes, through a module's own boards and grids.

:func:`.maps.read_maps` reads a module, :meth:`.maps.ModuleMaps.laid_out` puts the boards of a
game in place, and the :class:`.layout.MapLayout` of a map snaps and names points as VASSAL does.
"""
