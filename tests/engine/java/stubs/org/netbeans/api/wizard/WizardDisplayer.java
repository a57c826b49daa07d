package org.netbeans.api.wizard;

import java.awt.Rectangle;
import java.util.Map;
import javax.swing.Action;
import org.netbeans.spi.wizard.Wizard;

/** Stands in for the wizard library, which no registry carries; the tests never open a wizard. */
public abstract class WizardDisplayer {
  public static Object showWizard(Wizard wizard, Action help) {
    return null;
  }

  public static Object showWizard(Wizard wizard, Rectangle bounds, Action help, Map settings) {
    return null;
  }
}
