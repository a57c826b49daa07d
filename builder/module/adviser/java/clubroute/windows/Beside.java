package clubroute.windows;

import VASSAL.build.AbstractConfigurable;
import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.Map;
import VASSAL.build.module.documentation.HelpFile;
import VASSAL.build.module.map.GlobalMap;
import VASSAL.command.Command;
import VASSAL.counters.GamePiece;
import java.awt.*;
import java.util.Arrays;
import javax.swing.AbstractButton;
import javax.swing.SwingUtilities;

/**
 * Lays the windows out as a game begins: what is to be placed lies beside the board, not over it, and the
 * overview shows where the counters are that are not in sight.
 *
 * <p>A window that a player has put where it covers no board stays there.
 */
public class Beside extends AbstractConfigurable implements GameComponent {
  private static final String WINDOW = "window";
  private static final double MOST_WIDE = 0.4; // of the screen: the board keeps the larger part
  private static final int BAR = 24; // px of a scroll bar and a frame
  private String window = "";

  @Override public void addTo(Buildable parent) { GameModule.getGameModule().getGameState().addGameComponent(this); }
  @Override public void removeFrom(Buildable parent) { GameModule.getGameModule().getGameState().removeGameComponent(this); }

  /** The counters come after this, so it waits for what is due. */
  @Override public void setup(boolean begins) {
    if (begins) { SwingUtilities.invokeLater(() -> SwingUtilities.invokeLater(this::lay)); }
  }

  private void lay() {
    final Map board = Map.getMapList().stream().filter(Map::shouldDockIntoMainWindow).findFirst().orElse(null);
    if (board == null) { return; } // every window is one of its own
    final Rectangle seen = seen(board);
    final Point middle = new Point((int) seen.getCenterX(), (int) seen.getCenterY());
    Map.getMapList().stream().filter(one -> one.getMapName().equals(window)).forEach(one -> beside(one, board));
    board.centerAt(middle);
    SwingUtilities.invokeLater(() -> overview(board, middle));
  }

  private static void beside(Map trays, Map board) {
    final Window own = SwingUtilities.getWindowAncestor(trays.getView());
    final Frame main = GameModule.getGameModule().getPlayerWindow();
    if (own == null || own == main || trays.getPieces().length == 0) { return; }
    final Rectangle screen = screen(main);
    if (own.getBounds().intersects(main.getBounds())) {
      final Dimension size = own.getPreferredSize();
      final int wide = Math.min(size.width + BAR, (int) (screen.width * MOST_WIDE));
      final int high = Math.min(size.height + BAR, screen.height);
      main.setExtendedState(Frame.NORMAL);
      main.setBounds(screen.x, screen.y, screen.width - wide, screen.height);
      own.setBounds(screen.x + screen.width - wide, screen.y, wide, high);
      main.validate();
    }
    own.setVisible(true);
  }

  /** The part of the screen on which windows may lie. */
  private static Rectangle screen(Frame main) {
    final GraphicsConfiguration on = main.getGraphicsConfiguration();
    final Rectangle whole = on.getBounds();
    final Insets taken = Toolkit.getDefaultToolkit().getScreenInsets(on);
    return new Rectangle(whole.x + taken.left, whole.y + taken.top,
      whole.width - taken.left - taken.right, whole.height - taken.top - taken.bottom);
  }

  private static Rectangle seen(Map map) { return map.componentToMap(map.getView().getVisibleRect()); }

  /** What the board is opened at stands in the middle of what the overview leaves free. */
  private static void overview(Map board, Point middle) {
    final Rectangle seen = seen(board);
    if (Arrays.stream(board.getPieces()).map(GamePiece::getPosition).allMatch(seen::contains)) { return; }
    for (GlobalMap one : board.getComponentsOf(GlobalMap.class)) {
      if (width(board) == 0) { press(board.getToolBar(), one.getAttributeValueString("tooltip")); }
    }
    SwingUtilities.invokeLater(() -> board.centerAt(new Point((int) (middle.x - width(board) / 2 / board.getZoom()), middle.y)));
  }

  /** Px that the overview is wide, 0 if it is not shown. */
  private static int width(Map board) {
    return Arrays.stream(board.getLayeredPane().getComponents()).filter(Component::isVisible).filter(Beside::isOverview)
      .mapToInt(Component::getWidth).max().orElse(0);
  }

  private static boolean isOverview(Component part) {
    return part.getClass().getName().startsWith(GlobalMap.class.getName())
      || part instanceof Container && Arrays.stream(((Container) part).getComponents()).anyMatch(Beside::isOverview);
  }

  private static void press(Container bar, String tooltip) {
    for (Component part : bar.getComponents()) {
      final String told = part instanceof AbstractButton ? ((AbstractButton) part).getToolTipText() : null;
      if (told != null && !tooltip.isEmpty() && told.startsWith(tooltip)) { ((AbstractButton) part).doClick(0); }
    }
  }

  @Override public Command getRestoreCommand() { return null; }
  @Override public String[] getAttributeNames() { return new String[] {WINDOW}; }
  @Override public String[] getAttributeDescriptions() { return new String[] {"Window beside the board"}; }
  @Override public Class<?>[] getAttributeTypes() { return new Class<?>[] {String.class}; }
  @Override public void setAttribute(String key, Object value) { if (WINDOW.equals(key)) { window = String.valueOf(value); } }
  @Override public String getAttributeValueString(String key) { return WINDOW.equals(key) ? window : null; }
  @Override public Class<?>[] getAllowableConfigureComponents() { return new Class<?>[0]; }
  @Override public HelpFile getHelpFile() { return null; }
  public static String getConfigureTypeName() { return "Windows beside the board"; }
}
