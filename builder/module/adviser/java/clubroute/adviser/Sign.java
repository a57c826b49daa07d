package clubroute.adviser;

import java.awt.*;
import java.awt.geom.*;
import java.util.function.BooleanSupplier;
import javax.swing.Icon;

/** The picture on the adviser's button: what it says, ticked, in green while it is on and in grey while it is not. */
final class Sign implements Icon {
  private static final int SIDE = 24;
  private static final Color[] INK = {new Color(0x8a8a86), new Color(0x2f6b2a)};
  private static final Color[] PAPER = {new Color(0xf4f3ee), new Color(0xcfe6c4)};
  private final BooleanSupplier on;

  Sign(BooleanSupplier on) { this.on = on; }

  @Override public int getIconWidth() { return SIDE; }
  @Override public int getIconHeight() { return SIDE; }

  @Override public void paintIcon(Component part, Graphics graphics, int x, int y) {
    final int look = on.getAsBoolean() ? 1 : 0;
    final Graphics2D pen = (Graphics2D) graphics.create();
    pen.translate(x, y);
    pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    final Path2D tail = new Path2D.Double();
    tail.moveTo(6, 16);
    tail.lineTo(6, 22);
    tail.lineTo(12, 17);
    tail.closePath();
    final Area said = new Area(new RoundRectangle2D.Double(2, 2.5, 20, 15, 6, 6));
    said.add(new Area(tail));
    pen.setColor(PAPER[look]);
    pen.fill(said);
    pen.setColor(INK[look]);
    pen.setStroke(new BasicStroke(1.5f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    pen.draw(said);
    final Path2D tick = new Path2D.Double();
    tick.moveTo(7.5, 10);
    tick.lineTo(11, 13.5);
    tick.lineTo(17, 6.5);
    pen.setStroke(new BasicStroke(2.4f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    pen.draw(tick);
    pen.dispose();
  }
}
