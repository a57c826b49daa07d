package org.netbeans.spi.wizard;

import java.util.Map;

/** Stands in for the wizard library, which no registry carries; the tests never open a wizard. */
public abstract class WizardBranchController {
  protected WizardBranchController(WizardPanelProvider base) {}

  public Wizard createWizard() {
    return null;
  }

  protected Wizard getWizardForStep(String step, Map settings) {
    return null;
  }

  protected WizardPanelProvider getPanelProviderForStep(String step, Map settings) {
    return null;
  }
}
