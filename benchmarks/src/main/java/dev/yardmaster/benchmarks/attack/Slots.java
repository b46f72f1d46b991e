package dev.yardmaster.benchmarks.attack;

import java.io.Closeable;
import java.io.IOException;

/** A fixed number of connections. Each new connection replaces the oldest connection. */
final class Slots implements Closeable {

  /** Checks the server's reaction on a connection. */
  @FunctionalInterface
  interface Look {
    /**
     * Checks how the server has reacted on a connection.
     *
     * @throws IOException if the reaction is not expected
     */
    Reaction at(AttackConnection connection) throws IOException;
  }

  private final AttackConnection[] open;
  private int next;

  Slots(int size) {
    open = new AttackConnection[size];
  }

  int size() {
    return open.length;
  }

  /**
   * Closes the oldest connection, to make room for the next connection.
   *
   * @return the server's reaction on the oldest connection; accepted if there was no connection
   */
  Reaction makeRoom(Look look) throws IOException {
    AttackConnection oldest = open[next];
    if (oldest == null) {
      return Reaction.ACCEPTED;
    }
    open[next] = null;
    try (oldest) {
      return look.at(oldest);
    }
  }

  /** Adds a connection in place of the connection that {@link #makeRoom} has closed. */
  AttackConnection add(AttackConnection connection) {
    open[next] = connection;
    next = (next + 1) % open.length;
    return connection;
  }

  @Override
  public void close() throws IOException {
    for (AttackConnection connection : open) {
      if (connection != null) {
        connection.close();
      }
    }
  }
}
