package dev.yardmaster.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/**
 * A database whose connections record their calls and fail as the test prescribes. For example,
 * {@code 1.commit} is a commit on the first connection. This class is thread-safe.
 */
final class StubDatabase {
  private final List<String> log = new ArrayList<>();
  private final Map<String, Deque<Throwable>> failures = new HashMap<>();
  private final Set<String> closed = new HashSet<>();
  private int connections;

  /**
   * Makes the next call with this name on any connection fail. If several failures are added for a
   * name, successive calls with that name fail with them in this order.
   */
  synchronized StubDatabase failing(String call, Throwable failure) {
    failures.computeIfAbsent(call, name -> new ArrayDeque<>()).add(failure);
    return this;
  }

  /** Returns the recorded calls, except changes of modes. */
  synchronized List<String> log() {
    return List.copyOf(log);
  }

  DataSource pool() {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              note("pool", method);
              return connection();
            });
  }

  private synchronized Connection connection() {
    String name = Integer.toString(++connections);
    boolean[] autoCommit = {true};
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("isClosed")) {
                return isClosed(name);
              }
              note(name, method);
              return switch (method.getName()) {
                case "getAutoCommit" -> autoCommit[0];
                case "setAutoCommit" -> {
                  autoCommit[0] = (boolean) arguments[0];
                  yield null;
                }
                case "nativeSQL" -> name;
                default -> null;
              };
            });
  }

  /**
   * Closes a connection like a pool that evicts the connection. The application does not see the
   * close.
   */
  synchronized void close(int connection) {
    closed.add(Integer.toString(connection));
  }

  private synchronized boolean isClosed(String name) {
    return closed.contains(name);
  }

  private synchronized void note(String connection, Method method) throws Throwable {
    log.add(connection + "." + method.getName());
    Deque<Throwable> next = failures.get(method.getName());
    if (next != null && !next.isEmpty()) {
      throw next.remove();
    }
  }
}
