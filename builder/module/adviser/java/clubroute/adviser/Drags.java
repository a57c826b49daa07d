package clubroute.adviser;

import VASSAL.build.module.Map;
import VASSAL.counters.DragBuffer;
import java.awt.Point;
import java.awt.Window;
import java.awt.dnd.*;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.swing.SwingUtilities;

/** Watches a drag from the outside: which hex the pointer is in, and what the service says of that. */
final class Drags extends DragSourceAdapter {
  private static final int MOST = 40;
  private final Adviser adviser;
  private String over = "";

  Drags(Adviser adviser) {
    this.adviser = adviser;
    DragSource.getDefaultDragSource().addDragSourceMotionListener(this);
    DragSource.getDefaultDragSource().addDragSourceListener(this);
  }

  @Override public void dragMouseMoved(DragSourceDragEvent event) {
    try {
      if (adviser.on() && !DragBuffer.getBuffer().isEmpty()) { moved(event.getLocation()); }
    } catch (RuntimeException error) { over = ""; } // a drag goes on, whatever we make of it
  }

  @Override public void dragDropEnd(DragSourceDropEvent event) { leave(); }

  private void leave() {
    over = "";
    adviser.marks().forEach(one -> one.label(new Point(), ""));
  }

  private void moved(Point screen) {
    for (Map map : adviser.maps()) {
      if (!map.getView().isShowing() || hidden(map, screen)) { continue; }
      final Point point = new Point(screen);
      SwingUtilities.convertPointFromScreen(point, map.getView());
      if (!map.getView().getVisibleRect().contains(point)) { continue; }
      final Point at = map.snapTo(map.componentToMap(point));
      final String here = Questions.place(map, at);
      if (!here.equals(over)) {
        leave();
        over = here;
        ask(map, at, here);
      }
      return;
    }
    leave();
  }

  /** Whether the window that is in front covers a map there. */
  private static boolean hidden(Map map, Point screen) {
    final Window own = SwingUtilities.getWindowAncestor(map.getView());
    return Stream.of(Window.getWindows()).anyMatch(other -> other != own && other.isShowing() && other.isActive() && other.getBounds().contains(screen));
  }

  private void ask(Map map, Point at, String here) {
    final String pieces = DragBuffer.getBuffer().asList().stream().flatMap(one -> Mirror.single(one).stream())
      .map(one -> Json.quote(String.valueOf(one.getId()))).distinct().limit(MOST).collect(Collectors.joining(","));
    adviser.link.ask(Link.DRAG, "\"pieces\":[" + pieces + "],\"to\":" + here, "drag", answer -> {
      // Else it is of a hex that the pointer has left.
      if (here.equals(over)) { adviser.marks(map).label(at, answer.text("line")); }
    }, null);
  }
}
