package clubroute.adviser;

import VASSAL.Info;
import VASSAL.build.GameModule;
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import javax.swing.SwingUtilities;

/**
 * Asks the service of this user, on one daemon thread: JSON-RPC, a line each way, over 127.0.0.1.
 *
 * <p>Whoever calls is on the EDT and never waits. Commands are sent in order, the game whole before the
 * first; of questions about a drag only the last is kept. After a failure it is silent for a while.
 */
final class Link {
  static final int LIMIT = 300;
  static final int PATIENT = 3_000;
  static final int LONG = 20_000;
  static final int QUIET = 5_000;
  static final int SEND_WHOLE = -32004;
  static final int MOST_WAITING = 2_000;
  static final int MOST_TRIES = 2;
  static final String START = "start it in a terminal: clubroute serve";

  private final Mirror mirror;
  private final Consumer<String> say;
  private final Runnable changed;
  private final Deque<Message> waiting = new ArrayDeque<>();
  private boolean wanted;
  private boolean sendWhole;
  private boolean told;
  private long quietUntil;
  private volatile String state = "not asked yet";
  private Thread thread;
  private Socket socket;
  private InputStream in;
  private String game = "";
  private int number;
  private int id;

  Link(Mirror mirror, Consumer<String> say, Runnable changed) {
    this.mirror = mirror;
    this.say = say;
    this.changed = changed;
  }

  private static final class Message {
    final String method;
    final String params;
    final Consumer<Json> then;
    final Consumer<String> otherwise;
    final Object slot;
    final boolean play;

    Message(String method, String params, Consumer<Json> then, Consumer<String> otherwise, Object slot) {
      this.method = method;
      this.params = params;
      this.then = then;
      this.otherwise = otherwise;
      this.slot = slot;
      this.play = method.isEmpty();
    }
  }

  String state() { return state; }

  /** Send the game whole, as it is when that is done. */
  synchronized void whole() {
    wanted = true;
    sendWhole = true;
    quietUntil = 0;
    waiting.clear();
    run();
  }

  /** Nothing is to be sent: it was turned off, or no game is open. */
  synchronized void forget() {
    wanted = false;
    waiting.clear();
  }

  /** Send commands that were played. */
  synchronized void play(String text, String source) {
    if (!wanted || sendWhole) {
      return; // the whole game will have them
    }
    if (waiting.size() >= MOST_WAITING) {
      waiting.clear();
      sendWhole = true;
    } else if (!text.isEmpty()) {
      waiting.add(new Message("", Json.pair("text", text) + "," + Json.pair("source", source), null, null, null));
    }
    run();
  }

  /** Ask; both are called on the EDT. Of those with one slot only the last is asked. */
  synchronized void ask(String method, String params, Consumer<Json> then, Consumer<String> otherwise, Object slot) {
    if (!wanted) { return; }
    if (slot != null) { waiting.removeIf(one -> slot.equals(one.slot)); }
    waiting.add(new Message(method, params, then, otherwise, slot));
    run();
  }

  void ask(String method, String params, Consumer<Json> then, Consumer<String> otherwise) {
    ask(method, params, then, otherwise, null);
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
    while (true) {
      final Message message;
      synchronized (this) {
        while (!wanted || (waiting.isEmpty() && !sendWhole)) { pause(0); }
        final long left = quietUntil - System.currentTimeMillis();
        if (left > 0) {
          final boolean played = waiting.stream().anyMatch(one -> one.play);
          sendWhole = sendWhole || played;
          waiting.clear(); // nobody waits so long for an answer, and the game is sent whole
          pause(left);
          continue;
        }
        message = sendWhole ? null : waiting.poll();
      }
      attempt(message);
    }
  }

  private void pause(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException stopped) { Thread.currentThread().interrupt(); }
  }

  private void attempt(Message message) {
    try {
      for (int tries = 0; tries < MOST_TRIES; tries++) {
        if (dueWhole() || game.isEmpty() || socket == null) { sendGame(); }
        if (message == null || message.play && number == 0 && tries > 0) { return; }
        try {
          final Json answer = message.play ? play(message) : request(message.method, about(message), message.slot == null ? PATIENT : LIMIT);
          if (message.then != null) { SwingUtilities.invokeLater(() -> message.then.accept(answer)); }
          told = false;
          return;
        } catch (Refusal refusal) {
          if (refusal.code != SEND_WHOLE) {
            if (message.otherwise != null) {
              SwingUtilities.invokeLater(() -> message.otherwise.accept(refusal.getMessage()));
            }
            return;
          }
          game = ""; // once: then it is as if nobody were there
        }
      }
      throw new IOException("it does not know the game it was sent");
    } catch (Refusal refusal) {
      fail("Adviser: " + refusal.getMessage());
    } catch (IOException | RuntimeException error) {
      final String why = error instanceof NoServer ? "" : " (" + brief(error.getMessage()) + ")";
      fail("Adviser: no answer" + why + "; " + START);
    }
  }

  private synchronized boolean dueWhole() { return sendWhole; }

  private String about(Message message) {
    return Json.pair("game", game) + (message.params.isEmpty() ? "" : "," + message.params);
  }

  private Json play(Message message) throws IOException {
    number++;
    final String vassal = Json.pair("game", game) + ",\"number\":" + number + "," + message.params;
    return request("state.open", "\"vassal\":{" + vassal + "}", LIMIT * 2);
  }

  /** Take the game down on the EDT and send it; what was played before that is in it. */
  private void sendGame() throws IOException {
    connect();
    tell("reading the game");
    final String[] text = new String[2];
    try {
      SwingUtilities.invokeAndWait(() -> {
        synchronized (this) {
          waiting.removeIf(one -> one.play);
          sendWhole = false;
        }
        text[0] = mirror.whole();
        text[1] = GameModule.getGameModule().getGameName();
      });
    } catch (InterruptedException | java.lang.reflect.InvocationTargetException error) {
      throw new IOException("the game cannot be read");
    }
    final String vassal = Json.pair("packed", packed(text[0])) + "," + Json.pair("module", text[1]) + "," + Json.pair("version", Info.getVersion());
    game = request("state.open", "\"vassal\":{" + vassal + "}", LONG).text("game");
    request("adviser.ready", Json.pair("game", game), LONG);
    number = 0;
    tell("ready");
  }

  private void tell(String now) {
    state = now;
    SwingUtilities.invokeLater(changed);
  }

  private void fail(String line) {
    shut();
    game = "";
    final boolean first = !told;
    told = true;
    synchronized (this) {
      quietUntil = System.currentTimeMillis() + QUIET;
      sendWhole = true;
      waiting.clear();
    }
    tell("no answer; " + START);
    if (first) { SwingUtilities.invokeLater(() -> say.accept(line)); }
  }

  private static String brief(String text) {
    final String plain = String.valueOf(text).replaceAll("\\s+", " ");
    return plain.length() > 120 ? plain.substring(0, 119) + "…" : plain;
  }

  static String packed(String text) {
    final Deflater deflater = new Deflater(1);
    deflater.setInput(text.getBytes(StandardCharsets.UTF_8));
    deflater.finish();
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final byte[] part = new byte[1 << 14];
    while (!deflater.finished()) { out.write(part, 0, deflater.deflate(part)); }
    deflater.end();
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }

  // The line

  /** An answer that is an error: the line is good. */
  private static final class Refusal extends IOException {
    private static final long serialVersionUID = 1L;
    final int code;

    Refusal(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /** Nobody serves. */
  private static final class NoServer extends IOException { private static final long serialVersionUID = 1L; }

  private void connect() throws IOException {
    if (socket != null) { return; }
    IOException why = new NoServer();
    for (Path token : tokens(folder())) {
      try {
        open(token);
        return;
      } catch (IOException | RuntimeException error) {
        shut();
        why = new IOException(token.getFileName() + ": " + error.getMessage());
      }
    }
    throw why;
  }

  private void open(Path token) throws IOException {
    final int port = Integer.parseInt(token.getFileName().toString().replace(".token", ""));
    socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), LIMIT);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    final String shown = new String(Files.readAllBytes(token), StandardCharsets.US_ASCII).trim();
    final Json greeting = request("hello", Json.pair("token", shown), LIMIT);
    if (!greeting.text("service").equals("clubroute")) { throw new IOException("another program"); }
    tell("reading the maps");
    request("hello", Json.pair("module", GameModule.getGameModule().getGameName()), LONG);
  }

  private void shut() {
    final Socket open = socket;
    socket = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException gone) {
        // it is closed in any case
      }
    }
  }

  private Json request(String method, String params, int limit) throws IOException {
    final long until = System.currentTimeMillis() + limit;
    id++;
    final String line = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":" + Json.quote(method) + ",\"params\":{" + params + "}}\n";
    socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
    final Json answer = Json.parse(line(until));
    if (answer.number("id") != id) { throw new IOException("an answer to another question"); }
    final Json error = answer.get("error");
    if (!error.missing()) {
      final Json data = error.get("data");
      throw new Refusal(error.number("code"), brief(error.text("message") + ": found " + data.text("found") + ", expected " + data.text("expected")));
    }
    return answer.get("result");
  }

  /** A line that comes within a time, however its bytes drip. */
  private String line(long until) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (true) {
      if (in.available() == 0) {
        final long left = until - System.currentTimeMillis();
        if (left <= 0) { throw new SocketTimeoutException("it takes too long"); }
        socket.setSoTimeout((int) left);
      }
      final int one = in.read();
      if (one < 0) { throw new IOException("it hung up"); }
      if (one == '\n') { return new String(out.toByteArray(), StandardCharsets.UTF_8); }
      if (out.size() >= Json.LONGEST) { throw new IOException("an answer that is too long"); }
      out.write(one);
    }
  }

  // Where it is found

  /** The folder where the service puts its tokens (rules/service/places.py). */
  static Path folder() {
    return folder(System.getProperty("os.name"), System.getProperty("user.home"), System.getenv("LOCALAPPDATA"), System.getenv("XDG_RUNTIME_DIR"), System.getenv("XDG_CACHE_HOME"));
  }

  static Path folder(String system, String home, String local, String runtime, String cache) {
    final String os = system.toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      return Paths.get(local == null || local.isEmpty() ? home + "/AppData/Local" : local, "clubroute");
    }
    if (os.startsWith("mac")) { return Paths.get(home, "Library", "Caches", "clubroute"); }
    final String place = runtime != null && !runtime.isEmpty() ? runtime : cache != null && !cache.isEmpty() ? cache : home + "/.cache";
    return Paths.get(place, "clubroute");
  }

  /** The token files there, the newest first: what a dead service left comes after a live one's. */
  static List<Path> tokens(Path folder) throws IOException {
    final List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[0-9]*.token")) {
        files.forEach(found::add);
      }
    }
    found.sort(Comparator.comparingLong((Path one) -> one.toFile().lastModified()).reversed());
    return found;
  }

  /** The program, where it is on the path; null where it is not. */
  static Path program(String path, String separator) {
    for (String folder : path == null ? new String[0] : path.split(java.util.regex.Pattern.quote(separator))) {
      for (String name : Arrays.asList("clubroute", "clubroute.exe", "clubroute.cmd")) {
        try {
          final Path found = Paths.get(folder, name);
          if (!folder.isEmpty() && Files.isRegularFile(found) && Files.isExecutable(found)) { return found; }
        } catch (java.nio.file.InvalidPathException strange) {
          // a folder that is none
        }
      }
    }
    return null;
  }
}
