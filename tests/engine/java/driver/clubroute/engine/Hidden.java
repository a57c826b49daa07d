package clubroute.engine;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Protected members of the engine: what a toolbar button does has no public door. */
final class Hidden {
  private Hidden() {}

  static Object call(Object target, Class<?> owner, String method) throws Exception {
    final Method found = owner.getDeclaredMethod(method);
    found.setAccessible(true);
    try {
      return found.invoke(target);
    }
    catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
    }
  }

  static Object get(Object target, Class<?> owner, String field) throws Exception {
    return field(owner, field).get(target);
  }

  static void set(Object target, Class<?> owner, String field, Object value) throws Exception {
    field(owner, field).set(target, value);
  }

  private static Field field(Class<?> owner, String name) throws Exception {
    final Field found = owner.getDeclaredField(name);
    found.setAccessible(true);
    return found;
  }
}
