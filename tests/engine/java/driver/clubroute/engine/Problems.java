package clubroute.engine;

import VASSAL.tools.ErrorDialog;
import VASSAL.tools.bug.BugHandler;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Window;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JLabel;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import org.slf4j.LoggerFactory;

/** Everything the engine complains about, by whichever road: log, bug report, crash, dialog. */
final class Problems {
  static final String DIALOG = "DIALOG ";
  private static final int WATCH_MILLISECONDS = 100;

  private final List<String> found = new ArrayList<>();
  private final Thread watchdog = new Thread(this::watchDialogs, "dialog watchdog");

  synchronized void add(String problem) {
    found.add(problem);
  }

  /** What came since the last call. */
  synchronized List<String> take() {
    final List<String> taken = new ArrayList<>(found);
    found.clear();
    return taken;
  }

  void watch() {
    watchLog();
    ErrorDialog.addBugHandler(new BugHandler() {
      @Override
      public boolean accept(Throwable thrown) {
        return true;
      }

      @Override
      public void handle(Throwable thrown) {
        add("BUG " + trace(thrown));
      }
    });
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> add("UNCAUGHT " + trace(thrown)));
    watchdog.setDaemon(true);
    watchdog.start();
  }

  /** Leave the dialogs to the next engine's watchdog. */
  void stop() {
    watchdog.interrupt();
  }

  private void watchLog() {
    final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
      @Override
      protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
          final IThrowableProxy thrown = event.getThrowableProxy();
          final String cause =
            thrown == null ? "" : " | " + thrown.getClassName() + ": " + thrown.getMessage();
          add(event.getLevel() + " " + event.getFormattedMessage() + cause);
        }
      }
    };
    appender.setContext(context);
    appender.start();
    context.getLogger("ROOT").addAppender(appender);
  }

  /** A modal dialog would block the event thread for ever: record what it says and close it. */
  private void watchDialogs() {
    while (true) {
      try {
        Thread.sleep(WATCH_MILLISECONDS);
      }
      catch (InterruptedException e) {
        return;
      }
      for (Window window : Window.getWindows()) {
        if (window instanceof Dialog && window.isShowing() && ((Dialog) window).isModal()) {
          close((Dialog) window);
        }
      }
    }
  }

  private void close(Dialog dialog) {
    try {
      SwingUtilities.invokeAndWait(() -> {
        if (dialog.isShowing()) {
          final StringBuilder said = new StringBuilder(DIALOG + dialog.getTitle() + ":");
          collectText(dialog, said);
          add(said.toString());
          dialog.dispose();
        }
      });
    }
    catch (Exception e) {
      add("DIALOG that cannot be closed: " + e);
    }
  }

  private static void collectText(Container container, StringBuilder said) {
    for (Component part : container.getComponents()) {
      if (part instanceof JLabel && ((JLabel) part).getText() != null) {
        said.append(' ').append(((JLabel) part).getText());
      }
      if (part instanceof JTextComponent) {
        said.append(' ').append(((JTextComponent) part).getText());
      }
      if (part instanceof Container) {
        collectText((Container) part, said);
      }
    }
  }

  static String trace(Throwable thrown) {
    final StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
