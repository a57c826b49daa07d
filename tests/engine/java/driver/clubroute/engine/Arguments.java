package clubroute.engine;

import java.util.List;
import java.util.Map;

/** The arguments of one command, with an error that names the one that is missing. */
final class Arguments {
  private final Map<String, Object> values;

  Arguments(Map<String, Object> values) {
    this.values = values;
  }

  boolean has(String name) {
    return values.get(name) != null;
  }

  String text(String name) {
    return (String) need(name);
  }

  double number(String name) {
    return (Double) need(name);
  }

  int integer(String name) {
    return (int) number(name);
  }

  List<?> list(String name) {
    return (List<?>) need(name);
  }

  private Object need(String name) {
    if (!has(name)) {
      throw new IllegalArgumentException("argument " + name + " is missing");
    }
    return values.get(name);
  }
}
