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
 * Pages of charts, each of which opens at its top, as large as the largest, and with all tabs in one row. VASSAL's own
 * opens a page where its text ends, and knows how large a page is only once its tab is chosen.
 */
public class PagesWidget extends TabWidget {
  private static final double MOST = 0.6; // of the screen: a page of long lines wraps them, and of many has a bar
  private static final int FAR = 10_000; // px that any number of tabs has room in
  private JTabbedPane pages;

  @Override public Component getComponent() {
    if (pages == null) {
      pages = (JTabbedPane) super.getComponent();
      final Dimension first = pages.getPreferredSize();
      final Dimension page = pages.getComponentAt(0).getPreferredSize();
      final Dimension edge = new Dimension(first.width - page.width, first.height - page.height);
      for (HtmlChart one : getComponentsOf(HtmlChart.class)) {
        final JScrollPane scroll = (JScrollPane) one.getComponent();
        final JEditorPane text = (JEditorPane) scroll.getViewport().getView();
        ((DefaultCaret) text.getCaret()).setUpdatePolicy(DefaultCaret.NEVER_UPDATE);
        text.setCaretPosition(0);
        final Dimension size = scroll.getPreferredSize();
        page.setSize(Math.max(page.width, size.width), Math.max(page.height, size.height));
      }
      final int bar = new JScrollBar().getPreferredSize().width;
      final Rectangle screen = GameModule.getGameModule().getPlayerWindow().getGraphicsConfiguration().getBounds();
      final int wide = Math.max(page.width + bar, tabs()) + edge.width;
      pages.setPreferredSize(new Dimension(
        Math.max(first.width, Math.min(wide, (int) (screen.width * MOST))),
        Math.max(first.height, Math.min(page.height + edge.height, (int) (screen.height * MOST)))));
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
