package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.wire.schema.ServerFrame;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;

/**
 * Begins long frames on many connections, and does not complete them. A server that has no memory
 * left for received bytes closes the connection after the welcome. Each act replaces the oldest
 * connection. The result of an act is the server's reaction on that oldest connection, unless the
 * server immediately closes the new connection.
 */
final class UnfinishedFrames implements PacedAttack.Lane {

  private static final int FRAME_BYTES = 8 << 20;
  private static final int SENT_BYTES = 1 << 20;

  private final AttackTarget target;
  private final Slots slots;
  private final byte[] begun =
      ByteBuffer.allocate(Integer.BYTES + SENT_BYTES).putInt(FRAME_BYTES).array();

  UnfinishedFrames(AttackTarget target, int connections) {
    this.target = target;
    slots = new Slots(connections);
  }

  @Override
  public Reaction act() throws IOException {
    Reaction oldest = slots.makeRoom(UnfinishedFrames::reaction);
    AttackConnection connection = slots.add(AttackConnection.greeted(target, 0));
    connection.awaitWelcome();
    try {
      connection.send(begun);
    } catch (SocketException closed) {
      return Reaction.REFUSED;
    }
    return oldest;
  }

  private static Reaction reaction(AttackConnection oldest) throws IOException {
    if (oldest.hasInput()) {
      ServerFrame frame = oldest.receive();
      if (!frame.getClosing().getCode().equals(ErrorCode.OVERLOADED.name())) {
        throw new IOException("unexpected frame: " + frame);
      }
      return Reaction.REFUSED;
    }
    return oldest.hasEnded() ? Reaction.REFUSED : Reaction.ACCEPTED;
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
