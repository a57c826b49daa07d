package terrain;

/** As {@link Words}. */
public final class EdgeTerrain extends Words {}
