package clubroute.windows;

import VASSAL.build.widget.PanelWidget;
import VASSAL.build.widget.PieceSlot;
import VASSAL.tools.ScrollPane;
import java.awt.*;
import javax.swing.BorderFactory;
import javax.swing.JPanel;
import javax.swing.JScrollPane;

/**
 * A sheet of counters that are whole in every window: in rows from the upper left corner, with a bar for those
 * that have no room. VASSAL's own sheet has no bar, and shares out what room there is, so that it cuts counters.
 */
public class ShelfPanelWidget extends PanelWidget {
  private static final int ROWS = 4; // that have room in a new window
  private JScrollPane scroll;

  @Override public Component getComponent() {
    if (scroll == null) {
      final Container rows = (Container) super.getComponent();
      final JPanel sheet = new JPanel(new FlowLayout(FlowLayout.LEFT, 0, 0));
      sheet.setBackground(Color.WHITE);
      sheet.add(rows);
      scroll = new ScrollPane(sheet);
      scroll.setBorder(BorderFactory.createEmptyBorder());
      final int columns = Integer.parseInt(getAttributeValueString(COLS));
      final int lines = (rows.getComponentCount() + columns - 1) / columns;
      final Dimension one = new Dimension();
      for (PieceSlot slot : getComponentsOf(PieceSlot.class)) { // which tells its size only once it is drawn
        final Rectangle drawn = slot.getPiece().boundingBox();
        one.setSize(Math.max(one.width, drawn.width), Math.max(one.height, drawn.height));
      }
      rows.setPreferredSize(new Dimension(columns * one.width, lines * one.height));
      scroll.getVerticalScrollBar().setUnitIncrement(one.height);
      final int bar = scroll.getVerticalScrollBar().getPreferredSize().width;
      scroll.setPreferredSize(new Dimension(columns * one.width + bar, ROWS * one.height));
    }
    return scroll;
  }

  public static String getConfigureTypeName() { return "Sheet of counters"; }
}
