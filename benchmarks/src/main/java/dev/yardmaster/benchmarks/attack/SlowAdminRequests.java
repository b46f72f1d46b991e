package dev.yardmaster.benchmarks.attack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Keeps many connections to the admin server open, each with half a request sent. Each act replaces
 * the oldest connection. The result of an act shows whether the server has closed the oldest
 * connection or still waits for the rest of the request.
 */
final class SlowAdminRequests implements PacedAttack.Lane {

  private static final byte[] HALF =
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: ".getBytes(StandardCharsets.US_ASCII);

  private final AttackTarget target;
  private final Slots slots;

  SlowAdminRequests(AttackTarget target, int connections) {
    this.target = target;
    slots = new Slots(connections);
  }

  @Override
  public Reaction act() throws IOException {
    Reaction oldest =
        slots.makeRoom(connection -> connection.hasEnded() ? Reaction.REFUSED : Reaction.ACCEPTED);
    slots.add(AttackConnection.toAdmin(target)).send(HALF);
    return oldest;
  }

  @Override
  public int openingActs() {
    return slots.size();
  }

  @Override
  public void close() throws IOException {
    slots.close();
  }
}
