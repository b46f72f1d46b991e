package dev.yardmaster.server;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The resources that must be closed, in reverse order, if the start of the server fails. This class
 * is not thread-safe.
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
