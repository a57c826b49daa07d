"""The situation: the board as a position has it, made once a question, which every method asks.

``ground`` is the map priced and as the bridges leave it; ``crossings`` are its bridges and Ferries;
``situation`` has what is in play, what a hex holds, Zones of Control and a unit's surroundings.
"""
