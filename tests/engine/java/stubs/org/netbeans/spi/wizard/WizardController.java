package org.netbeans.spi.wizard;

/** Stands in for the wizard library, which no registry carries; the tests never open a wizard. */
public class WizardController {
  public static final int MODE_CAN_CONTINUE = 1;
  public static final int MODE_CAN_FINISH = 2;
  public static final int MODE_CAN_CONTINUE_OR_FINISH = 3;

  public void setProblem(String problem) {}

  public void setForwardNavigationMode(int mode) {}
}
