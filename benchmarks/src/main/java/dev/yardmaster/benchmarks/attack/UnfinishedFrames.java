package dev.yardmaster.benchmarks.attack;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Begins long frames on many connections, and does not complete them. */
final class UnfinishedFrames implements PacedAttack.Lane {

  private static final int CONNECTIONS = 220;
  private static final int FRAME_BYTES = 8 << 20;
  private static final int SENT_BYTES = 1 << 20;

  private final AttackTarget target;
  private final Slots slots = new Slots(CONNECTIONS);
  private final byte[] begun =
      ByteBuffer.allocate(Integer.BYTES + SENT_BYTES).putInt(FRAME_BYTES).array();

  UnfinishedFrames(AttackTarget target) {
    this.target = target;
  }

  @Override
  public void act() throws IOException {
    slots.makeRoom();
    slots.add(AttackConnection.greeted(target, 0)).send(begun);
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
