package terrain;

/** As {@link Words}. */
public final class AttributeTerrainDefinitions extends Words {}
