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
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import javax.swing.*;

/** The questions a player may ask of a unit or of two hexes: by menu, by key, by a second click. */
final class Questions {
  private static final int KEYS = InputEvent.CTRL_DOWN_MASK | InputEvent.ALT_DOWN_MASK;
  private static final int MOST_LINES = 12;
  private final Adviser adviser;
  private String pending = ""; // the question that waits for another hex
  private String last = ""; // the parameters of what was answered last

  Questions(Adviser adviser) { this.adviser = adviser; }

  void listen(Collection<Map> maps) {
    for (Map map : maps) { map.addLocalMouseListener(new Mouse(map)); }
    key(KeyEvent.VK_A, this::menuOfSelected);
    key(KeyEvent.VK_R, () -> askSelected("reach"));
    key(KeyEvent.VK_V, () -> askSelected("sees"));
    key(KeyEvent.VK_C, adviser::clear);
    key(KeyEvent.VK_P, this::publish);
    key(KeyEvent.VK_T, adviser::toggle);
  }

  private void key(int code, Runnable run) {
    final KeyStroke stroke = KeyStroke.getKeyStroke(code, KEYS);
    GameModule.getGameModule().addKeyStrokeListener(new KeyStrokeListener(event -> {
      if (adviser.on() || code == KeyEvent.VK_T) { run.run(); }
    }, stroke));
  }

  /** The first piece that is selected and everybody sees, null if there is none. */
  private static GamePiece selected() {
    for (GamePiece one : KeyBuffer.getBuffer().asList()) {
      final GamePiece piece = one instanceof Stack ? ((Stack) one).topPiece() : one;
      if (piece != null && Mirror.seen(piece)) { return piece; }
    }
    return null;
  }

  private void askSelected(String question) {
    final GamePiece piece = selected();
    if (piece != null) { ask(question, about(piece), piece.getMap()); }
  }

  private void menuOfSelected() {
    final GamePiece piece = selected();
    final JPopupMenu menu = new JPopupMenu();
    final Map map = piece == null ? null : piece.getMap();
    final Component view = map == null ? GameModule.getGameModule().getToolBar() : map.getView();
    final Point at = map == null ? new Point(0, 0) : map.mapToComponent(piece.getPosition());
    fill(menu, piece == null ? "" : about(piece), map, true);
    menu.show(view, at.x, at.y);
  }

  private static String about(GamePiece piece) {
    return Json.pair("piece", piece.getId()) + ",\"from\":" + place(piece.getMap(), piece.getPosition());
  }

  private static String place(Map map, Point at) {
    return "{" + Json.pair("map", map.getMapName()) + ",\"x\":" + at.x + ",\"y\":" + at.y + "}";
  }

  /** Put the questions that make sense into a menu, once the service has named them. */
  private void fill(Component into, String about, Map map, boolean byKey) {
    final JMenuItem wait = new JMenuItem("…");
    wait.setEnabled(false);
    add(into, wait);
    adviser.link.ask("adviser.menu", about, answer -> {
      remove(into, wait);
      for (Json entry : answer.list()) {
        final String question = entry.text("ask");
        final boolean another = entry.yes("to") && map != null;
        final JMenuItem item = new JMenuItem(plain(entry.text("label")) + (another ? "…" : ""));
        item.addActionListener(event -> {
          if (!another) {
            ask(question, about, map);
          } else if (byKey) {
            askWhere(question, about, map);
          } else { pick(question, about); }
        });
        add(into, item);
      }
      addMore(into);
      repack(into);
    }, why -> wait.setText("no answer"));
  }

  private void addMore(Component into) {
    final JMenuItem room = new JMenuItem("Open in the map room");
    room.addActionListener(event -> openRoom());
    add(into, room);
    final JMenuItem publish = new JMenuItem("Publish the last answer to all");
    publish.setEnabled(!last.isEmpty());
    publish.addActionListener(event -> publish());
    add(into, publish);
    final JMenuItem clear = new JMenuItem("Clear the marks");
    clear.addActionListener(event -> adviser.clear());
    add(into, clear);
  }

  /** The names come from outside: HTML in them would be drawn. */
  private static String plain(String text) {
    return text.toLowerCase(java.util.Locale.ROOT).startsWith("<html") ? " " + text : text;
  }

  private static void add(Component into, JMenuItem item) {
    if (into instanceof JMenu) {
      ((JMenu) into).add(item);
      item.setFont(into.getFont());
    } else { ((JPopupMenu) into).add(item); }
  }

  private static void remove(Component into, JMenuItem item) {
    if (into instanceof JMenu) {
      ((JMenu) into).remove(item);
    } else { ((JPopupMenu) into).remove(item); }
  }

  private static void repack(Component into) {
    if (into instanceof JMenu) {
      final JPopupMenu popup = ((JMenu) into).getPopupMenu();
      popup.pack();
      popup.revalidate();
    } else { ((JPopupMenu) into).pack(); }
  }

  private void pick(String question, String about) {
    pending = Json.pair("ask", question) + "," + about;
    for (Map map : adviser.maps()) { map.getView().setCursor(Cursor.getPredefinedCursor(Cursor.CROSSHAIR_CURSOR)); }
    adviser.say("Adviser: click on the other hex");
  }

  private void picked(Map map, Point at) {
    final String asked = pending;
    pending = "";
    for (Map one : adviser.maps()) { one.getView().setCursor(Cursor.getDefaultCursor()); }
    show(asked + ",\"to\":" + place(map, at), map);
  }

  private void askWhere(String question, String about, Map map) {
    final String hex = JOptionPane.showInputDialog(map.getView(), "To which hex?", "Adviser", JOptionPane.PLAIN_MESSAGE);
    if (hex != null && !hex.trim().isEmpty()) {
      show(Json.pair("ask", question) + "," + about + ",\"to\":{" + Json.pair("location", hex.trim()) + "}", map);
    }
  }

  private void ask(String question, String about, Map map) {
    show(Json.pair("ask", question) + (about.isEmpty() ? "" : "," + about), map);
  }

  private void show(String params, Map map) {
    adviser.link.ask("adviser.show", params, answer -> {
      last = params;
      adviser.clear();
      final String window = answer.text("map");
      for (Map one : adviser.maps()) {
        if (one.getMapName().equals(window)) { adviser.marks(one).show(answer); }
      }
      adviser.say(answer.text("line"));
      if (answer.get("marks").list().isEmpty() && answer.get("ways").list().isEmpty()) {
        final List<Json> lines = answer.get("text").list();
        lines.stream().skip(1).limit(MOST_LINES).forEach(line -> adviser.say(line.plain()));
        if (lines.size() - 1 > MOST_LINES) {
          adviser.say("… " + (lines.size() - 1 - MOST_LINES) + " lines more: clubroute room");
        }
      }
    }, why -> adviser.say("Adviser: " + why));
  }

  private void publish() {
    if (!last.isEmpty()) {
      adviser.link.ask("adviser.show", last + ",\"publish\":true", answer -> adviser.publish(answer.text("publish")), why -> adviser.say("Adviser: " + why));
    }
  }

  private void openRoom() {
    adviser.link.ask("adviser.room", "", answer -> BrowserSupport.openURL(answer.text("address")), why -> adviser.say("Adviser: " + why));
  }

  /** The menu of the button. */
  JPopupMenu ofButton() {
    final JPopupMenu menu = new JPopupMenu();
    final JMenuItem state = new JMenuItem("Adviser: " + (adviser.on() ? adviser.link.state() : "off"));
    state.setEnabled(false);
    menu.add(state);
    final Path program = Link.program(System.getenv("PATH"), File.pathSeparator);
    final JMenuItem start = new JMenuItem(program == null ? "clubroute is not on the path; " + Link.START : "Start clubroute serve");
    start.setEnabled(program != null);
    start.addActionListener(event -> start(program));
    menu.add(start);
    if (adviser.on()) { fill(menu, "", null, false); }
    return menu;
  }

  private void start(Path program) {
    try {
      new ProcessBuilder(program.toString(), "serve").redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      adviser.say("Adviser: clubroute serve is starting");
    } catch (IOException error) { adviser.say("Adviser: " + program + " cannot be started"); }
  }

  /** The menu that VASSAL has just shown for a piece, with ours below; or one of our own. */
  private final class Mouse extends MouseAdapter {
    private final Map map;

    Mouse(Map map) { this.map = map; }

    @Override public void mousePressed(MouseEvent event) {
      if (!pending.isEmpty() && !event.isPopupTrigger() && event.getButton() == MouseEvent.BUTTON1) {
        picked(map, map.snapTo(event.getPoint()));
        return;
      }
      popup(event);
    }

    @Override public void mouseReleased(MouseEvent event) { popup(event); }

    private void popup(MouseEvent event) {
      if (!adviser.on() || !event.isPopupTrigger()) { return; }
      final GamePiece piece = map.findPiece(event.getPoint(), PieceFinder.PIECE_IN_STACK);
      final MenuElement[] path = MenuSelectionManager.defaultManager().getSelectedPath();
      final boolean theirs = path.length > 0 && path[0] instanceof JPopupMenu && ((JPopupMenu) path[0]).getInvoker() == map.getView();
      if (piece instanceof Deck || piece != null && !Mirror.seen(piece)) { return; }
      final Point at = map.snapTo(event.getPoint());
      final String about = piece == null ? "\"from\":" + place(map, at) : about(piece);
      if (theirs) {
        final JPopupMenu menu = (JPopupMenu) path[0];
        final JMenu ours = new JMenu("Adviser");
        if (menu.getComponentCount() > 0 && menu.getComponent(0) instanceof JMenuItem) {
          ours.setFont(menu.getComponent(0).getFont());
        }
        fill(ours, about, map, false);
        menu.addSeparator();
        menu.add(ours);
        menu.pack();
      } else {
        final JPopupMenu menu = new JPopupMenu();
        fill(menu, about, map, false);
        final Point shown = map.mapToComponent(event.getPoint());
        menu.show(map.getView(), shown.x, shown.y);
      }
    }
  }
}
