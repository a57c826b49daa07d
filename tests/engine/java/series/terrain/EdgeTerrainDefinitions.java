package terrain;

/** As {@link Words}. */
public final class EdgeTerrainDefinitions extends Words {}
