package clubroute.engine;

import VASSAL.Info;
import VASSAL.build.GameModule;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One engine, one module, many questions: opens a module, then answers each JSON line,
 * {"command": name, ...arguments}, with one JSON line, {"ok": true, "result": ..., "problems":
 * [...]} or {"ok": false, "error": ...}. Ends with the command "end" or the input, or hard, with the
 * process, when an answer takes longer than its seconds.
 */
public final class Session {
  /** A question on the opened module. Runs on the event thread. */
  interface Command {
    Object answer(Arguments arguments) throws Exception;
  }

  private static final int TIMED_OUT = 4;
  private static final String END = "end";
  /** Long enough for a dialog opened later to be drawn, seen by the watchdog and closed. */
  private static final int QUIET_MILLISECONDS = 400;

  private final Problems problems = new Problems();
  private final Map<String, Command> commands = new TreeMap<>();
  private final PrintStream out;
  private final long seconds;

  private Session(PrintStream out, long seconds) {
    this.out = out;
    this.seconds = seconds;
  }

  /** Open a module and answer for it, up to its end; {@link Host} calls this in our own loader. */
  public static void serve(String module, long seconds, BufferedReader in, PrintStream out)
      throws Exception {
    final Session session = new Session(out, seconds);
    session.open(module);
    session.answerAll(in);
    session.problems.stop();
    Headless.close();
  }

  private boolean open(String path) throws Exception {
    problems.watch();
    return answer(() -> {
      final GameModule module = Headless.open(path);
      final GameCommands games = new GameCommands(module);
      games.register(commands);
      new ModuleCommands(module, games).register(commands);
      new ImageCommands(module).register(commands);
      new GridCommands(module).register(commands);
      new LogCommands(module, games).register(commands);
      new PieceCommands(module, problems).register(commands);
      new IdleCommands(module, problems).register(commands);
      new ButtonCommands(module).register(commands);
      new PlayCommands(module).register(commands);
      new ReplayCommands(module).register(commands);
      new AdviserCommands(module).register(commands);
      new AdviserHands(module).register(commands);
      commands.put("sequence", new SequenceCommand());
      return Json.object(
        "engine", Info.getVersion(),
        "module", module.getGameName(),
        "version", module.getGameVersion(),
        "commands", commands.keySet());
    });
  }

  private void answerAll(BufferedReader in) throws Exception {
    for (String line = in.readLine(); line != null && !END.equals(line); line = in.readLine()) {
      final String request = line;
      answer(() -> run(request));
    }
  }

  @SuppressWarnings("unchecked")
  private Object run(String request) throws Exception {
    final Map<String, Object> read = (Map<String, Object>) Json.read(request);
    if ("quiet".equals(read.get("command"))) {
      Thread.sleep(QUIET_MILLISECONDS);
      return null;
    }
    final Command command = commands.get(String.valueOf(read.get("command")));
    if (command == null) {
      throw new IllegalArgumentException("no such command: " + read.get("command"));
    }
    final Object result = Headless.onEventThread(() -> command.answer(new Arguments(read)));
    Headless.settle();
    return result;
  }

  private boolean answer(Callable<Object> work) throws Exception {
    final ExecutorService worker = Executors.newSingleThreadExecutor();
    final Future<Object> future = worker.submit(work);
    boolean ok = false;
    Map<String, Object> reply;
    try {
      final Object result = future.get(seconds, TimeUnit.SECONDS);
      ok = true;
      reply = Json.object("ok", true, "result", result);
    }
    catch (TimeoutException e) {
      reply = Json.object("ok", false, "error", "no answer within " + seconds + " s");
      printThreads();
    }
    catch (Exception e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      reply = Json.object("ok", false, "error", cause.toString());
      cause.printStackTrace();
    }
    reply.put("problems", problems.take());
    out.println(Json.write(reply));
    out.flush();
    if (!future.isDone()) {
      Runtime.getRuntime().halt(TIMED_OUT);
    }
    worker.shutdown();
    return ok;
  }

  private static void printThreads() {
    Thread.getAllStackTraces().forEach((thread, stack) -> {
      System.err.println(thread);
      for (StackTraceElement frame : stack) {
        System.err.println("  " + frame);
      }
    });
  }
}
