package clubroute.adviser;

import VASSAL.build.module.Map;
import VASSAL.counters.*;
import java.awt.Point;
import java.awt.Window;
import java.awt.dnd.*;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.swing.SwingUtilities;

/** Watches a drag from the outside: which hex the pointer is in, and what the service says of that. */
final class Drags extends DragSourceAdapter {
  private static final int MOST = 40;
  private final Adviser adviser;
  private String over = "";
  private long entered;
  private long answered;

  Drags(Adviser adviser) { this.adviser = adviser; }

  void listen() {
    DragSource.getDefaultDragSource().addDragSourceMotionListener(this);
    DragSource.getDefaultDragSource().addDragSourceListener(this);
  }

  /** Nanoseconds from the pointer in a new hex to its label, of the last one; 0 for none. */
  long latency() { return Math.max(0, answered - entered); }

  @Override public void dragMouseMoved(DragSourceDragEvent event) {
    try {
      if (adviser.on() && !DragBuffer.getBuffer().isEmpty()) { moved(event.getLocation()); }
    } catch (RuntimeException error) {
      over = ""; // a drag goes on, whatever we make of it
    }
  }

  @Override public void dragDropEnd(DragSourceDropEvent event) { leave(); }

  private void leave() {
    over = "";
    for (Map map : adviser.maps()) { adviser.marks(map).unlabel(); }
  }

  private void moved(Point screen) {
    for (Map map : adviser.maps()) {
      if (map.getView() == null || !map.getView().isShowing() || hidden(map, screen)) { continue; }
      final Point point = new Point(screen);
      SwingUtilities.convertPointFromScreen(point, map.getView());
      if (!map.getView().getVisibleRect().contains(point)) { continue; }
      final Point at = map.snapTo(map.componentToMap(point));
      final String here = map.getMapName() + "\n" + at.x + "\n" + at.y;
      if (!here.equals(over)) {
        over = here;
        entered = System.nanoTime();
        adviser.marks(map).unlabel();
        ask(map, at, here);
      }
      return;
    }
    leave();
  }

  /** Whether the window that is in front covers a map there. */
  private static boolean hidden(Map map, Point screen) {
    final Window own = SwingUtilities.getWindowAncestor(map.getView());
    for (Window other : Window.getWindows()) {
      if (other != own && other.isShowing() && other.isActive() && other.getBounds().contains(screen)) { return true; }
    }
    return false;
  }

  private void ask(Map map, Point at, String here) {
    final String pieces = ids().stream().limit(MOST).map(Json::quote).collect(Collectors.joining(","));
    final String to = "\"to\":{" + Json.pair("map", map.getMapName()) + ",\"x\":" + at.x + ",\"y\":" + at.y + "}";
    adviser.link.ask("adviser.drag", "\"pieces\":[" + pieces + "]," + to, answer -> {
      if (here.equals(over)) { // else it is of a hex that the pointer has left
        answered = System.nanoTime();
        adviser.marks(map).label(at, answer.text("line"));
      }
    }, null, this);
  }

  /** The pieces that are dragged, each once. */
  private static Set<String> ids() {
    final Set<String> found = new LinkedHashSet<>();
    for (PieceIterator pieces = DragBuffer.getBuffer().getIterator(); pieces.hasMoreElements();) {
      final GamePiece piece = pieces.nextPiece();
      if (piece instanceof Stack) {
        ((Stack) piece).asList().forEach(one -> found.add(one.getId()));
      } else if (piece.getId() != null) { found.add(piece.getId()); }
    }
    return found;
  }
}
