package clubroute.adviser;

import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.*;
import VASSAL.command.Command;
import VASSAL.command.MovePiece;
import VASSAL.configure.BooleanConfigurer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.tools.ArchiveWriter;
import java.awt.Color;
import java.awt.Component;
import java.awt.Font;
import java.awt.Graphics;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.swing.Icon;
import javax.swing.JButton;
import javax.swing.SwingUtilities;

/**
 * Tells one player, on his own machine, what the rules say of his moves. It never acts.
 *
 * <p>A child of GameModule in a module, or of an ExtensionElement in an extension; both run once.
 */
public class Adviser extends Plugin implements GameComponent {
  static final String PREFERENCE = "clubrouteAdviser";
  static final String TAB = "Adviser";
  private static final int MOST_LINES = 3;
  private static boolean running;

  final Mirror mirror = new Mirror();
  final Link link = new Link(mirror, this::say, this::refresh);
  private final java.util.Map<Map, Marks> marks = new LinkedHashMap<>();
  private final Drags drags = new Drags(this);
  private BooleanConfigurer preference;
  private JButton button;
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
    if (module.getDataArchive() instanceof ArchiveWriter) {
      leaveEditor(module);
      return;
    }
    leaveSaves(module);
    if (running) {
      return; // in the module and as an extension: one is enough
    }
    running = true;
    try {
      preference = new BooleanConfigurer(PREFERENCE, "Tell me what the rules say of my moves (nobody else sees it)", false);
      module.getPrefs().addOption(TAB, preference);
      questions = new Questions(this);
      addButton(module);
      listen((BasicLogger) module.getLogger());
      module.getGameState().addGameComponent(this);
      for (Map map : Map.getMapList()) { marks.put(map, new Marks(map)); }
      questions.listen(marks.keySet());
      drags.listen();
      preference.addPropertyChangeListener(event -> turned());
      turned();
    } catch (ReflectiveOperationException | RuntimeException error) {
      module.warn("Adviser: this VASSAL is not known (" + error.getClass().getSimpleName() + "); it stays off");
    }
  }

  /** An extension is named in every save, and whoever lacks it is warned: this one is nobody else's business. */
  private void leaveSaves(GameModule module) {
    for (ModuleExtension extension : module.getComponentsOf(ModuleExtension.class)) {
      if (extension.getBuildables().size() == 1 && holdsThis(extension.getBuildables().get(0))) {
        module.getGameState().removeGameComponent(extension);
      }
    }
  }

  /** The Editor writes what a user's plug-in folder brought into the author's module: take it out again. */
  private void leaveEditor(GameModule module) {
    for (PluginsLoader.PluginElement element : module.getComponentsOf(PluginsLoader.PluginElement.class)) {
      if (element instanceof ModuleExtension) {
        final ModuleExtension plugin = (ModuleExtension) element;
        if (plugin.getBuildables().stream().anyMatch(this::holdsThis)) {
          module.remove(plugin);
          module.remove(this);
          module.getGameState().removeGameComponent(plugin);
          return;
        }
      }
    }
  }

  private boolean holdsThis(Buildable part) {
    return part instanceof ExtensionElement && ((ExtensionElement) part).getExtension() == this;
  }

  boolean on() { return preference != null && Boolean.TRUE.equals(preference.getValue()); }
  Marks marks(Map map) { return map == null ? null : marks.get(map); }

  Set<Map> maps() { return marks.keySet(); }

  void clear() {
    for (Marks one : marks.values()) { one.clear(); }
  }

  /** The preference has been changed, by the button or in VASSAL's window of preferences. */
  private void turned() {
    clear();
    if (on()) {
      link.whole();
    } else { link.forget(); }
    refresh();
  }

  void toggle() {
    preference.setValue(!on());
    say(on() ? "Adviser: on. What the rules say of your moves is told to you alone" : "Adviser: off");
  }

  private void addButton(GameModule module) {
    button = new JButton(new Icon() {
      @Override public int getIconWidth() { return 16; }

      @Override public int getIconHeight() { return 16; }

      @Override public void paintIcon(Component c, Graphics g, int x, int y) {
        g.setColor(on() ? new Color(0x1f6f3a) : Color.GRAY);
        g.fillOval(x + 1, y + 1, 14, 14);
        g.setColor(Color.WHITE);
        g.setFont(new Font(Font.DIALOG, Font.BOLD, 11));
        g.drawString(on() ? "!" : "?", x + 6, y + 12);
      }
    });
    button.setName("clubroute-adviser");
    button.getAccessibleContext().setAccessibleName("Adviser");
    button.setFocusable(false);
    button.addActionListener(event -> toggle());
    button.addMouseListener(new MouseAdapter() {
      @Override public void mousePressed(MouseEvent event) { popup(event); }

      @Override public void mouseReleased(MouseEvent event) { popup(event); }

      private void popup(MouseEvent event) {
        if (event.isPopupTrigger()) { questions.ofButton().show(button, event.getX(), event.getY()); }
      }
    });
    module.getToolBar().add(button);
    refresh();
  }

  private void refresh() {
    if (button != null) {
      button.setToolTipText(on() ? "Adviser: " + link.state() : "Adviser: off. Click to be told what the rules say of your moves");
      button.repaint();
    }
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
        heard(command);
      } catch (RuntimeException error) {
        link.whole(); // whatever it was, the game goes on, and is sent anew
      }
      return added;
    }
  }

  private void heard(Command command) {
    if (!on() || publishing) { return; }
    final String source = source();
    link.play(mirror.told(command), source);
    if (source.equals("live")) {
      final Set<String> moved = new LinkedHashSet<>();
      own(command, moved);
      moved.stream().limit(MOST_LINES).forEach(id -> link.ask("adviser.drag", Json.pair("piece", id), this::sayLine, null, id));
    }
  }

  /** Who adds to the log: the engine's own calls tell, in every version. */
  static String source() {
    final Set<String> calls = StackWalker.getInstance().walk(frames -> frames
      .filter(one -> one.getClassName().endsWith(".BasicLogger") || one.getMethodName().equals("sendAndLog"))
      .map(StackWalker.StackFrame::getMethodName).collect(Collectors.toSet()));
    return calls.contains("undo") ? "undo" : calls.contains("step") ? "replay" : calls.contains("sendAndLog") ? "live" : "remote";
  }

  /** The pieces that this player moved from one place to another. */
  private static void own(Command command, Set<String> moved) {
    if (command instanceof MovePiece) {
      final MovePiece move = (MovePiece) command;
      if (GameModule.getUserId().equals(move.getPlayerId()) && !move.getNewPosition().equals(move.getOldPosition())) {
        final GamePiece piece = GameModule.getGameModule().getGameState().getPieceForId(move.getId());
        if (piece instanceof Stack) {
          ((Stack) piece).asList().forEach(one -> moved.add(one.getId()));
        } else if (piece != null) { moved.add(piece.getId()); }
      }
    }
    for (Command sub : command.getSubCommands()) { own(sub, moved); }
  }

  private void sayLine(Json answer) {
    final String line = answer.text("line");
    if (!line.isEmpty()) { say(line); }
  }

  /** Local, grey, in no log. A mark in front would colour it and let HTML through. */
  void say(String text) {
    final String plain = text.replaceAll("\\s+", " ").trim();
    GameModule.getGameModule().warn(plain.isEmpty() || "|!?~`".indexOf(plain.charAt(0)) < 0 ? plain : "· " + plain);
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
    if (begins && on()) {
      link.whole();
    } else { link.forget(); }
  }

  @Override public Command getRestoreCommand() { return null; }
  public static String getConfigureTypeName() { return "Adviser"; }
}
