package clubroute.engine;

import VASSAL.build.GameModule;
import java.lang.reflect.Field;
import java.util.Random;

/**
 * Dice and chits by a seed. The engine takes all its chance from one generator, a SecureRandom in
 * 3.6, 3.7 and 3.8, which cannot be told where to begin: ours stands in its place.
 */
final class Chance {
  /** Generators of neighbouring seeds begin alike: 2^64 over the golden ratio parts them. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private Chance() {}

  /** Put ours into a module that is not read yet: its dice keep the generator they find. */
  static void replace(GameModule module) throws Exception {
    final Random ours = new Random();
    for (Field field : GameModule.class.getDeclaredFields()) {
      if (field.getType() == Random.class) {
        field.setAccessible(true);
        field.set(module, ours);
      }
    }
    if (module.getRNG() != ours) {
      throw new IllegalStateException("this engine does not draw by the generator we know");
    }
  }

  /** What is drawn and rolled from here on is that of a seed. */
  static void begin(GameModule module, long seed) {
    module.getRNG().setSeed(seed * SPREAD);
  }
}
