package terrain;

import VASSAL.build.AbstractConfigurable;
import VASSAL.build.Buildable;
import VASSAL.build.module.documentation.HelpFile;

/** Stands in for the words of terrain a module defines, which a log has nothing of. */
abstract class Words extends AbstractConfigurable {
  @Override public String[] getAttributeDescriptions() { return new String[0]; }
  @Override public Class<?>[] getAttributeTypes() { return new Class<?>[0]; }
  @Override public String[] getAttributeNames() { return new String[0]; }
  @Override public String getAttributeValueString(String key) { return null; }
  @Override public void setAttribute(String key, Object value) {}
  @Override public Class<?>[] getAllowableConfigureComponents() { return new Class<?>[0]; }
  @Override public HelpFile getHelpFile() { return null; }
  @Override public void addTo(Buildable parent) {}
  @Override public void removeFrom(Buildable parent) {}
}
