package clubroute.engine;

import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.ExtensionElement;
import VASSAL.build.module.Map;
import VASSAL.build.module.ModuleExtension;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import java.awt.Component;
import java.awt.Point;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import javax.swing.JButton;
import javax.swing.SwingUtilities;

/** The adviser as its player meets it. Its classes are the module's, so they are asked by name. */
final class AdviserCommands {
  private static final String CLASS = "clubroute.adviser.Adviser";
  private final GameModule module;

  AdviserCommands(GameModule module) {
    this.module = module;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("adviser", arguments -> state());
    commands.put("advisertoggle", arguments -> toggle());
    commands.put("adviserhover", this::hover);
    commands.put("adviserleave", arguments -> leave());
    commands.put("adviserask", this::ask);
    commands.put("adviserpublish", arguments -> call(field(adviser(), "questions"), "publish"));
    commands.put("adviserclear", arguments -> call(adviser(), "clear"));
    commands.put("advisercount", arguments -> module.getToolBar().getComponentCount());
  }

  /** The one that runs: it has its button. */
  private Object adviser() throws Exception {
    Object found = null;
    for (Buildable part : module.getBuildables()) {
      if (part.getClass().getName().equals(CLASS)) {
        found = better(found, part);
      }
      else if (part instanceof ModuleExtension) {
        for (Buildable inner : ((ModuleExtension) part).getBuildables()) {
          final Object held = inner instanceof ExtensionElement ? ((ExtensionElement) inner).getExtension() : null;
          if (held != null && held.getClass().getName().equals(CLASS)) {
            found = better(found, held);
          }
        }
      }
    }
    return found;
  }

  private static Object better(Object one, Object other) throws Exception {
    return one != null && field(one, "button") != null ? one : other;
  }

  private Object state() throws Exception {
    final Object adviser = adviser();
    if (adviser == null) {
      return Json.object("present", false);
    }
    final Object link = field(adviser, "link");
    String label = "";
    int marks = 0;
    for (Object one : ((java.util.Map<?, ?>) field(adviser, "marks")).values()) {
      label += call(one, "label");
      marks += Boolean.TRUE.equals(call(one, "shows")) ? 1 : 0;
    }
    return Json.object(
      "present", true, "on", call(adviser, "on"), "state", call(link, "state"), "label", label,
      "marks", marks, "latency", (Long) call(field(adviser, "drags"), "latency") / 1000,
      "buttons", buttons(), "sent", field(link, "number"), "waiting", ((java.util.Collection<?>) field(link, "waiting")).size());
  }

  private int buttons() {
    int found = 0;
    for (Component one : module.getToolBar().getComponents()) {
      found += "clubroute-adviser".equals(one.getName()) ? 1 : 0;
    }
    return found;
  }

  private Object toggle() {
    for (Component one : module.getToolBar().getComponents()) {
      if ("clubroute-adviser".equals(one.getName())) {
        ((JButton) one).doClick();
      }
    }
    return null;
  }

  private GamePiece piece(Arguments arguments) {
    final GamePiece piece = module.getGameState().getPieceForId(arguments.text("id"));
    if (piece == null) {
      throw new IllegalArgumentException("no piece has the id " + arguments.text("id"));
    }
    return piece;
  }

  /** Hold a piece, or its whole stack, over x, y of a map, as a drag does. */
  private Object hover(Arguments arguments) throws Exception {
    final Map map = GridCommands.map(arguments.text("map"));
    final Point place = new Point(arguments.integer("x"), arguments.integer("y"));
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(piece(arguments));
    map.centerAt(place);
    final Point screen = map.mapToComponent(place);
    SwingUtilities.convertPointToScreen(screen, map.getView());
    final Object drags = field(adviser(), "drags");
    final Method moved = drags.getClass().getDeclaredMethod("moved", Point.class);
    moved.setAccessible(true);
    moved.invoke(drags, screen);
    return null;
  }

  private Object leave() throws Exception {
    DragBuffer.getBuffer().clear();
    return call(field(adviser(), "drags"), "leave");
  }

  /** Ask a question of the menu about a piece, as by its key. */
  private Object ask(Arguments arguments) throws Exception {
    KeyBuffer.getBuffer().clear();
    KeyBuffer.getBuffer().add(piece(arguments));
    final Object questions = field(adviser(), "questions");
    final Method ask = questions.getClass().getDeclaredMethod("askSelected", String.class);
    ask.setAccessible(true);
    ask.invoke(questions, arguments.text("ask"));
    KeyBuffer.getBuffer().clear();
    return null;
  }

  private static Object field(Object target, String name) throws Exception {
    final Field found = target.getClass().getDeclaredField(name);
    found.setAccessible(true);
    return found.get(target);
  }

  private static Object call(Object target, String name) throws Exception {
    final Method found = target.getClass().getDeclaredMethod(name);
    found.setAccessible(true);
    return found.invoke(target);
  }
}
