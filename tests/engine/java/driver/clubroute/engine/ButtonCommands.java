package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.ToolbarMenu;
import VASSAL.build.module.map.MassKeyCommand;
import java.awt.Component;
import java.awt.Container;
import java.awt.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import javax.swing.AbstractButton;
import javax.swing.JTabbedPane;
import javax.swing.MenuSelectionManager;

/** The buttons of every toolbar, pushed as a player's click pushes them. */
final class ButtonCommands {
  private final GameModule module;
  private Sight before;
  private Sight after;

  ButtonCommands(GameModule module) {
    this.module = module;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("buttons", arguments -> buttons());
    commands.put("click", this::click);
    commands.put("clicked", arguments -> clicked());
    commands.put("tab", ButtonCommands::tab);
  }

  /** What a player sees and the game is. */
  private final class Sight {
    final List<String> state = GameCommands.standing(module);
    final List<String> said = LogCommands.lines(module);
    final Set<Component> shown = Collections.newSetFromMap(new IdentityHashMap<>());
    final List<Object> views = new ArrayList<>();
    final List<Object> hearing = new ArrayList<>();

    Sight() throws Exception {
      for (Window window : Window.getWindows()) {
        gather(window);
      }
      for (Map map : Map.getMapList()) {
        views.add(map.getZoom());
        views.add(map.isPiecesVisible());
        // Whoever draws a line on the map waits for the mouse.
        hearing.add(new ArrayList<>((List<?>) Hidden.get(map, Map.class, "mouseListenerStack")));
      }
    }

    private void gather(Component part) {
      if (part.isShowing()) {
        shown.add(part);
        if (part instanceof Container) {
          for (Component child : ((Container) part).getComponents()) {
            gather(child);
          }
        }
      }
    }
  }

  /** The buttons of the module's toolbar, then those of each map's, lines of their menus behind them: map, text, whether it is enabled and sends keys. */
  private Object buttons() {
    final List<Object> found = new ArrayList<>();
    final Set<Object> sending = new HashSet<>();
    for (MassKeyCommand one : GameCommands.sending(module)) {
      final String word = one.getAttributeValueString(MassKeyCommand.BUTTON_TEXT);
      sending.add(word.isEmpty() ? one.getAttributeValueString(MassKeyCommand.TOOLTIP) : word);
    }
    for (Placed one : placed()) {
      final String word = one.button.getText();
      // A button that is an icon says what it does under the pointer.
      final String text = word == null || word.isEmpty() ? one.button.getToolTipText() : word;
      found.add(Json.object(
        "map", one.map,
        "text", text,
        "enabled", one.button.isEnabled(),
        "sends", sending.contains(text)));
    }
    return found;
  }

  private static final class Placed {
    final String map;
    final AbstractButton button;

    Placed(String map, AbstractButton button) {
      this.map = map;
      this.button = button;
    }
  }

  private List<Placed> placed() {
    final List<Placed> found = new ArrayList<>();
    gather(module.getToolBar(), "", found);
    for (Map map : Map.getMapList()) {
      gather(map.getToolBar(), map.getMapName(), found);
    }
    return found;
  }

  private static void gather(Container bar, String map, List<Placed> found) {
    for (Component part : bar.getComponents()) {
      if (part instanceof AbstractButton) {
        // The main map's toolbar is part of the module's.
        if (part.isVisible() && found.stream().noneMatch(one -> one.button == part)) {
          found.add(new Placed(map, (AbstractButton) part));
          // What a menu of the toolbar has gathered is no longer seen beside it.
          final Object menu = ((AbstractButton) part).getClientProperty(ToolbarMenu.MENU_PROPERTY);
          if (menu instanceof Container) {
            gather((Container) menu, map, found);
          }
        }
      }
      else if (part instanceof Container) {
        gather((Container) part, map, found);
      }
    }
  }

  /**
   * Push the button of that number; "clicked" tells afterwards what came of it. If nothing was asked
   * since it last did, "seen" is true: what was there then is not looked at again, unless that was
   * a menu, which is closed first.
   */
  private Object click(Arguments arguments) throws Exception {
    final MenuSelectionManager menus = MenuSelectionManager.defaultManager();
    final boolean open = menus.getSelectedPath().length > 0;
    menus.clearSelectedPath();
    before = arguments.has("seen") && !open ? after : new Sight();
    placed().get(arguments.integer("number")).button.doClick(0);
    return null;
  }

  /** Turn to the tab of that title in whatever window has it. */
  private static Object tab(Arguments arguments) throws Exception {
    for (Window window : Window.getWindows()) {
      if (window.isShowing() && turned(window, arguments.text("title"))) {
        return null;
      }
    }
    throw new IllegalArgumentException("no tab is called " + arguments.text("title"));
  }

  private static boolean turned(Container part, String title) {
    for (Component child : part.getComponents()) {
      if (child instanceof JTabbedPane && ((JTabbedPane) child).indexOfTab(title) >= 0) {
        ((JTabbedPane) child).setSelectedIndex(((JTabbedPane) child).indexOfTab(title));
        return true;
      }
      if (child instanceof Container && turned((Container) child, title)) {
        return true;
      }
    }
    return false;
  }

  /** What the last click changed: the game, the chat, what is shown, how it is seen. */
  private Object clicked() throws Exception {
    final Sight now = after = new Sight();
    final List<Object> changes = new ArrayList<>();
    if (!now.state.equals(before.state)) {
      changes.add("game");
    }
    if (!now.said.equals(before.said)) {
      changes.add("chat");
    }
    if (!now.shown.equals(before.shown)) {
      changes.add("shown");
    }
    if (!now.views.equals(before.views)) {
      changes.add("view");
    }
    if (!now.hearing.equals(before.hearing)) {
      changes.add("mouse");
    }
    return changes;
  }
}
