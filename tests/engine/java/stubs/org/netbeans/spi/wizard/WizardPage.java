package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JPanel;

/** Stands in for the wizard library, which no registry carries; the tests never open a wizard. */
public class WizardPage extends JPanel {
  private static final long serialVersionUID = 1L;

  public WizardPage(String description) {}

  public interface WizardResultProducer {
    Object finish(Map settings);

    boolean cancel(Map settings);
  }
}
