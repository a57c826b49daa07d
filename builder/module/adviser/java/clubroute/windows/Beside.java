package clubroute.windows;

import VASSAL.build.AbstractConfigurable;
import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.Map;
import VASSAL.build.module.documentation.HelpFile;
import VASSAL.build.module.map.GlobalMap;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.command.Command;
import VASSAL.counters.GamePiece;
import java.awt.*;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import javax.swing.AbstractButton;
import javax.swing.JPanel;
import javax.swing.JScrollBar;
import javax.swing.SwingUtilities;
import javax.swing.Timer;

/**
 * Lays the windows out as a game begins: what is to be placed lies beside the board, not over it, each window
 * shows its whole map where the screen has room, and the overview shows where the counters are that are not in sight.
 *
 * <p>A window that a player has put where it covers no board stays there, and keeps the size he gave it.
 */
public class Beside extends AbstractConfigurable implements GameComponent {
  private static final String WINDOW = "window";
  private static final double MOST_WIDE = 0.4; // of the screen: the board keeps the larger part
  private static final int BAR = new JScrollBar().getPreferredSize().width;
  private static final int WAIT = 150; // ms from one look at the boards to the next
  private static final int LOOKS = 200; // at most, before the overview is shown as it is
  private static final int STEP = 16; // px between the spots looked at, of which every tile has some
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
    Map.getMapList().forEach(Beside::fit);
    Map.getMapList().stream().filter(one -> one.getMapName().equals(window)).forEach(one -> beside(one, board));
    board.centerAt(middle);
    SwingUtilities.invokeLater(() -> overview(board, middle));
  }

  /** VASSAL measures a window before its toolbar is there: what is lacking since, and a bar for it, is added. */
  private static void fit(Map map) {
    final Window own = SwingUtilities.getWindowAncestor(map.getView());
    final Frame main = GameModule.getGameModule().getPlayerWindow();
    if (own == null || own == main) { return; }
    final Rectangle screen = screen(main);
    final Dimension whole = whole(own, screen);
    final Rectangle now = own.getBounds();
    final int lacking = map.getToolBar().getPreferredSize().height + 2 * BAR;
    final int wide = now.width + lacking < whole.width ? now.width : Math.max(now.width, whole.width);
    final int high = now.height + lacking < whole.height ? now.height : Math.max(now.height, whole.height);
    if (wide == now.width && high == now.height) { return; }
    own.setBounds(Math.max(screen.x, Math.min(now.x, screen.x + screen.width - wide)),
      Math.max(screen.y, Math.min(now.y, screen.y + screen.height - high)), wide, high);
  }

  /** The size at which a window shows all of its map, or as much as the screen and a bar let it. */
  private static Dimension whole(Window own, Rectangle screen) {
    final Dimension size = own.getPreferredSize();
    final int wide = size.width + (size.height > screen.height ? BAR : 0);
    final int high = size.height + (size.width > screen.width ? BAR : 0);
    return new Dimension(Math.min(wide, screen.width), Math.min(high, screen.height));
  }

  private static void beside(Map trays, Map board) {
    final Window own = SwingUtilities.getWindowAncestor(trays.getView());
    final Frame main = GameModule.getGameModule().getPlayerWindow();
    if (own == null || own == main || trays.getPieces().length == 0) { return; }
    final Rectangle screen = screen(main);
    if (own.getBounds().intersects(main.getBounds())) {
      final Dimension size = whole(own, screen);
      final int wide = Math.min(size.width, (int) (screen.width * MOST_WIDE));
      main.setExtendedState(Frame.NORMAL);
      main.setBounds(screen.x, screen.y, screen.width - wide, screen.height);
      own.setBounds(screen.x + screen.width - wide, screen.y, wide, size.height);
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
      final Dimension size = board.mapSize();
      final double scale = Double.parseDouble(one.getAttributeValueString("scale"));
      board.centerAt(new Point((int) (middle.x - size.width * scale / 2 / board.getZoom()), middle.y));
      final Timer looks = new Timer(WAIT, null);
      final int[] left = {LOOKS};
      looks.addActionListener(event -> {
        if (board.getBoards().isEmpty()) { looks.stop(); } // the game was left
        else if (drawn(board, scale) || --left[0] == 0) {
          looks.stop();
          if (!isShown(board)) { press(board.getToolBar(), one.getAttributeValueString("tooltip")); }
        }
      });
      looks.start();
    }
  }

  /**
   * Whether VASSAL has the boards at the overview's scale: it takes seconds to make them, for which an overview
   * would be an empty sheet. To ask for them sets it to work.
   */
  private static boolean drawn(Map board, double scale) {
    final double exact = scale * board.getView().getGraphicsConfiguration().getDefaultTransform().getScaleX();
    final Dimension edge = board.getEdgeBuffer();
    final Dimension size = board.mapSize();
    final BufferedImage sheet = new BufferedImage(
      Math.max(1, (int) ((size.width - 2 * edge.width) * exact)),
      Math.max(1, (int) ((size.height - 2 * edge.height) * exact)), BufferedImage.TYPE_INT_ARGB);
    final Graphics2D pen = sheet.createGraphics();
    board.drawBoards(pen, -Math.round((float) exact * edge.width), -Math.round((float) exact * edge.height), exact, new JPanel());
    pen.dispose();
    for (Board one : board.getBoards()) {
      final Rectangle whole = one.bounds();
      final int left = (int) ((whole.x - edge.width) * exact);
      final int top = (int) ((whole.y - edge.height) * exact);
      for (int x = left + 2; x < Math.min(sheet.getWidth(), left + whole.width * exact - 2); x += STEP) {
        for (int y = top + 2; y < Math.min(sheet.getHeight(), top + whole.height * exact - 2); y += STEP) {
          if (sheet.getRGB(x, y) >>> 24 == 0) { return false; }
        }
      }
    }
    return true;
  }

  private static boolean isShown(Map board) {
    return Arrays.stream(board.getLayeredPane().getComponents()).filter(Component::isVisible).anyMatch(Beside::isOverview);
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
