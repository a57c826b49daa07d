package org.netbeans.spi.wizard;

/** Stands in for the wizard library, which no registry carries; the tests never open a wizard. */
public abstract class Wizard {}
