package clubroute.adviser;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** As much JSON as the adviser needs, read within bounds: neither Java nor VASSAL has any. */
final class Json {
  static final int DEEPEST = 24;
  static final int LONGEST = 4 << 20;
  private final Object value;

  private Json(Object value) {
    this.value = value;
  }

  /** Throws IllegalArgumentException for what is no JSON, or longer or deeper than any answer. */
  static Json parse(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException("too long");
    }
    final Reader reader = new Reader(text);
    final Object value = reader.value(0);
    reader.end();
    return new Json(value);
  }

  Json get(String name) {
    return new Json(value instanceof Map ? ((Map<?, ?>) value).get(name) : null);
  }

  boolean missing() {
    return value == null;
  }

  /** The text under a name, "" if there is none. */
  String text(String name) {
    final Object found = get(name).value;
    return found instanceof String ? (String) found : "";
  }

  int number(String name) {
    final Object found = get(name).value;
    return found instanceof Double ? ((Double) found).intValue() : 0;
  }

  boolean yes(String name) {
    return Boolean.TRUE.equals(get(name).value);
  }

  List<Json> list() {
    if (!(value instanceof List)) {
      return Collections.emptyList();
    }
    final List<Json> found = new ArrayList<>();
    for (Object one : (List<?>) value) {
      found.add(new Json(one));
    }
    return found;
  }

  String plain() {
    return value instanceof String ? (String) value : "";
  }

  int whole() {
    return value instanceof Double ? ((Double) value).intValue() : 0;
  }

  static String quote(String text) {
    final StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      }
      else if (c < ' ' || c > '~') {
        out.append(String.format("\\u%04x", (int) c));
      }
      else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  static String pair(String name, String text) {
    return quote(name) + ":" + quote(text);
  }

  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    private IllegalArgumentException wrong() {
      return new IllegalArgumentException("no JSON at " + at);
    }

    private char next() {
      while (at < text.length() && text.charAt(at) <= ' ') {
        at++;
      }
      if (at >= text.length()) {
        throw wrong();
      }
      return text.charAt(at);
    }

    private void take(char wanted) {
      if (next() != wanted) {
        throw wrong();
      }
      at++;
    }

    void end() {
      while (at < text.length()) {
        if (text.charAt(at++) > ' ') {
          throw wrong();
        }
      }
    }

    Object value(int depth) {
      if (depth > DEEPEST) {
        throw new IllegalArgumentException("too deep");
      }
      switch (next()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      default:
        return word();
      }
    }

    private Object object(int depth) {
      final Map<String, Object> found = new LinkedHashMap<>();
      take('{');
      if (next() == '}') {
        at++;
        return found;
      }
      while (true) {
        next();
        final String name = string();
        take(':');
        found.put(name, value(depth + 1));
        if (next() == '}') {
          at++;
          return found;
        }
        take(',');
      }
    }

    private Object array(int depth) {
      final List<Object> found = new ArrayList<>();
      take('[');
      if (next() == ']') {
        at++;
        return found;
      }
      while (true) {
        found.add(value(depth + 1));
        if (next() == ']') {
          at++;
          return found;
        }
        take(',');
      }
    }

    private Object word() {
      final int from = at;
      while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      final String found = text.substring(from, at);
      switch (found) {
      case "null":
        return null;
      case "true":
        return Boolean.TRUE;
      case "false":
        return Boolean.FALSE;
      default:
        return Double.valueOf(found); // NumberFormatException is an IllegalArgumentException
      }
    }

    private String string() {
      take('"');
      final StringBuilder out = new StringBuilder();
      while (true) {
        if (at >= text.length()) {
          throw wrong();
        }
        char c = text.charAt(at++);
        if (c == '"') {
          return out.toString();
        }
        if (c == '\\') {
          if (at >= text.length()) {
            throw wrong();
          }
          c = text.charAt(at++);
          final int known = "bfnrt".indexOf(c);
          if (c == 'u') {
            if (at + 4 > text.length()) {
              throw wrong();
            }
            c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
            at += 4;
          }
          else if (known >= 0) {
            c = "\b\f\n\r\t".charAt(known);
          }
        }
        out.append(c);
      }
    }
  }
}
