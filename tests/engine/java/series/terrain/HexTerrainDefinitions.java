package terrain;

/** As {@link Words}. */
public final class HexTerrainDefinitions extends Words {}
