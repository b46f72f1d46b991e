package dev.yardmaster.benchmarks.attack;

import java.io.Closeable;
import java.io.IOException;

/** A fixed number of connections, of which the oldest is replaced by the next. */
final class Slots implements Closeable {

  private final Closeable[] open;
  private int next;

  Slots(int size) {
    open = new Closeable[size];
  }

  /** Closes the oldest connection, to make room for the next. */
  void makeRoom() throws IOException {
    Closeable oldest = open[next];
    open[next] = null;
    if (oldest != null) {
      oldest.close();
    }
  }

  /** Adds a connection in the place that {@link #makeRoom} has cleared. */
  <C extends Closeable> C add(C connection) {
    open[next] = connection;
    next = (next + 1) % open.length;
    return connection;
  }

  @Override
  public void close() throws IOException {
    for (Closeable connection : open) {
      if (connection != null) {
        connection.close();
      }
    }
  }
}
