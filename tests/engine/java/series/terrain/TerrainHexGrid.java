package terrain;

/** Stands in for the series' grid: hexes and their numbers are the engine's own. */
public final class TerrainHexGrid extends VASSAL.build.module.map.boardPicker.board.HexGrid {}
