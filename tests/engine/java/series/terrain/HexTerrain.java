package terrain;

/** As {@link Words}. */
public final class HexTerrain extends Words {}
