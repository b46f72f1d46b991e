package dev.yardmaster.benchmarks.attack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Keeps many connections to the admin server with half a request each. */
final class SlowAdminRequests implements PacedAttack.Lane {

  private static final int CONNECTIONS = 256;
  private static final byte[] HALF =
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: ".getBytes(StandardCharsets.US_ASCII);

  private final AttackTarget target;
  private final Slots slots = new Slots(CONNECTIONS);

  SlowAdminRequests(AttackTarget target) {
    this.target = target;
  }

  @Override
  public void act() throws IOException {
    slots.makeRoom();
    slots.add(AttackConnection.toAdmin(target)).send(HALF);
  }

  @Override
  public int openingActs() {
    return CONNECTIONS;
  }

  @Override
  public void close() throws IOException {
    slots.close();
  }
}
