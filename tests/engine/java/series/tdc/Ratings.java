package tdc;

import VASSAL.build.module.documentation.HelpFile;
import VASSAL.command.Command;
import VASSAL.counters.Decorator;
import VASSAL.counters.EditablePiece;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import java.awt.Component;
import java.awt.Graphics;
import java.awt.Rectangle;
import java.awt.Shape;
import javax.swing.KeyStroke;

/** Stands in for the trait with what stands on a counter: it keeps its text and does nothing. */
public final class Ratings extends Decorator implements EditablePiece {
  static final String ID = "ratings;";
  private String type;

  /** For the engine, which copies a counter with it and tells the copy its type afterwards. */
  public Ratings() {
    this(ID, null);
  }

  Ratings(String type, GamePiece inner) {
    this.type = type;
    setInner(inner);
  }

  @Override public void mySetType(String told) { type = told; }
  @Override public String myGetType() { return type; }
  @Override public String myGetState() { return ""; }
  @Override public void mySetState(String state) {}
  @Override public Command myKeyEvent(KeyStroke stroke) { return null; }
  @Override protected KeyCommand[] myGetKeyCommands() { return new KeyCommand[0]; }
  @Override public String getDescription() { return "Ratings"; }
  @Override public HelpFile getHelpFile() { return null; }
  @Override public Rectangle boundingBox() { return getInner().boundingBox(); }
  @Override public Shape getShape() { return getInner().getShape(); }
  @Override public String getName() { return getInner().getName(); }

  @Override
  public void draw(Graphics g, int x, int y, Component observer, double zoom) {
    getInner().draw(g, x, y, observer, zoom);
  }
}
