package VASSAL.launch;

import java.io.File;

/**
 * In the place of VASSAL's own, which starts a Java with the Module Manager for each game that is
 * saved and each log that ends, to have it shown in its list. There is none here.
 */
public final class ModuleManagerUpdateHelper {
  private ModuleManagerUpdateHelper() {}

  public static void sendModuleUpdate(File file) {}

  public static void sendExtensionUpdate(File file) {}

  public static void sendGameUpdate(File file) {}
}
