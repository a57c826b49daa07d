package clubroute.engine;

import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.ExtensionElement;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.Map;
import VASSAL.build.module.ModuleExtension;
import VASSAL.build.module.map.PieceMover;
import VASSAL.command.ChangeTracker;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.Properties;
import java.awt.Component;
import java.awt.Container;
import java.awt.Point;
import java.awt.Window;
import java.awt.dnd.DragSource;
import java.awt.dnd.DragSourceAdapter;
import java.awt.dnd.DragSourceMotionListener;
import java.awt.event.KeyEvent;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;

/** The adviser as its player meets it. Its classes are the module's, so they are asked by name. */
final class AdviserCommands {
  private static final String PACKAGE = "clubroute.adviser.";
  private static final String CLASS = PACKAGE + "Adviser";
  private final GameModule module;
  private final Stopwatch clock = new Stopwatch();

  AdviserCommands(GameModule module) {
    this.module = module;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("adviser", arguments -> state());
    commands.put("advisertoggle", arguments -> toggle());
    commands.put("adviserhover", this::hover);
    commands.put("adviserleave", arguments -> leave());
    commands.put("advisercentre", this::centre);
    commands.put("adviserplayer", this::player);
    commands.put("advisermask", this::mask);
    commands.put("adviserfolder", this::folder);
    commands.put("adviserask", this::ask);
    commands.put("adviserpublish", arguments -> call(field(adviser(), "questions"), "publish"));
    commands.put("adviserclear", arguments -> call(adviser(), "clear"));
    commands.put("adviserdrop", this::drop);
    commands.put("advisertimes", arguments -> clock.times());
    commands.put("adviserbeat", arguments -> clock.beat());
    commands.put("adviserbeats", arguments -> clock.beats());
    commands.put("adviserstart", arguments -> call(field(adviser(), "questions"), "startService"));
    commands.put("advisermenu", arguments -> menu());
    commands.put("adviserkey", this::key);
    commands.put("adviserafresh", arguments -> afresh());
    commands.put("adviserhooks", arguments -> hooks());
    commands.put("advisershow", this::show);
    commands.put("adviserremember", arguments -> remember());
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
    return one != null && field(one, "questions") != null ? one : other;
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
      label += field(one, "label");
      marks += field(one, "answer") == null ? 0 : 1;
    }
    return Json.object(
      "present", true, "on", call(adviser, "on"), "state", call(link, "state"), "label", label,
      "marks", marks, "buttons", buttons(), "sent", field(link, "number"), "waiting", ((java.util.Collection<?>) field(link, "waiting")).size());
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

  /** Where the adviser looks for tokens, on a system of that name. */
  private Object folder(Arguments arguments) throws Exception {
    final Method found = field(adviser(), "link").getClass().getClassLoader().loadClass("clubroute.adviser.Service")
      .getDeclaredMethod("folder", String.class, String.class, String.class, String.class, String.class);
    found.setAccessible(true);
    return String.valueOf(found.invoke(null, arguments.text("system"), arguments.text("home"), arguments.text("local"), "", ""));
  }

  /** Another player sits down at this machine. */
  private Object player(Arguments arguments) {
    GameModule.setUserId(arguments.text("password"));
    return null;
  }

  /** A player masks a piece, as its key does. */
  private Object mask(Arguments arguments) {
    final GamePiece piece = piece(arguments);
    final ChangeTracker change = new ChangeTracker(piece);
    piece.setProperty(Properties.OBSCURED_BY, arguments.text("password"));
    module.sendAndLog(change.getChangeCommand());
    return null;
  }

  /** Bring a place into view, as a player does before he drags. */
  private Object centre(Arguments arguments) {
    GridCommands.map(arguments.text("map")).centerAt(new Point(arguments.integer("x"), arguments.integer("y")));
    return null;
  }

  /** Hold a piece, or its whole stack, over x, y of a map, as a drag does. */
  private Object hover(Arguments arguments) throws Exception {
    final Map map = GridCommands.map(arguments.text("map"));
    final Point place = new Point(arguments.integer("x"), arguments.integer("y"));
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(piece(arguments));
    if (!map.getView().getVisibleRect().contains(map.mapToComponent(place))) {
      map.centerAt(place);
    }
    final Point screen = map.mapToComponent(place);
    SwingUtilities.convertPointToScreen(screen, map.getView());
    uncover(SwingUtilities.getWindowAncestor(map.getView()), screen);
    final DragSourceAdapter drags = drags();
    final Method moved = drags.getClass().getDeclaredMethod("moved", Point.class);
    moved.setAccessible(true);
    clock.hover(map, marks(map));
    moved.invoke(drags, screen);
    return null;
  }

  /** A player sees what he drags onto: put aside the windows that a set-up opens over the map. */
  private static void uncover(Window own, Point screen) {
    for (Window other : Window.getWindows()) {
      if (other != own && other.isShowing() && other.getBounds().contains(screen)) {
        other.setLocation(own.getX() + own.getWidth(), own.getY());
      }
    }
  }

  private Object leave() {
    DragBuffer.getBuffer().clear();
    drags().dragDropEnd(null);
    return null;
  }

  private static DragSourceAdapter drags() {
    for (DragSourceMotionListener one : DragSource.getDefaultDragSource().getDragSourceMotionListeners()) {
      if (one.getClass().getName().startsWith(PACKAGE)) {
        return (DragSourceAdapter) one;
      }
    }
    throw new IllegalStateException("the adviser does not listen to drags");
  }

  private Object marks(Map map) throws Exception {
    return ((java.util.Map<?, ?>) field(adviser(), "marks")).get(map);
  }

  /** Drop a piece on x, y of a map, as with the mouse, and measure when the line is in the chat. */
  private Object drop(Arguments arguments) throws Exception {
    clock.drop((javax.swing.JTextPane) Hidden.get(module.getChatter(), Chatter.class, "conversationPane"));
    final Map map = GridCommands.map(arguments.text("map"));
    KeyBuffer.getBuffer().clear();
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(piece(arguments));
    final Point place = new Point(arguments.integer("x"), arguments.integer("y"));
    module.sendAndLog(map.getComponentsOf(PieceMover.class).get(0).movePieces(map, map.snapTo(place)));
    DragBuffer.getBuffer().clear();
    return null;
  }

  /** As if nothing had failed yet: the next failure is said. */
  private Object afresh() throws Exception {
    final Object link = field(adviser(), "link");
    final Field complained = link.getClass().getDeclaredField("complained");
    complained.setAccessible(true);
    complained.setBoolean(link, false);
    return null;
  }

  /** Show a map below VASSAL's own window, in one of ours if it has none: no window manager is there. */
  private Object show(Arguments arguments) {
    module.getPlayerWindow().setBounds(0, 0, 1280, 200);
    Container top = GridCommands.map(arguments.text("map")).getView();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    Window window = top instanceof Window ? (Window) top : null;
    if (window == null) {
      final JFrame frame = new JFrame();
      frame.setContentPane(top);
      window = frame;
    }
    window.setBounds(0, 220, 900, 700);
    window.setVisible(true);
    window.validate();
    return null;
  }

  /** What it has put into the engine: how often each. */
  private Object hooks() throws Exception {
    int drags = 0;
    for (DragSourceMotionListener one : DragSource.getDefaultDragSource().getDragSourceMotionListeners()) {
      drags += one.getClass().getName().startsWith(PACKAGE) ? 1 : 0;
    }
    int components = 0;
    for (GameComponent one : module.getGameState().getGameComponents()) {
      components += one.getClass().getName().startsWith(PACKAGE) || one instanceof ModuleExtension ? 1 : 0;
    }
    final Object output = Hidden.get(module.getLogger(), BasicLogger.class, "logOutput");
    return Json.object(
      "drags", drags, "components", components, "buttons", buttons(),
      "taps", output.getClass().getName().startsWith(PACKAGE) ? 1 : 0,
      "preferences", module.getPrefs().getOption("clubrouteAdviser") == null ? 0 : 1);
  }

  /** Write the preferences, as VASSAL does when it ends. */
  private Object remember() throws Exception {
    module.getPrefs().save();
    return null;
  }

  /** The lines of the button's menu. */
  private Object menu() throws Exception {
    final List<Object> lines = new ArrayList<>();
    for (Component one : ((JPopupMenu) call(field(adviser(), "questions"), "ofButton")).getComponents()) {
      lines.add(((JMenuItem) one).getText());
    }
    return lines;
  }

  /** Select a piece and press a key for the whole module, as a player at the map does. */
  private Object key(Arguments arguments) {
    KeyBuffer.getBuffer().clear();
    KeyBuffer.getBuffer().add(piece(arguments));
    final KeyStroke stroke = KeyStroke.getKeyStroke(arguments.text("key"));
    final KeyEvent event = new KeyEvent(module.getPlayerWindow(), KeyEvent.KEY_PRESSED,
      System.currentTimeMillis(), stroke.getModifiers(), stroke.getKeyCode(), KeyEvent.CHAR_UNDEFINED);
    SwingUtilities.processKeyBindings(event);
    return null;
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

  static Object field(Object target, String name) throws Exception {
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
