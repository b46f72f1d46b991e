package dev.yardmaster.benchmarks.attack;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.OneShot;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Write;
import java.io.IOException;

/**
 * Requests a large value many times in one frame, and reads no answer. Each act replaces the oldest
 * connection. The result of an act is the answer to the first request on that oldest connection.
 */
final class UnreadAnswers implements PacedAttack.Lane {

  private static final int READS = 1_000;
  private static final int VALUE_BYTES = 1 << 20;
  private static final int RECEIVE_BUFFER_BYTES = 4_096;
  private static final Key KEY = Key.newBuilder().setTable("attack").setNumber(1).build();

  private final AttackTarget target;
  private final Slots slots;
  private final ClientFrame reads;

  UnreadAnswers(AttackTarget target, int connections) {
    this.target = target;
    slots = new Slots(connections);
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int i = 1; i <= READS; i++) {
      frame.addRequests(
          Request.newBuilder().setRequestId(i).setOneShot(OneShot.newBuilder().addReads(KEY)));
    }
    reads = frame.build();
  }

  @Override
  public Reaction act() throws IOException {
    Reaction oldest = slots.makeRoom(UnreadAnswers::reaction);
    slots.add(AttackConnection.greeted(target, RECEIVE_BUFFER_BYTES)).send(reads);
    return oldest;
  }

  private static Reaction reaction(AttackConnection oldest) throws IOException {
    oldest.awaitWelcome();
    Response first = oldest.receiveBeginOfResponse();
    return AttackConnection.reaction(first, first.hasCommitted(), ErrorCode.OVERLOADED);
  }

  /**
   * Writes the value that the attackers request. No attacker may run at the same time, because its
   * reads would conflict with this write.
   */
  static void write(AttackTarget target) throws IOException {
    try (AttackConnection connection = AttackConnection.greeted(target, 0)) {
      connection.send(
          ClientFrame.newBuilder()
              .addRequests(
                  Request.newBuilder()
                      .setRequestId(1)
                      .setOneShot(
                          OneShot.newBuilder()
                              .addWrites(
                                  Write.newBuilder()
                                      .setKey(KEY)
                                      .setPut(ByteString.copyFrom(new byte[VALUE_BYTES])))))
              .build());
      connection.awaitWelcome();
      Response written = connection.receiveResponse();
      if (!written.hasCommitted()) {
        throw new IOException("the value was not written: " + written);
      }
    }
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
