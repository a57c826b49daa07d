package terrain;

/** As {@link Words}. */
public final class LineTerrainDefinitions extends Words {}
