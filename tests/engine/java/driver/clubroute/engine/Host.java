package clubroute.engine;

import java.awt.Toolkit;
import java.awt.Window;
import java.awt.dnd.DragSource;
import java.awt.dnd.DragSourceListener;
import java.awt.dnd.DragSourceMotionListener;
import java.awt.event.AWTEventListener;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.swing.SwingUtilities;

/**
 * One process, many engines, one after another: each line on standard input opens a module as an
 * engine of its own, {"module": path, "seconds": limit, "classPath": text, "properties": {...}}.
 * From there the lines are that engine's ({@link Session}), up to {"command": "end"}.
 *
 * <p>The engine keeps its module in static fields. So each has a loader of its own, and with it all
 * classes of VASSAL and of the driver anew; only Java's own are shared.
 */
public final class Host {
  private static final int SETTLED_MILLISECONDS = 2000;

  private final PrintStream answers = System.out;
  private final BufferedReader in =
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final Set<Thread> ours = Thread.getAllStackTraces().keySet();

  public static void main(String[] arguments) throws Exception {
    // Whatever the engine prints must not mix with our answers.
    final Host host = new Host();
    System.setOut(System.err);
    for (String line = host.in.readLine(); line != null; line = host.in.readLine()) {
      host.open(line);
    }
    // AWT threads, and a dialog nobody answers, would keep the process alive.
    Runtime.getRuntime().halt(0);
  }

  @SuppressWarnings("unchecked")
  private void open(String line) throws Exception {
    final Map<String, Object> asked = (Map<String, Object>) Json.read(line);
    ((Map<String, Object>) asked.get("properties"))
      .forEach((name, value) -> System.setProperty(name, String.valueOf(value)));
    // A module in another language has set it for the whole process.
    Locale.setDefault(Locale.US);
    final long seconds = Long.parseLong(String.valueOf(asked.get("seconds")));
    final URLClassLoader loader =
      new URLClassLoader(urls(String.valueOf(asked.get("classPath"))), ClassLoader.getPlatformClassLoader());
    take(loader);
    loader
      .loadClass("clubroute.engine.Session")
      .getMethod("serve", String.class, long.class, BufferedReader.class, PrintStream.class)
      .invoke(null, asked.get("module"), seconds, in, answers);
    clear(loader);
    loader.close();
    System.gc();
    final Runtime runtime = Runtime.getRuntime();
    answers.println(
      Json.write(Json.object("ok", true, "result", runtime.totalMemory() - runtime.freeMemory(), "problems", List.of())));
    answers.flush();
  }

  private static URL[] urls(String classPath) throws Exception {
    final List<URL> urls = new ArrayList<>();
    for (String path : classPath.split(File.pathSeparator)) {
      urls.add(new File(path).toURI().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  /** Services are looked for by the loader of the thread that asks, also by the event thread's. */
  private static void take(ClassLoader loader) throws Exception {
    Thread.currentThread().setContextClassLoader(loader);
    SwingUtilities.invokeAndWait(() -> Thread.currentThread().setContextClassLoader(loader));
  }

  /** Let go of all that an engine has put into what outlives it: windows, listeners, threads. */
  private void clear(ClassLoader loader) throws Exception {
    final Toolkit toolkit = Toolkit.getDefaultToolkit();
    SwingUtilities.invokeAndWait(() -> {
      for (Window window : Window.getWindows()) {
        window.dispose();
      }
      for (AWTEventListener listener : toolkit.getAWTEventListeners()) {
        toolkit.removeAWTEventListener(listener);
      }
      final DragSource drags = DragSource.getDefaultDragSource();
      for (DragSourceListener listener : drags.getDragSourceListeners()) {
        drags.removeDragSourceListener(listener);
      }
      for (DragSourceMotionListener listener : drags.getDragSourceMotionListeners()) {
        drags.removeDragSourceMotionListener(listener);
      }
    });
    Thread.setDefaultUncaughtExceptionHandler(null);
    take(Host.class.getClassLoader());
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getContextClassLoader() == loader && !ours.contains(thread)) {
        thread.interrupt();
        thread.join(SETTLED_MILLISECONDS / 10);
      }
    }
  }
}
