package dev.yardmaster.jdbc.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A fake vendor whose objects implement any interface of JDBC. The objects record each call, and
 * return a prescribed result or a value of the right type.
 */
public final class RecordingVendor implements InvocationHandler {

  /** A call that reached the vendor. */
  public record Call(Method method, List<Object> arguments, Object answer) {
    /** Returns whether the call has this method and the same argument objects. */
    boolean is(Method made, Object[] with) {
      if (!made.getName().equals(method.getName())
          || !Arrays.equals(made.getParameterTypes(), method.getParameterTypes())
          || with.length != arguments.size()) {
        return false;
      }
      for (int i = 0; i < with.length; i++) {
        boolean same =
            made.getParameterTypes()[i].isPrimitive()
                ? with[i].equals(arguments.get(i))
                : with[i] == arguments.get(i);
        if (!same) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * The calls in words, for example {@code vendor.commit}. A test may let other objects write to
   * the same log.
   */
  public final List<String> log;

  final List<Call> calls = new ArrayList<>();
  private final Map<String, Object> answers = new HashMap<>();
  private final Map<String, Throwable> failures = new HashMap<>();

  public RecordingVendor(List<String> log) {
    this.log = log;
  }

  /** Returns an object of the vendor that implements this interface. */
  public <T> T as(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {type}, this));
  }

  /** Prescribes the result of all later calls with this name. */
  public RecordingVendor answering(String name, Object answer) {
    answers.put(name, answer);
    return this;
  }

  /** Prescribes the exception of all later calls with this name; null for no exception. */
  public RecordingVendor failing(String name, Throwable failure) {
    failures.put(name, failure);
    return this;
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
    Object[] arguments = given == null ? new Object[0] : given;
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, method, arguments);
    }
    log.add("vendor." + method.getName());
    if (failures.get(method.getName()) != null) {
      throw failures.get(method.getName());
    }
    Object answer =
        answers.containsKey(method.getName())
            ? answers.get(method.getName())
            : Samples.of(method.getReturnType(), this);
    calls.add(new Call(method, Arrays.asList(arguments), answer));
    return answer;
  }

  private Object ofObject(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "vendor's";
    };
  }

  /** Calls a method by reflection, and throws the exception of the method itself. */
  static Object call(Object target, Method method, Object... arguments) throws SQLException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof SQLException failure) {
        throw failure;
      }
      throw new AssertionError(method.toString(), thrown);
    } catch (IllegalAccessException failure) {
      throw new AssertionError(method.toString(), failure);
    }
  }
}
