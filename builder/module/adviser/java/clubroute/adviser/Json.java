package clubroute.adviser;

import java.util.*;

/** As much JSON as the adviser needs, read within bounds: neither Java nor VASSAL has any. */
final class Json {
  static final int DEEPEST = 24;
  static final int LONGEST = 4 << 20;
  private static final Json NOTHING = new Json(null);
  private final Object value; // Map of Json, List of Json, String, Double, Boolean or null

  private Json(Object value) { this.value = value; }

  /** Throws IllegalArgumentException for what is no JSON, or longer or deeper than any answer. */
  static Json parse(String text) {
    if (text.length() > LONGEST) { throw new IllegalArgumentException("too long"); }
    final Reader reader = new Reader(text);
    final Json found = reader.value(0);
    if (reader.next() != 0) { throw reader.wrong(); }
    return found;
  }

  /** The member of a name, of text "", number 0 and no items where there is none. */
  Json get(String name) {
    final Object found = value instanceof Map ? ((Map<?, ?>) value).get(name) : null;
    return found == null ? NOTHING : (Json) found;
  }

  boolean missing() { return value == null; }
  boolean yes() { return Boolean.TRUE.equals(value); }
  int whole() { return value instanceof Double ? ((Double) value).intValue() : 0; }

  String text() { return value instanceof String ? (String) value : ""; }
  String text(String name) { return get(name).text(); }

  @SuppressWarnings("unchecked")
  List<Json> list() { return value instanceof List ? (List<Json>) value : List.of(); }
  List<Json> list(String name) { return get(name).list(); }

  static String quote(String text) {
    final StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      final boolean plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
      out.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
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

    private boolean took(char wanted) { return next() == wanted && ++at > 0; }

    private void take(char wanted) { if (!took(wanted)) { throw wrong(); } }

    Json value(int depth) {
      if (depth > DEEPEST) { throw new IllegalArgumentException("too deep"); }
      final char first = next();
      return new Json(first == '{' ? object(depth) : first == '[' ? array(depth) : first == '"' ? string() : word());
    }

    private Map<String, Json> object(int depth) {
      final Map<String, Json> found = new HashMap<>();
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

    private List<Json> array(int depth) {
      final List<Json> found = new ArrayList<>();
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
      if (!found.matches("true|false|-?[0-9][0-9.eE+-]*")) { throw wrong(); }
      return found.equals("true") || found.equals("false") ? (Object) Boolean.valueOf(found) : Double.valueOf(found);
    }

    private String taken(int length) {
      if (at + length > text.length()) { throw wrong(); }
      at += length;
      return text.substring(at - length, at);
    }

    private String string() {
      take('"');
      final StringBuilder out = new StringBuilder();
      for (String c = taken(1); !c.equals("\""); c = taken(1)) { out.append(c.equals("\\") ? escaped(taken(1)) : c); }
      return out.toString();
    }

    private String escaped(String c) {
      if (c.equals("u")) { return String.valueOf((char) Integer.parseInt(taken(4), 16)); }
      final int known = "bfnrt".indexOf(c);
      return known < 0 ? c : "\b\f\n\r\t".substring(known, known + 1);
    }
  }
}
