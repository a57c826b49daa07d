package clubroute.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON both ways: Map, List, String, Number, Boolean, null. Writes pure ASCII on one line. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** A map that keeps the order of its key, value, key, value... arguments. */
  static Map<String, Object> object(Object... keysAndValues) {
    final Map<String, Object> made = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      made.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return made;
  }

  static String write(Object value) {
    final StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        out.append(separator);
        writeString(entry.getKey().toString(), out);
        out.append(':');
        write(entry.getValue(), out);
        separator = ",";
      }
      out.append(separator.equals("{") ? "{}" : "}");
    }
    else if (value instanceof Collection) {
      String separator = "[";
      for (Object item : (Collection<?>) value) {
        out.append(separator);
        write(item, out);
        separator = ",";
      }
      out.append(separator.equals("[") ? "[]" : "]");
    }
    else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    }
    else {
      writeString(value.toString(), out);
    }
  }

  private static void writeString(String value, StringBuilder out) {
    out.append('"');
    for (char c : value.toCharArray()) {
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
    out.append('"');
  }

  static Object read(String text) {
    final Json reader = new Json(text);
    final Object value = reader.value();
    reader.space();
    if (reader.at != text.length()) {
      throw new IllegalArgumentException("text after the JSON value");
    }
    return value;
  }

  private void space() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(char wanted) {
    space();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void need(char wanted) {
    if (!take(wanted)) {
      throw new IllegalArgumentException("expected " + wanted + " at character " + at);
    }
  }

  private Object value() {
    if (take('{')) {
      final Map<String, Object> made = new LinkedHashMap<>();
      while (!take('}')) {
        need('"');
        final String key = string();
        need(':');
        made.put(key, value());
        take(',');
      }
      return made;
    }
    if (take('[')) {
      final List<Object> made = new ArrayList<>();
      while (!take(']')) {
        made.add(value());
        take(',');
      }
      return made;
    }
    return take('"') ? string() : word();
  }

  private String string() {
    final StringBuilder made = new StringBuilder();
    for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
      if (c != '\\') {
        made.append(c);
        continue;
      }
      final char escaped = text.charAt(at++);
      final int known = "bfnrt".indexOf(escaped);
      if (escaped == 'u') {
        made.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
        at += 4;
      }
      else {
        made.append(known < 0 ? escaped : "\b\f\n\r\t".charAt(known));
      }
    }
    return made.toString();
  }

  private Object word() {
    final int start = at;
    while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    final String word = text.substring(start, at);
    switch (word) {
      case "null":
        return null;
      case "true":
        return Boolean.TRUE;
      case "false":
        return Boolean.FALSE;
      default:
        return Double.valueOf(word);
    }
  }
}
