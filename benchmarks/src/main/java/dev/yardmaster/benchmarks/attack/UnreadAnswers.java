package dev.yardmaster.benchmarks.attack;

import com.google.protobuf.ByteString;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.OneShot;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Write;
import java.io.IOException;

/** Requests a large value thousands of times in one frame, and reads no answer. */
final class UnreadAnswers implements PacedAttack.Lane {

  private static final int CONNECTIONS = 4;
  private static final int READS = 4_000;
  private static final int VALUE_BYTES = 1 << 20;
  private static final int RECEIVE_BUFFER_BYTES = 4_096;
  private static final Key KEY = Key.newBuilder().setTable("attack").setNumber(1).build();

  private final AttackTarget target;
  private final Slots slots = new Slots(CONNECTIONS);
  private final ClientFrame reads;
  private boolean isWritten;

  UnreadAnswers(AttackTarget target) {
    this.target = target;
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int i = 1; i <= READS; i++) {
      frame.addRequests(
          Request.newBuilder().setRequestId(i).setOneShot(OneShot.newBuilder().addReads(KEY)));
    }
    reads = frame.build();
  }

  @Override
  public void act() throws IOException {
    if (!isWritten) {
      write();
      isWritten = true;
    }
    slots.makeRoom();
    slots.add(AttackConnection.greeted(target, RECEIVE_BUFFER_BYTES)).send(reads);
  }

  private void write() throws IOException {
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
      while (connection.receive().getResponsesCount() == 0) {
        // The first frame is the greeting.
      }
    }
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
