package clubroute.adviser;

import java.util.*;

/** As much JSON as the adviser needs, read within bounds: neither Java nor VASSAL has any. */
final class Json {
  static final int DEEPEST = 24;
  static final int LONGEST = 4 << 20;
  private final Object value;

  private Json(Object value) { this.value = value; }

  /** Throws IllegalArgumentException for what is no JSON, or longer or deeper than any answer. */
  static Json parse(String text) {
    if (text.length() > LONGEST) { throw new IllegalArgumentException("too long"); }
    final Reader reader = new Reader(text);
    final Object value = reader.value(0);
    if (reader.next() != 0) { throw reader.wrong(); }
    return new Json(value);
  }

  Json get(String name) { return new Json(value instanceof Map ? ((Map<?, ?>) value).get(name) : null); }
  boolean missing() { return value == null; }

  /** The text, "" if it is none. */
  String plain() { return value instanceof String ? (String) value : ""; }
  int whole() { return value instanceof Double ? ((Double) value).intValue() : 0; }

  String text(String name) { return get(name).plain(); }
  int number(String name) { return get(name).whole(); }

  boolean yes(String name) { return Boolean.TRUE.equals(get(name).value); }

  List<Json> list() {
    final List<Json> found = new ArrayList<>();
    for (Object one : value instanceof List ? (List<?>) value : List.of()) { found.add(new Json(one)); }
    return found;
  }

  static String quote(String text) {
    final StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else {
        out.append(c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
      }
    }
    return out.append('"').toString();
  }

  static String pair(String name, String text) { return quote(name) + ":" + quote(text); }

  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) { this.text = text; }
    IllegalArgumentException wrong() { return new IllegalArgumentException("no JSON at " + at); }

    /** The next character that is no blank, 0 at the end. */
    char next() {
      while (at < text.length() && text.charAt(at) <= ' ') { at++; }
      return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean took(char wanted) {
      final boolean found = next() == wanted;
      at += found ? 1 : 0;
      return found;
    }

    private void take(char wanted) {
      if (!took(wanted)) { throw wrong(); }
    }

    Object value(int depth) {
      if (depth > DEEPEST) { throw new IllegalArgumentException("too deep"); }
      final char first = next();
      return first == '{' ? object(depth) : first == '[' ? array(depth) : first == '"' ? string() : word();
    }

    private Object object(int depth) {
      final Map<String, Object> found = new LinkedHashMap<>();
      take('{');
      if (took('}')) { return found; }
      do {
        final String name = string();
        take(':');
        found.put(name, value(depth + 1));
      } while (took(','));
      take('}');
      return found;
    }

    private Object array(int depth) {
      final List<Object> found = new ArrayList<>();
      take('[');
      if (took(']')) { return found; }
      do { found.add(value(depth + 1)); } while (took(','));
      take(']');
      return found;
    }

    private Object word() {
      final int from = at;
      while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) { at++; }
      final String found = text.substring(from, at);
      if (found.equals("null")) { return null; }
      // NumberFormatException is an IllegalArgumentException.
      return found.equals("true") || found.equals("false") ? (Object) Boolean.valueOf(found) : Double.valueOf(found);
    }

    private char taken() {
      if (at >= text.length()) { throw wrong(); }
      return text.charAt(at++);
    }

    private String string() {
      take('"');
      final StringBuilder out = new StringBuilder();
      for (char c = taken(); c != '"'; c = taken()) {
        if (c == '\\') {
          c = taken();
          final int known = "bfnrt".indexOf(c);
          if (c == 'u') {
            if (at + 4 > text.length()) { throw wrong(); }
            c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
            at += 4;
          } else if (known >= 0) {
            c = "\b\f\n\r\t".charAt(known);
          }
        }
        out.append(c);
      }
      return out.toString();
    }
  }
}
