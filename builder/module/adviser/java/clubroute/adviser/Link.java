package clubroute.adviser;

import VASSAL.Info;
import VASSAL.build.GameModule;
import java.io.*;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.Consumer;
import java.util.zip.DeflaterOutputStream;
import javax.swing.SwingUtilities;

/**
 * What waits to be sent and asked, and the one daemon thread that does it.
 *
 * <p>Whoever calls is on the EDT and never waits. Commands are sent in order, the game whole before the
 * first; of questions with one slot only the last is kept. After a failure it is silent for a while, and
 * goes on where it was: what was played meanwhile is sent, and the game whole only where it is not known.
 */
final class Link {
  private static final int PATIENT = 3_000;
  private static final int LONG = 20_000;
  private static final int QUIET = 5_000;
  private static final int SEND_WHOLE = -32004;
  private static final int MOST_WAITING = 2_000;
  static final String DRAG = "adviser.drag";
  static final String START = "start it in a terminal: clubroute serve";

  private static final Message KNOWN = new Message("adviser.menu", "", null, null, null); // whether the game is
  private final Mirror mirror;
  private final Consumer<String> say;
  private final Runnable changed;
  private final Deque<Message> waiting = new ArrayDeque<>();
  private boolean wanted;
  private boolean sendWhole;
  private boolean unheard; // something was played, or is another game, of which the service will not hear
  private long quietUntil;
  private volatile String state = "not asked yet";
  private Thread thread;
  // Of the thread alone:
  private Service service;
  private String game = "";
  private int number;
  private boolean complained;

  Link(Mirror mirror, Consumer<String> say, Runnable changed) {
    this.mirror = mirror;
    this.say = say;
    this.changed = changed;
  }

  /** A question, or commands that were played: those have no method, and nobody waits for an answer. */
  private static final class Message {
    final String method, params, slot;
    final Consumer<Json> then;
    final Consumer<String> otherwise;

    Message(String method, String params, String slot, Consumer<Json> then, Consumer<String> otherwise) {
      this.method = method;
      this.params = params;
      this.slot = slot;
      this.then = then;
      this.otherwise = otherwise;
    }

    boolean played() { return method.isEmpty(); }
  }

  String state() { return state; }

  /** Send the game whole, as it is when that is done. */
  synchronized void whole() {
    wanted = true;
    sendWhole = true;
    quietUntil = 0;
    unheard |= waiting.removeIf(Message::played);
    waiting.clear();
    run();
  }

  /** Nothing is to be sent: it was turned off, or no game is open. The next is another, or was played on meanwhile. */
  synchronized void forget(boolean another) {
    wanted = false;
    unheard |= another | waiting.removeIf(Message::played);
    waiting.clear();
  }

  /** Send commands that were played, unless the whole game will have them. */
  synchronized void play(String text, String source) {
    if (!wanted || sendWhole || text.isEmpty()) { return; }
    waiting.add(new Message("", Json.pair("text", text) + "," + Json.pair("source", source), null, null, null));
    if (waiting.size() > MOST_WAITING) { whole(); }
    run();
  }

  /** Ask; one of both is called on the EDT, unless it is null. Of those with one slot only the last is asked. */
  synchronized void ask(String method, String params, String slot, Consumer<Json> then, Consumer<String> otherwise) {
    if (!wanted) { return; }
    waiting.removeIf(one -> slot.equals(one.slot));
    waiting.add(new Message(method, params, slot, then, otherwise));
    run();
  }

  private void run() {
    if (thread == null) {
      thread = new Thread(this::work, "clubroute-adviser");
      thread.setDaemon(true);
      thread.start();
    }
    notifyAll();
  }

  private void work() {
    try {
      while (true) { attempt(next()); }
    } catch (InterruptedException stopped) { tell("stopped"); }
  }

  /** What is to be done next, null for sending the game. */
  private synchronized Message next() throws InterruptedException {
    while (!wanted || (waiting.isEmpty() && !sendWhole && service != null) || quietUntil > System.currentTimeMillis()) {
      final long left = quietUntil - System.currentTimeMillis();
      if (left > 0) { waiting.removeIf(one -> !one.played()); } // nobody waits so long for an answer
      wait(Math.max(left, 0));
    }
    return sendWhole ? null : waiting.isEmpty() ? KNOWN : waiting.poll();
  }

  private void attempt(Message message) {
    try {
      connect();
      if (message == null) {
        sendGame();
      } else if (!answered(message)) {
        unheard |= message.played();
        sendGame(); // once: then it is as if nobody were there
        if (!message.played() && !answered(message)) { throw new IOException("it lost the game it was sent"); }
      }
      complained = false;
      if (!state.equals("ready")) { tell("ready"); }
    } catch (IOException | InterruptedException | RuntimeException error) { fail(error, message); }
  }

  /** Ask, and hand the answer on. False if the service lacks the game. */
  private boolean answered(Message message) throws IOException {
    final String of = Json.pair("game", game);
    final String about = of + (message.params.isEmpty() ? "" : "," + message.params);
    try {
      final Json answer = message.played()
        ? service.request("state.open", "\"vassal\":{" + of + ",\"number\":" + (number + 1) + "," + message.params + "}", Service.LIMIT * 2)
        : service.request(message.method, about, message.method.equals(DRAG) ? Service.LIMIT : PATIENT);
      if (message.then != null) { SwingUtilities.invokeLater(() -> message.then.accept(answer)); }
    } catch (Service.Refusal refusal) {
      if (refusal.code == SEND_WHOLE) { return false; }
      if (message.otherwise != null) { SwingUtilities.invokeLater(() -> message.otherwise.accept(refusal.getMessage())); }
    }
    number += message.played() ? 1 : 0;
    return true;
  }

  private static String module() { return Json.pair("module", GameModule.getGameModule().getGameName()); }

  private void connect() throws IOException {
    if (service != null) { return; }
    service = Service.found();
    tell("reading the maps");
    service.request("hello", module(), LONG);
  }

  /** Take the game down on the EDT and send it; what was played before that is in it. */
  private void sendGame() throws IOException, InterruptedException {
    tell("reading the game");
    final String[] text = {"", game};
    game = "";
    try {
      SwingUtilities.invokeAndWait(() -> {
        synchronized (this) {
          text[1] = waiting.removeIf(Message::played) || unheard ? "" : text[1];
          sendWhole = unheard = false;
        }
        text[0] = mirror.whole();
      });
    } catch (InvocationTargetException error) { throw new IOException("no game to read"); }
    final String whole = Json.pair("packed", packed(text[0])) + "," + module() + "," + Json.pair("version", Info.getVersion()) + "," + Json.pair("after", text[1]);
    game = service.request("state.open", "\"vassal\":{" + whole + "}", LONG).text("game");
    number = 0;
    service.request("adviser.ready", Json.pair("game", game), LONG);
  }

  private static String packed(String text) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) { deflater.write(text.getBytes(StandardCharsets.UTF_8)); }
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }

  private void tell(String now) {
    state = now;
    SwingUtilities.invokeLater(changed);
  }

  private void fail(Exception error, Message message) {
    final String why = error.getMessage() == null ? "" : " (" + Service.brief(error.getMessage()) + ")";
    final String line = error instanceof Service.Refusal ? error.getMessage() : "no answer" + why + "; " + START;
    if (service != null) { service.close(); }
    service = null;
    synchronized (this) {
      quietUntil = System.currentTimeMillis() + QUIET;
      if (message != null && message.played()) { waiting.addFirst(message); }
      sendWhole |= game.isEmpty();
    }
    tell("no answer; " + START);
    if (!complained) { SwingUtilities.invokeLater(() -> say.accept("Adviser: " + line)); }
    complained = true;
  }
}
