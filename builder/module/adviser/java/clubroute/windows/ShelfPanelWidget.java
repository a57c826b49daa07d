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
      for (PieceSlot first : getComponentsOf(PieceSlot.class).subList(0, Math.min(1, rows.getComponentCount()))) {
        final Dimension one = first.getPiece().boundingBox().getSize();
        scroll.getVerticalScrollBar().setUnitIncrement(one.height);
        final int wide = Integer.parseInt(getAttributeValueString(COLS)) * one.width;
        scroll.setPreferredSize(new Dimension(wide + scroll.getVerticalScrollBar().getPreferredSize().width, ROWS * one.height));
      }
    }
    return scroll;
  }

  public static String getConfigureTypeName() { return "Sheet of counters"; }
}
