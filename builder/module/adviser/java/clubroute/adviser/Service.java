package clubroute.adviser;

import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

/** A connection to the service of this user: JSON-RPC, a line each way, over 127.0.0.1. */
final class Service implements Closeable {
  static final int LIMIT = Integer.getInteger("clubroute.adviser.patience", 300);
  private final Socket socket = new Socket();
  private InputStream in;
  private int id;

  /** An answer that is an error: the connection is good. */
  static final class Refusal extends IOException {
    private static final long serialVersionUID = 1L;
    final int code;

    Refusal(Json error) {
      super(brief(error.text("message") + ": found " + error.get("data").text("found") + ", expected " + error.get("data").text("expected")));
      code = error.get("code").whole();
    }
  }

  /** A connection to the first that answers of those whose tokens lie there, the newest first; an error without words for none. */
  static Service found() throws IOException {
    IOException why = new IOException();
    for (File token : tokens(folder())) {
      final Service one = new Service();
      try {
        one.open(token);
        return one;
      } catch (IOException | RuntimeException error) {
        one.close();
        why = new IOException(token.getName() + ": " + error.getMessage());
      }
    }
    throw why;
  }

  private void open(File token) throws IOException {
    final int port = Integer.parseInt(token.getName().replace(".token", ""));
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), LIMIT);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    final String shown = new String(Files.readAllBytes(token.toPath()), StandardCharsets.US_ASCII).trim();
    final Json greeting = request("hello", Json.pair("token", shown), LIMIT);
    if (!greeting.text("service").equals("clubroute")) { throw new IOException("another program"); }
  }

  @Override public void close() {
    try { socket.close(); } catch (IOException gone) { /* it is closed in any case */ }
  }

  /** Ask, with as many milliseconds for the answer. */
  Json request(String method, String params, int limit) throws IOException {
    final long until = System.currentTimeMillis() + limit;
    final String line = "{\"jsonrpc\":\"2.0\",\"id\":" + ++id + "," + Json.pair("method", method) + ",\"params\":{" + params + "}}\n";
    socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
    final Json answer = Json.parse(line(until));
    if (answer.get("id").whole() != id) { throw new IOException("an answer to another question"); }
    if (!answer.get("error").missing()) { throw new Refusal(answer.get("error")); }
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

  static String brief(String text) {
    final String plain = String.valueOf(text).replaceAll("\\s+", " ");
    return plain.length() > 120 ? plain.substring(0, 119) + "…" : plain;
  }

  private static Path folder() {
    return folder(System.getProperty("os.name"), System.getProperty("user.home"), System.getenv("LOCALAPPDATA"), System.getenv("XDG_RUNTIME_DIR"), System.getenv("XDG_CACHE_HOME"));
  }

  /** The folder where the service puts its tokens (rules/service/places.py). */
  static Path folder(String system, String home, String local, String runtime, String cache) {
    if (system.startsWith("Windows")) { return Paths.get(filled(local) ? local : home + "/AppData/Local", "clubroute"); }
    if (system.startsWith("Mac")) { return Paths.get(home, "Library", "Caches", "clubroute"); }
    return Paths.get(filled(runtime) ? runtime : filled(cache) ? cache : home + "/.cache", "clubroute");
  }

  private static boolean filled(String text) { return text != null && !text.isEmpty(); }

  private static File[] tokens(Path folder) {
    final File[] found = folder.toFile().listFiles((within, name) -> name.matches("[0-9]+\\.token"));
    if (found == null) { return new File[0]; }
    Arrays.sort(found, Comparator.comparingLong(File::lastModified).reversed());
    return found;
  }
}
