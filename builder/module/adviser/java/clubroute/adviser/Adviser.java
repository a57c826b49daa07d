package clubroute.adviser;

import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.*;
import VASSAL.build.module.Map;
import VASSAL.command.Command;
import VASSAL.command.MovePiece;
import VASSAL.configure.BooleanConfigurer;
import VASSAL.tools.ArchiveWriter;
import java.lang.reflect.Field;
import java.util.*;
import java.util.stream.Collectors;
import javax.swing.JButton;
import javax.swing.SwingUtilities;

/**
 * Tells one player, on his own machine, what the rules say of his moves. It never acts.
 *
 * <p>A child of GameModule in a module, or of an ExtensionElement in an extension; both run once.
 */
public class Adviser extends Plugin implements GameComponent {
  private static final String PREFERENCE = "clubrouteAdviser";
  private static final String TAB = "Adviser";
  private static final int MOST_LINES = 3;
  private static boolean running;

  final Mirror mirror = new Mirror();
  final Link link = new Link(mirror, this::say, this::refresh);
  private final java.util.Map<Map, Marks> marks = new LinkedHashMap<>();
  private final JButton button = new JButton(new Sign(this::on));
  private final BooleanConfigurer preference =
    new BooleanConfigurer(PREFERENCE, "Tell me what the rules say of my moves (nobody else sees it)", false);
  private Questions questions;
  private boolean started;
  private boolean publishing;

  /** In a module: all of it is there. */
  @Override public void init() { start(); }

  /** In an extension: init() is never called, and the module is there once the queue is empty. */
  @Override public void addTo(Buildable parent) {
    super.addTo(parent);
    SwingUtilities.invokeLater(this::start);
  }

  private void start() {
    if (started) { return; }
    started = true;
    final GameModule module = GameModule.getGameModule();
    final boolean edited = module.getDataArchive() instanceof ArchiveWriter;
    for (ModuleExtension extension : module.getComponentsOf(ModuleExtension.class)) {
      if (extension.getBuildables().size() == 1 && holdsThis(extension.getBuildables().get(0))) { leave(module, extension, edited); }
    }
    if (edited || running) {
      return; // in the module and as an extension: one is enough
    }
    running = true;
    try {
      listen((BasicLogger) module.getLogger());
      module.getPrefs().addOption(TAB, preference);
      module.getGameState().addGameComponent(this);
      for (Map map : Map.getMapList()) { marks.put(map, new Marks(map)); }
      new Drags(this);
      questions = new Questions(this, button);
      button.setName("clubroute-adviser");
      button.setFocusable(false);
      button.addActionListener(event -> toggle());
      module.getToolBar().add(button);
      preference.addPropertyChangeListener(event -> turned());
      turned();
    } catch (ReflectiveOperationException | RuntimeException error) {
      module.warn("Adviser: this VASSAL is not known (" + error.getClass().getSimpleName() + "); it stays off");
    }
  }

  private boolean holdsThis(Buildable part) { return part instanceof ExtensionElement && ((ExtensionElement) part).getExtension() == this; }

  /**
   * An extension is named in every save, and whoever lacks it is warned: this one is nobody else's business.
   * What is in a user's plug-in folder the Editor writes into the author's module, unless it is out of it again.
   */
  private void leave(GameModule module, ModuleExtension extension, boolean edited) {
    module.getGameState().removeGameComponent(extension);
    if (edited && extension instanceof PluginsLoader.PluginElement) {
      module.remove(extension);
      module.remove(this);
    }
  }

  boolean on() { return running && Boolean.TRUE.equals(preference.getValue()); }
  Marks marks(Map map) { return marks.get(map); }
  Collection<Marks> marks() { return marks.values(); }
  Set<Map> maps() { return marks.keySet(); }

  void clear() { marks().forEach(Marks::clear); }

  /** The preference has been changed, by the button or in VASSAL's window of preferences. */
  private void turned() {
    setup(GameModule.getGameModule().getGameState().isGameStarted());
    refresh();
  }

  void toggle() {
    preference.setValue(!on());
    say(on() ? "Adviser: on. What the rules say of your moves is told to you alone" : "Adviser: off");
  }

  private void refresh() {
    button.setToolTipText(on() ? "Adviser: on, " + link.state() : "Adviser: off. Click to be told what the rules say of your moves");
    button.repaint();
  }

  /** Hear of all that is logged: the list is asked to by every live, undone, stepped or received command. */
  @SuppressWarnings("unchecked")
  private void listen(BasicLogger logger) throws ReflectiveOperationException {
    final Field output = BasicLogger.class.getDeclaredField("logOutput");
    output.setAccessible(true);
    output.set(logger, new Tap((List<Command>) output.get(logger)));
  }

  private final class Tap extends ArrayList<Command> {
    private static final long serialVersionUID = 1L;

    Tap(List<Command> before) { super(before); }

    @Override public boolean add(Command command) {
      final boolean added = super.add(command);
      try {
        if (!on()) {
          link.forget(true);
        } else if (!publishing) { heard(command, source()); }
      } catch (RuntimeException error) {
        link.forget(true);
        link.whole(); // whatever it was, the game goes on, and is sent anew
      }
      return added;
    }
  }

  private void heard(Command command, String source) {
    link.play(mirror.told(command), source);
    if (source.equals("live")) {
      Mirror.leaves(command).filter(Adviser::own).flatMap(one -> Mirror.single(Mirror.piece(((MovePiece) one).getId())).stream())
        .map(piece -> Json.pair("piece", piece.getId())).distinct().limit(MOST_LINES)
        .forEach(piece -> link.ask(Link.DRAG, piece, piece, answer -> say(answer.text("line")), null));
    }
  }

  /** Who adds to the log: the engine's own calls tell, in every version. */
  private static String source() {
    final Set<String> calls = StackWalker.getInstance().walk(frames -> frames
      .filter(one -> one.getClassName().endsWith(".BasicLogger") || one.getMethodName().equals("sendAndLog"))
      .map(StackWalker.StackFrame::getMethodName).collect(Collectors.toSet()));
    return calls.contains("undo") ? "undo" : calls.contains("step") ? "replay" : calls.contains("sendAndLog") ? "live" : "remote";
  }

  /** Whether this player moved a piece from one place to another. */
  private static boolean own(Command command) {
    final MovePiece move = command instanceof MovePiece ? (MovePiece) command : null;
    return move != null && GameModule.getUserId().equals(move.getPlayerId()) && !move.getNewPosition().equals(move.getOldPosition());
  }

  /** Local, grey, in no log. A mark in front would colour it and let HTML through. */
  void say(String text) {
    final String plain = text.replaceAll("\\s+", " ").trim();
    if (!plain.isEmpty()) { GameModule.getGameModule().warn("|!?~`".indexOf(plain.charAt(0)) < 0 ? plain : "· " + plain); }
  }

  /** To all players: shown, logged and sent, only because this player asked for it. */
  void publish(String text) {
    final GameModule module = GameModule.getGameModule();
    final Command line = new Chatter.DisplayText(module.getChatter(), "* " + text.replace("&", "&amp;").replace("<", "&lt;"));
    line.execute();
    publishing = true;
    try {
      module.sendAndLog(line);
    } finally { publishing = false; }
  }

  /** A game was loaded or left. */
  @Override public void setup(boolean begins) {
    clear();
    link.forget(!begins);
    if (begins && on()) { link.whole(); }
  }

  @Override public Command getRestoreCommand() { return null; }
  public static String getConfigureTypeName() { return "Adviser"; }
}
