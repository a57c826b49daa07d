package clubroute.adviser;

import VASSAL.build.module.Map;
import VASSAL.build.module.map.Drawable;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Component;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.util.ArrayList;
import java.util.List;

/** What was answered, drawn on one map: never by colour alone. Nothing of it is in the game. */
final class Marks implements Drawable {
  private static final int RADIUS = 30;
  private static final int MOST = 4000;
  private final Map map;
  private Json answer;
  private String label = "";
  private Point labelAt;

  Marks(Map map) {
    this.map = map;
    map.addDrawComponent(this);
  }

  void show(Json shown) {
    answer = shown;
    map.repaint();
  }

  void label(Point at, String text) {
    if (!text.equals(label) || !at.equals(labelAt)) {
      labelAt = at;
      label = text;
      map.repaint();
    }
  }

  String label() { return label; }

  void unlabel() {
    if (!label.isEmpty()) {
      label = "";
      map.repaint();
    }
  }

  boolean shows() { return answer != null; }

  void clear() {
    answer = null;
    unlabel();
    map.repaint();
  }

  /** The graphics are in drawing coordinates: map pixels, times zoom, times the screen's scale. */
  @Override public void draw(Graphics graphics, Map drawn) {
    if (answer == null && label.isEmpty()) { return; }
    final Graphics2D g = (Graphics2D) graphics.create();
    try {
      final double screen = g.getDeviceConfiguration().getDefaultTransform().getScaleX();
      g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      if (answer != null) { drawAnswer(g, screen); }
      if (!label.isEmpty()) { drawLabel(g, screen); }
    } finally { g.dispose(); }
  }

  private void drawAnswer(Graphics2D g, double screen) {
    final double scale = map.getZoom() * screen;
    for (Json way : answer.get("ways").list()) { drawWay(g, way, screen, scale); }
    g.setFont(new Font(Font.DIALOG, Font.BOLD, Math.max((int) (10 * screen), (int) (17 * scale))));
    final FontMetrics metrics = g.getFontMetrics();
    final int r = Math.max(4, (int) (RADIUS * scale));
    int drawn = 0;
    for (Json mark : answer.get("marks").list()) {
      final Point p = map.mapToDrawing(new Point(mark.number("x"), mark.number("y")), screen);
      if (!g.getClipBounds().intersects(p.x - r, p.y - r, 2 * r, 2 * r) || drawn++ > MOST) { continue; }
      final String kind = mark.text("kind");
      final Color color = color(kind);
      g.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), 70));
      g.fillOval(p.x - r, p.y - r, 2 * r, 2 * r);
      g.setColor(color);
      g.setStroke(new BasicStroke(Math.max(1f, (float) (2 * scale))));
      if (kind.equals("reach")) {
        hatch(g, p, r);
      } else { g.drawOval(p.x - r, p.y - r, 2 * r, 2 * r); }
      final String text = mark.text("text");
      final int width = metrics.stringWidth(text);
      g.setColor(Color.WHITE);
      g.fillRect(p.x - width / 2 - 2, p.y - metrics.getAscent() / 2 - 1, width + 4, metrics.getAscent() + 2);
      g.setColor(Color.BLACK);
      g.drawString(text, p.x - width / 2, p.y + metrics.getAscent() / 2 - 1);
    }
  }

  private static void hatch(Graphics2D g, Point p, int r) {
    for (int d = -r; d <= r; d += Math.max(4, r / 3)) {
      final int half = (int) Math.sqrt((double) r * r - (double) d * d);
      g.drawLine(p.x + d, p.y - half, p.x + d, p.y + half);
    }
  }

  private void drawWay(Graphics2D g, Json way, double screen, double scale) {
    final String kind = way.text("kind");
    final List<Point> points = new ArrayList<>();
    for (Json point : way.get("points").list()) {
      final List<Json> xy = point.list();
      if (xy.size() == 2 && points.size() < MOST) {
        points.add(map.mapToDrawing(new Point(xy.get(0).whole(), xy.get(1).whole()), screen));
      }
    }
    final float width = Math.max(2f, (float) ((kind.equals("route") ? 14 : 5) * scale));
    final float[] dash = kind.equals("blocked") ? new float[] {3 * width, 2 * width} : kind.equals("unknown") ? new float[] {width, 2 * width} : null;
    g.setStroke(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1f, dash, 0f));
    final Color color = color(kind);
    g.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), kind.equals("route") ? 110 : 220));
    for (int n = 1; n < points.size(); n++) {
      g.drawLine(points.get(n - 1).x, points.get(n - 1).y, points.get(n).x, points.get(n).y);
    }
  }

  private static Color color(String kind) {
    final boolean stops = kind.equals("blocking") || kind.equals("blocked");
    return new Color(stops ? 0xa0212c : kind.equals("clear") ? 0x1d5fa8 : kind.equals("unknown") ? 0x6b6b6b : kind.equals("route") ? 0xc98a00 : 0x1f6f3a);
  }

  private void drawLabel(Graphics2D g, double screen) {
    g.setFont(new Font(Font.DIALOG, Font.PLAIN, (int) (13 * screen)));
    final FontMetrics metrics = g.getFontMetrics();
    final Point p = map.mapToDrawing(labelAt, screen);
    final int width = metrics.stringWidth(label) + 10;
    final int height = metrics.getHeight() + 6;
    final Rectangle clip = new Rectangle(g.getClipBounds());
    final Component view = map.getView();
    int x = p.x + (int) (18 * screen);
    int y = p.y + (int) (26 * screen);
    if (view instanceof javax.swing.JComponent) {
      final Rectangle seen = ((javax.swing.JComponent) view).getVisibleRect();
      x = Math.max((int) (seen.x * screen), Math.min(x, (int) ((seen.x + seen.width) * screen) - width));
      y = Math.max((int) (seen.y * screen), Math.min(y, (int) ((seen.y + seen.height) * screen) - height));
    }
    if (!clip.intersects(x, y, width, height)) { return; }
    g.setColor(new Color(0xfffbe6));
    g.fillRoundRect(x, y, width, height, 6, 6);
    g.setColor(Color.DARK_GRAY);
    g.drawRoundRect(x, y, width, height, 6, 6);
    g.setColor(Color.BLACK);
    g.drawString(label, x + 5, y + 3 + metrics.getAscent());
  }

  @Override public boolean drawAboveCounters() { return true; }
}
