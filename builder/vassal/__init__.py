"""Reading and writing VASSAL files: modules (.vmod), saved games (.vsav) and logs (.vlog).

From the outside in: :mod:`.archive` is the zip, :mod:`.buildfile` the module's XML,
:mod:`.obfuscation` the scrambled save text, :mod:`.commands` the tree of commands in it,
:mod:`.atoms` one command, :mod:`.pieces` a counter with its chain of :mod:`.traits`, and
:mod:`.sequence` the delimiter-and-backslash code all of those are written in. Whatever is not
understood is kept byte for byte.
"""
