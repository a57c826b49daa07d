package clubroute.adviser;

import VASSAL.build.module.Map;
import VASSAL.build.module.map.Drawable;
import java.awt.*;
import java.util.List;
import java.util.stream.Collectors;

/** What was answered, drawn on one map: never by colour alone. Nothing of it is in the game. */
final class Marks implements Drawable {
  private static final int RADIUS = 30;
  private static final int MOST = 4000;
  private final Map map;
  private Json answer;
  private String label = "";
  private Point labelAt = new Point();

  /** How each kind of mark and line is drawn: its colour; its lines' width at full size, opacity, dashes in widths. */
  private enum Look {
    WAY(0x1f6f3a, 5, 220), REACH(0x1f6f3a, 5, 220), ROUTE(0xc98a00, 14, 110), CLEAR(0x1d5fa8, 5, 220),
    BLOCKED(0xa0212c, 5, 220, 3, 2), BLOCKING(0xa0212c, 5, 220), UNKNOWN(0x6b6b6b, 5, 220, 1, 2);

    final int color, width, opacity;
    final float[] dashes;

    Look(int color, int width, int opacity, float... dashes) {
      this.color = color;
      this.width = width;
      this.opacity = opacity;
      this.dashes = dashes;
    }

    static Look of(String kind) {
      for (Look one : values()) {
        if (one.name().equalsIgnoreCase(kind)) { return one; }
      }
      return WAY;
    }

    Color shaded(int opaque) { return new Color(color >> 16, color >> 8 & 255, color & 255, opaque); }

    Stroke stroke(double scale) {
      final float wide = Math.max(2f, (float) (width * scale));
      final float[] dash = new float[dashes.length];
      for (int n = 0; n < dash.length; n++) { dash[n] = wide * dashes[n]; }
      return new BasicStroke(wide, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1f, dash.length == 0 ? null : dash, 0f);
    }
  }

  Marks(Map map) {
    this.map = map;
    map.addDrawComponent(this);
  }

  void show(Json shown) {
    answer = shown;
    map.repaint();
  }

  /** Show a line beside a place, none if it is empty. */
  void label(Point at, String text) {
    if (text.isEmpty() && label.isEmpty()) { return; }
    labelAt = at;
    label = text;
    map.repaint();
  }

  void clear() {
    label(labelAt, "");
    show(null);
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
    for (Json way : answer.list("ways")) {
      final Look look = Look.of(way.text("kind"));
      final List<Point> points = way.list("points").stream().filter(xy -> xy.list().size() == 2).limit(MOST)
        .map(xy -> at(xy.list().get(0), xy.list().get(1), screen)).collect(Collectors.toList());
      g.setStroke(look.stroke(scale));
      g.setColor(look.shaded(look.opacity));
      for (int n = 1; n < points.size(); n++) { g.drawLine(points.get(n - 1).x, points.get(n - 1).y, points.get(n).x, points.get(n).y); }
    }
    g.setFont(new Font(Font.DIALOG, Font.BOLD, Math.max((int) (10 * screen), (int) (17 * scale))));
    final int r = Math.max(4, (int) (RADIUS * scale));
    answer.list("marks").stream().limit(MOST).forEach(mark -> {
      final Point p = at(mark.get("x"), mark.get("y"), screen);
      if (g.getClipBounds().intersects(p.x - r, p.y - r, 2 * r, 2 * r)) { drawMark(g, p, r, Look.of(mark.text("kind")), mark.text("text")); }
    });
  }

  private Point at(Json x, Json y, double screen) { return map.mapToDrawing(new Point(x.whole(), y.whole()), screen); }

  private static void drawMark(Graphics2D g, Point p, int r, Look look, String text) {
    g.setColor(look.shaded(70));
    g.fillOval(p.x - r, p.y - r, 2 * r, 2 * r);
    g.setColor(look.shaded(255));
    g.setStroke(new BasicStroke(Math.max(1f, r / 15f)));
    for (int d = -r; look == Look.REACH && d <= r; d += Math.max(4, r / 3)) { // hatched
      final int half = (int) Math.sqrt((double) r * r - (double) d * d);
      g.drawLine(p.x + d, p.y - half, p.x + d, p.y + half);
    }
    if (look != Look.REACH) { g.drawOval(p.x - r, p.y - r, 2 * r, 2 * r); }
    final int width = g.getFontMetrics().stringWidth(text);
    final int height = g.getFontMetrics().getAscent();
    g.setColor(Color.WHITE);
    g.fillRect(p.x - width / 2 - 2, p.y - height / 2 - 1, width + 4, height + 2);
    g.setColor(Color.BLACK);
    g.drawString(text, p.x - width / 2, p.y + height / 2 - 1);
  }

  /** Beside its hex, and moved into what is seen of the map. */
  private void drawLabel(Graphics2D g, double screen) {
    g.setFont(new Font(Font.DIALOG, Font.PLAIN, (int) (13 * screen)));
    final FontMetrics metrics = g.getFontMetrics();
    final Point p = map.mapToDrawing(labelAt, screen);
    final int width = metrics.stringWidth(label) + 10;
    final int height = metrics.getHeight() + 6;
    final Rectangle seen = map.getView().getVisibleRect();
    final int x = (int) Math.max(seen.x * screen, Math.min(p.x + 18 * screen, (seen.x + seen.width) * screen - width));
    final int y = (int) Math.max(seen.y * screen, Math.min(p.y + 26 * screen, (seen.y + seen.height) * screen - height));
    g.setColor(new Color(0xfffbe6));
    g.fillRoundRect(x, y, width, height, 6, 6);
    g.setColor(Color.DARK_GRAY);
    g.drawRoundRect(x, y, width, height, 6, 6);
    g.setColor(Color.BLACK);
    g.drawString(label, x + 5, y + 3 + metrics.getAscent());
  }

  @Override public boolean drawAboveCounters() { return true; }
}
