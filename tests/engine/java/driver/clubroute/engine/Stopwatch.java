package clubroute.engine;

import VASSAL.build.module.Map;
import VASSAL.build.module.map.Drawable;
import java.awt.Graphics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.swing.JTextPane;
import javax.swing.SwingUtilities;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;

/**
 * Measures what a player waits for: from the pointer in a new hex until the label is painted, from
 * the drop until the line is in the chat, and how long the event thread lets an event wait. What
 * is still waited for when the next begins is not counted, so that times say how many were told.
 */
final class Stopwatch implements DocumentListener {
  private static final int BEAT = 5;
  private final Set<Map> painted = new HashSet<>();
  private final List<Object> hovers = new ArrayList<>();
  private final List<Object> drops = new ArrayList<>();
  private final List<Double> waits = Collections.synchronizedList(new ArrayList<>());
  private Object marks;
  private long entered;
  private long dropped;
  private JTextPane pane;
  private volatile boolean beating;

  /** The pointer is in a new hex: the adviser's drawing comes before ours. */
  void hover(Map map, Object marks) {
    this.marks = marks;
    entered = System.nanoTime();
    if (painted.add(map)) {
      map.addDrawComponent(new Drawable() {
        @Override
        public void draw(Graphics graphics, Map drawn) {
          drawn();
        }

        @Override
        public boolean drawAboveCounters() {
          return true;
        }
      });
    }
  }

  private void drawn() {
    try {
      if (entered != 0 && !AdviserCommands.field(marks, "label").equals("")) {
        hovers.add(since(entered));
        entered = 0;
      }
    }
    catch (Exception unknown) {
      throw new IllegalStateException(unknown);
    }
  }

  void drop(JTextPane chat) {
    if (pane == null) {
      pane = chat;
      pane.getDocument().addDocumentListener(this);
    }
    dropped = System.nanoTime();
  }

  @Override
  public void insertUpdate(DocumentEvent event) {
    try {
      final String text = event.getDocument().getText(event.getOffset(), event.getLength()).strip();
      if (dropped != 0 && text.matches("- \\d+\\.\\d+: .*")) {
        drops.add(since(dropped));
        dropped = 0;
      }
    }
    catch (javax.swing.text.BadLocationException gone) {
      throw new IllegalStateException(gone);
    }
  }

  @Override
  public void removeUpdate(DocumentEvent event) {}

  @Override
  public void changedUpdate(DocumentEvent event) {}

  private static double since(long nanoseconds) {
    return (System.nanoTime() - nanoseconds) / 1e6;
  }

  /** Milliseconds of every hover and drop that was told. */
  Object times() {
    return Json.object("hovers", new ArrayList<>(hovers), "drops", new ArrayList<>(drops));
  }

  /** Begin to ask the event thread for a sign of life, again and again. */
  Object beat() {
    waits.clear();
    beating = true;
    final Thread thread = new Thread(() -> {
      while (beating) {
        final long asked = System.nanoTime();
        SwingUtilities.invokeLater(() -> waits.add(since(asked)));
        try {
          Thread.sleep(BEAT);
        }
        catch (InterruptedException stopped) {
          return;
        }
      }
    });
    thread.setDaemon(true);
    thread.start();
    return null;
  }

  /** Milliseconds that events waited since then. */
  Object beats() {
    beating = false;
    return new ArrayList<Object>(waits);
  }
}
