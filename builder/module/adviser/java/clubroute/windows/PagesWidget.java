package clubroute.windows;

import VASSAL.build.GameModule;
import VASSAL.build.widget.HtmlChart;
import VASSAL.build.widget.TabWidget;
import java.awt.*;
import javax.swing.JEditorPane;
import javax.swing.JScrollBar;
import javax.swing.JScrollPane;
import javax.swing.JTabbedPane;
import javax.swing.text.DefaultCaret;

/**
 * Pages of charts, each of which opens at its top, as wide as the widest, and with all tabs in one row. VASSAL's own
 * opens a page where its text ends, and knows how wide a page is only once its tab is chosen.
 */
public class PagesWidget extends TabWidget {
  private static final double MOST_WIDE = 0.6; // of the screen: a page of long lines wraps them
  private static final int FAR = 10_000; // px that any number of tabs has room in
  private JTabbedPane pages;

  @Override public Component getComponent() {
    if (pages == null) {
      pages = (JTabbedPane) super.getComponent();
      int widest = 0;
      for (HtmlChart one : getComponentsOf(HtmlChart.class)) {
        final JScrollPane scroll = (JScrollPane) one.getComponent();
        final JEditorPane text = (JEditorPane) scroll.getViewport().getView();
        ((DefaultCaret) text.getCaret()).setUpdatePolicy(DefaultCaret.NEVER_UPDATE);
        text.setCaretPosition(0);
        widest = Math.max(widest, scroll.getPreferredSize().width);
      }
      final Dimension first = pages.getPreferredSize();
      final int edge = first.width - pages.getComponentAt(0).getPreferredSize().width;
      final int page = widest + edge + new JScrollBar().getPreferredSize().width;
      final int screen = GameModule.getGameModule().getPlayerWindow().getGraphicsConfiguration().getBounds().width;
      final int most = (int) (screen * MOST_WIDE);
      final int wide = Math.max(first.width, Math.min(most, Math.max(page, tabs() + edge)));
      pages.setPreferredSize(new Dimension(wide, first.height));
    }
    return pages;
  }

  /** How wide the tabs are in one row. */
  private int tabs() {
    final Dimension now = pages.getSize();
    pages.setSize(FAR, FAR);
    final Rectangle last = pages.getBoundsAt(pages.getTabCount() - 1);
    pages.setSize(now);
    return last == null ? 0 : last.x + last.width;
  }

  public static String getConfigureTypeName() { return "Pages of charts"; }
}
