package terrain;

/** As {@link Words}. */
public final class AttributeTerrain extends Words {}
