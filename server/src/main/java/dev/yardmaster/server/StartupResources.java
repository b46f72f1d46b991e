package dev.yardmaster.server;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a start that fails has to give back, the last first. For one thread. */
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
        // The failure that is being reported comes first.
      }
    }
  }
}
