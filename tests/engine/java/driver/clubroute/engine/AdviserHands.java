package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.Map;
import java.awt.Component;
import java.awt.Container;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.event.InputEvent;
import java.awt.event.MouseEvent;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.JMenu;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.MenuElement;
import javax.swing.MenuSelectionManager;

/** What a player's mouse does with the adviser's menu, and windows as he sees them. */
final class AdviserHands {
  private final GameModule module;

  AdviserHands(GameModule module) {
    this.module = module;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("adviserpopup", this::popup);
    commands.put("adviseropen", arguments -> open());
    commands.put("adviserchoose", this::choose);
    commands.put("adviserclick", arguments -> click(arguments, MouseEvent.BUTTON1, InputEvent.BUTTON1_DOWN_MASK, false));
    commands.put("adviserclose", arguments -> close());
    commands.put("adviserwindow", this::window);
  }

  /** A right click on a place of a map that is shown. */
  private Object popup(Arguments arguments) {
    return click(arguments, MouseEvent.BUTTON3, InputEvent.BUTTON3_DOWN_MASK, true);
  }

  private Object click(Arguments arguments, int button, int down, boolean popup) {
    final Map map = GridCommands.map(arguments.text("map"));
    final Component view = map.getView();
    final Point at = map.mapToComponent(new Point(arguments.integer("x"), arguments.integer("y")));
    final long now = System.currentTimeMillis();
    view.dispatchEvent(new MouseEvent(view, MouseEvent.MOUSE_PRESSED, now, down, at.x, at.y, 1, popup, button));
    view.dispatchEvent(new MouseEvent(view, MouseEvent.MOUSE_RELEASED, now, 0, at.x, at.y, 1, false, button));
    return null;
  }

  /** Open the adviser's part of the menu that is shown; its lines. */
  private Object open() {
    final JMenu ours = adviser();
    if (ours != null) {
      MenuSelectionManager.defaultManager().setSelectedPath(
        new MenuElement[] {(JPopupMenu) ours.getParent(), ours, ours.getPopupMenu()});
    }
    final List<Object> lines = new ArrayList<>();
    for (JMenuItem one : items()) {
      lines.add(one.getText());
    }
    return lines;
  }

  private Object choose(Arguments arguments) {
    for (JMenuItem one : items()) {
      if (one.getText().equals(arguments.text("label"))) {
        MenuSelectionManager.defaultManager().clearSelectedPath();
        one.doClick();
        return null;
      }
    }
    throw new IllegalArgumentException("no line of the menu is " + arguments.text("label"));
  }

  private Object close() {
    MenuSelectionManager.defaultManager().clearSelectedPath();
    return null;
  }

  private static JPopupMenu shown() {
    final MenuElement[] path = MenuSelectionManager.defaultManager().getSelectedPath();
    return path.length > 0 && path[0] instanceof JPopupMenu ? (JPopupMenu) path[0] : null;
  }

  /** The adviser's menu below the engine's own for a piece, null where it stands alone. */
  private static JMenu adviser() {
    final JPopupMenu shown = shown();
    for (Component one : shown == null ? new Component[0] : shown.getComponents()) {
      if (one instanceof JMenu && ((JMenu) one).getText().equals("Adviser")) {
        return (JMenu) one;
      }
    }
    return null;
  }

  private static List<JMenuItem> items() {
    final JMenu ours = adviser();
    final Container from = ours == null ? shown() : ours.getPopupMenu();
    final List<JMenuItem> found = new ArrayList<>();
    for (Component one : from == null ? new Component[0] : from.getComponents()) {
      if (one instanceof JMenuItem) {
        found.add((JMenuItem) one);
      }
    }
    return found;
  }

  /** Paint the window that a map is in, or the chat, into a PNG file, with the menus over it. */
  private Object window(Arguments arguments) throws Exception {
    Component painted = (Component) Hidden.get(module.getChatter(), Chatter.class, "conversationPane");
    if (arguments.has("map")) {
      painted = GridCommands.map(arguments.text("map")).getView();
      while (painted.getParent() != null) {
        painted = painted.getParent();
      }
    }
    else {
      painted.setSize(arguments.integer("width"), painted.getPreferredSize().height);
    }
    final BufferedImage picture = new BufferedImage(painted.getWidth(), painted.getHeight(), BufferedImage.TYPE_INT_RGB);
    final Graphics2D graphics = picture.createGraphics();
    painted.printAll(graphics);
    graphics.dispose();
    ImageIO.write(picture, "png", new File(arguments.text("file")));
    return null;
  }
}
