package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.schema.ClientFrame;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that a draining server completes the transactions in flight, and begins no other
 * transactions.
 */
@Timeout(60)
class DrainTest {

  private final Pipeline pipeline = Pipeline.start(PipelineConfig.builder().build());
  private final HeldCalls held = new HeldCalls(pipeline.encoded());
  private final LoopbackServer server =
      new LoopbackServer(
          pipeline, held, new TestSettings().build(), LoopbackServer.EVERYBODY, null);

  @AfterEach
  void close() {
    held.release();
    server.close();
  }

  private RawClient client() throws IOException {
    return RawClient.greeted(server.acceptor().address());
  }

  @Test
  void whatIsInFlightIsAnsweredAndWhatComesIsRefused() throws IOException {
    try (RawClient client = client()) {
      client.send(RawRequests.add(1, 1, 1));
      Await.until(() -> held.submitted() == 1, () -> "nothing was submitted");
      server.acceptor().drain();
      assertEquals("CLOSED", client.closing().getCode());
      client.send(RawRequests.add(2, 1, 1));
      var refused = client.response();
      assertEquals(2, refused.getRequestId());
      assertEquals("CLOSED", refused.getRejected().getCode());
      assertTrue(server.connections().isBusy());
      held.release();
      var answered = client.response();
      assertEquals(1, answered.getRequestId());
      assertTrue(answered.hasCommitted());
      client.send(ClientFrame.newBuilder().setGoodbye(true).build());
      assertTrue(client.ends());
    }
    assertEquals(0, server.connections().openRequests());
  }

  @Test
  void openTransactionsMayCommitAndNoneBegins() throws IOException {
    try (RawClient client = client()) {
      assertTrue(client.ask(RawRequests.stepRead(1, 1, 1)).hasValues());
      server.acceptor().drain();
      assertEquals("CLOSED", client.closing().getCode());
      assertEquals("CLOSED", client.ask(RawRequests.stepRead(2, 2, 1)).getRejected().getCode());
      assertTrue(client.ask(RawRequests.stepCommit(3, 1, 1, new byte[] {1})).hasCommitted());
    }
  }

  @Test
  void whoIsNotGreetedYetIsToldAfterwards() throws IOException {
    try (RawClient late = RawClient.silent(server.acceptor().address())) {
      Await.until(
          () -> server.connections().connections() == 1, () -> "the client does not connect");
      server.acceptor().drain();
      late.send(RawClient.hello(""));
      assertEquals("CLOSED", late.closing().getCode());
    }
    assertThrows(IOException.class, this::client);
  }
}
