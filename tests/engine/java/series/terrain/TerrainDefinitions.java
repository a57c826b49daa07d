package terrain;

/** As {@link Words}. */
public final class TerrainDefinitions extends Words {}
