package dev.yardmaster.server;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The resources that a failed start must close, in reverse order. This class is not thread-safe.
 */
final class StartupResources {

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        // The caller reports the failure of the start. A failure to close a resource must not
        // replace this failure.
      }
    }
  }
}
