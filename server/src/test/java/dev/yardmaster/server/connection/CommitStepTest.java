package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the last step of interactive transactions whose result is kept. */
@Timeout(60)
class CommitStepTest {

  private static Request.Builder commit(long requestId, byte[] result) {
    return RawRequests.step(
        requestId,
        Step.newBuilder()
            .setTransaction(1)
            .setCommit(Commit.newBuilder().setResult(ByteString.copyFrom(result))));
  }

  @Test
  void aResultInAnotherEncodingIsRefusedAndTheTransactionStaysOpen() throws IOException {
    try (LoopbackServer server =
            new LoopbackServer(Pipeline.start(PipelineConfig.builder().build()));
        RawClient client = RawClient.greeted(server.acceptor().address())) {
      ByteString id = OptionMessages.ofId(TransactionIds.ofThisMachine().next());
      Step.Builder first =
          Step.newBuilder()
              .setTransaction(1)
              .setRead(Read.newBuilder().addKeys(RawRequests.key(1)))
              .setOptions(Options.newBuilder().setId(id));
      assertTrue(client.ask(RawRequests.step(1, first)).hasValues());
      Response refused = client.ask(commit(2, new byte[] {99, 1, 2}));
      assertEquals("BAD_MESSAGE", refused.getRefused().getCode());
      assertTrue(client.ask(commit(3, new byte[0])).hasCommitted());
    }
  }
}
