package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JComponent;

/** Stands in for the wizard library, which no registry carries; the tests never open a wizard. */
public abstract class WizardPanelProvider {
  protected WizardPanelProvider(String title, String step, String description) {}

  protected WizardPanelProvider(String title, String[] steps, String[] descriptions) {}

  protected WizardPanelProvider(String[] steps, String[] descriptions) {}

  protected abstract JComponent createPanel(WizardController controller, String id, Map settings);

  public Wizard createWizard() {
    return null;
  }
}
