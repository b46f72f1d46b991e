package dev.yardmaster.benchmarks.attack;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Commits interactive transactions with an id and a result of nearly 2 MiB of nested lists. Each
 * list falsely states that it has as many elements as there are bytes left in the value.
 */
final class NestedLists implements PacedAttack.Lane {

  private static final int RESULT_BYTES = (2 << 20) - 1_024;
  private static final int DEPTH = 8;
  private static final byte LIST = 8;

  private final AttackTarget target;
  private final TransactionIds ids = TransactionIds.ofThisMachine();
  private final ClientFrame commit;
  private AttackConnection connection;

  NestedLists(AttackTarget target) {
    this.target = target;
    ByteBuffer result = ByteBuffer.allocate(RESULT_BYTES);
    for (int depth = 0; depth < DEPTH; depth++) {
      result.put(LIST).putInt(result.remaining() - 1 - Integer.BYTES);
    }
    commit =
        step(
            2,
            Step.newBuilder()
                .setCommit(Commit.newBuilder().setResult(ByteString.copyFrom(result.array()))));
  }

  private static ClientFrame step(long requestId, Step.Builder step) {
    return ClientFrame.newBuilder()
        .addRequests(Request.newBuilder().setRequestId(requestId).setStep(step.setTransaction(1)))
        .build();
  }

  @Override
  public Reaction act() throws IOException {
    close();
    connection = AttackConnection.greeted(target, 0);
    connection.send(
        step(
            1,
            Step.newBuilder()
                .setRead(Read.getDefaultInstance())
                .setOptions(Options.newBuilder().setId(OptionMessages.ofId(ids.next())))));
    connection.send(commit);
    connection.awaitWelcome();
    Response opened = connection.receiveResponse();
    if (!opened.hasValues()) {
      throw new IOException("the transaction did not open: " + opened);
    }
    return AttackConnection.reaction(connection.receiveResponse(), false, ErrorCode.BAD_MESSAGE);
  }

  @Override
  public void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
  }
}
