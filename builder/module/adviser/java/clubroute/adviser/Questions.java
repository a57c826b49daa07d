package clubroute.adviser;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.counters.*;
import VASSAL.tools.BrowserSupport;
import VASSAL.tools.KeyStrokeListener;
import java.awt.Component;
import java.awt.Cursor;
import java.awt.Point;
import java.awt.event.*;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.function.Consumer;
import javax.swing.*;

/** The questions a player may ask of a unit or of two hexes: by menu, by key, by a second click. */
final class Questions {
  private static final int KEYS = InputEvent.CTRL_DOWN_MASK | InputEvent.ALT_DOWN_MASK;
  private static final int MOST_LINES = 12;
  private final Adviser adviser;
  private final Consumer<String> refused;
  private Consumer<String> pick; // the question that waits for another hex, null for none
  private String last = ""; // the parameters of what was answered last

  Questions(Adviser adviser, Component button) {
    this.adviser = adviser;
    refused = why -> adviser.say("Adviser: " + why);
    adviser.maps().forEach(map -> map.addLocalMouseListener(new Mouse(map)));
    button.addMouseListener(new Mouse(null));
    key(KeyEvent.VK_A, this::menuOfSelected);
    key(KeyEvent.VK_R, () -> askSelected("reach"));
    key(KeyEvent.VK_V, () -> askSelected("sees"));
    key(KeyEvent.VK_C, adviser::clear);
    key(KeyEvent.VK_P, this::publish);
    key(KeyEvent.VK_T, adviser::toggle);
  }

  private void key(int code, Runnable run) {
    GameModule.getGameModule().addKeyStrokeListener(new KeyStrokeListener(event -> {
      if (adviser.on() || code == KeyEvent.VK_T) { run.run(); }
    }, KeyStroke.getKeyStroke(code, KEYS)));
  }

  /** The first piece that is selected and everybody sees, null if there is none. */
  private static GamePiece selected() {
    return KeyBuffer.getBuffer().asList().stream().flatMap(one -> Mirror.single(one).stream()).filter(Mirror::seen).findFirst().orElse(null);
  }

  private void askSelected(String question) {
    final GamePiece piece = selected();
    if (piece != null) { show(Json.pair("ask", question) + about(piece)); }
  }

  private void menuOfSelected() {
    final GamePiece piece = selected();
    final Map map = piece == null ? null : piece.getMap();
    final Component view = map == null ? GameModule.getGameModule().getToolBar() : map.getView();
    final Point at = map == null ? new Point(0, 0) : map.mapToComponent(piece.getPosition());
    menu(piece == null ? "" : about(piece), this::pickByName).show(view, at.x, at.y);
  }

  private static String about(GamePiece piece) {
    return "," + Json.pair("piece", piece.getId()) + ",\"from\":" + place(piece.getMap(), piece.getPosition());
  }

  static String place(Map map, Point at) { return "{" + Json.pair("map", map.getMapName()) + ",\"x\":" + at.x + ",\"y\":" + at.y + "}"; }

  private JPopupMenu menu(String about, Consumer<Consumer<String>> picking) {
    final JPopupMenu menu = new JPopupMenu();
    fill(menu, about, picking);
    return menu;
  }

  /** Put the questions that make sense into a menu, once the service has named them. */
  private void fill(JPopupMenu into, String about, Consumer<Consumer<String>> picking) {
    final JMenuItem wait = item(into, "…", () -> { });
    wait.setEnabled(false);
    adviser.link.ask("adviser.menu", about.isEmpty() ? "" : about.substring(1), "menu", answer -> {
      into.remove(wait);
      for (Json entry : answer.list()) {
        final String asked = Json.pair("ask", entry.text("ask")) + about;
        final boolean another = entry.get("to").yes();
        item(into, entry.text("label") + (another ? "…" : ""), () -> {
          if (another) {
            picking.accept(to -> show(asked + ",\"to\":" + to));
          } else { show(asked); }
        });
      }
      item(into, "Open in the map room", () -> adviser.link.ask("adviser.room", "", "room", room -> BrowserSupport.openURL(room.text("address")), refused));
      item(into, "Publish the last answer to all", this::publish).setEnabled(!last.isEmpty());
      item(into, "Clear the marks", adviser::clear);
      into.pack();
      into.revalidate();
    }, why -> wait.setText("no answer"));
  }

  /** A line of a menu. Its words may come from outside: HTML in them would be drawn. */
  private static JMenuItem item(JPopupMenu into, String text, Runnable run) {
    final JMenuItem item = new JMenuItem(text.startsWith("<") ? " " + text : text);
    item.setFont(into.getFont());
    item.addActionListener(event -> run.run());
    return into.add(item);
  }

  /** Wait for a click on a hex, of whatever map. */
  private void pickByClick(Consumer<String> picked) {
    pick = picked;
    adviser.maps().forEach(map -> map.getView().setCursor(Cursor.getPredefinedCursor(Cursor.CROSSHAIR_CURSOR)));
    adviser.say("Adviser: click on the other hex");
  }

  private void pickByName(Consumer<String> picked) {
    final String hex = JOptionPane.showInputDialog(GameModule.getGameModule().getPlayerWindow(), "To which hex?", "Adviser", JOptionPane.PLAIN_MESSAGE);
    if (hex != null && !hex.trim().isEmpty()) { picked.accept("{" + Json.pair("location", hex.trim()) + "}"); }
  }

  private void show(String params) {
    adviser.link.ask("adviser.show", params, "show", answer -> {
      last = params;
      adviser.clear();
      adviser.maps().stream().filter(map -> answer.text("map").equals(map.getMapName())).forEach(map -> adviser.marks(map).show(answer));
      adviser.say(answer.text("line"));
      final List<Json> lines = answer.list("text");
      if (answer.list("marks").isEmpty() && answer.list("ways").isEmpty() && lines.size() > 1) {
        lines.stream().skip(1).limit(MOST_LINES).forEach(line -> adviser.say(line.text()));
        final int more = lines.size() - 1 - MOST_LINES;
        adviser.say(more > 0 ? "… " + more + " lines more: clubroute room" : "");
      }
    }, refused);
  }

  private void publish() {
    if (!last.isEmpty()) { adviser.link.ask("adviser.show", last + ",\"publish\":true", "publish", answer -> adviser.publish(answer.text("publish")), refused); }
  }

  /** The menu of the button. */
  JPopupMenu ofButton() {
    final JPopupMenu menu = new JPopupMenu();
    item(menu, "Adviser: " + (adviser.on() ? adviser.link.state() : "off"), () -> { }).setEnabled(false);
    item(menu, "Start clubroute serve", this::startService);
    if (adviser.on()) { fill(menu, "", this::pickByClick); }
    return menu;
  }

  private void startService() {
    try {
      new ProcessBuilder("clubroute", "serve").redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
      adviser.say("Adviser: clubroute serve is starting");
    } catch (IOException error) { adviser.say("Adviser: clubroute is not on the path; " + Link.START); }
  }

  /**
   * Clicks on the button, which is on no map: its menu. Clicks on a map: the other hex of a question,
   * or the menu, ours below that which VASSAL has just shown for a piece.
   */
  private final class Mouse extends MouseAdapter {
    private final Map map;

    Mouse(Map map) { this.map = map; }

    @Override public void mousePressed(MouseEvent event) {
      if (map == null) {
        if (event.isPopupTrigger()) { ofButton().show(event.getComponent(), event.getX(), event.getY()); }
      } else if (pick != null && event.getButton() == MouseEvent.BUTTON1 && !event.isPopupTrigger()) {
        final Consumer<String> picked = pick;
        pick = null;
        adviser.maps().forEach(one -> one.getView().setCursor(Cursor.getDefaultCursor()));
        picked.accept(place(map, map.snapTo(event.getPoint())));
      } else if (adviser.on() && event.isPopupTrigger()) { popup(event.getPoint()); }
    }

    @Override public void mouseReleased(MouseEvent event) {
      if (event.isPopupTrigger()) { mousePressed(event); }
    }

    private void popup(Point at) {
      final GamePiece piece = map.findPiece(at, PieceFinder.PIECE_IN_STACK);
      if (piece != null && (piece instanceof Deck || !Mirror.seen(piece))) { return; }
      final String about = piece == null ? ",\"from\":" + place(map, map.snapTo(at)) : about(piece);
      final MenuElement[] path = MenuSelectionManager.defaultManager().getSelectedPath();
      final JPopupMenu theirs = path.length > 0 && path[0] instanceof JPopupMenu ? (JPopupMenu) path[0] : null;
      if (theirs == null || theirs.getInvoker() != map.getView()) {
        final Point shown = map.mapToComponent(at);
        menu(about, Questions.this::pickByClick).show(map.getView(), shown.x, shown.y);
        return;
      }
      final JMenu ours = new JMenu("Adviser");
      ours.setFont(theirs.getComponentCount() > 0 ? theirs.getComponent(0).getFont() : theirs.getFont());
      ours.getPopupMenu().setFont(ours.getFont());
      fill(ours.getPopupMenu(), about, Questions.this::pickByClick);
      theirs.addSeparator();
      theirs.add(ours);
      theirs.pack();
    }
  }
}
