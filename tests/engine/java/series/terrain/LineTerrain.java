package terrain;

/** As {@link Words}. */
public final class LineTerrain extends Words {}
