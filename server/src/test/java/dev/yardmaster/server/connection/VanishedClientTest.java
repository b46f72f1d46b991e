package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the server keeps no state of clients that disconnect without a goodbye or stop
 * sending.
 */
@Timeout(60)
class VanishedClientTest {

  private static final int SHORT_MS = 300;

  private final TestSettings settings = new TestSettings();
  private final Pipeline pipeline = Pipeline.start(PipelineConfig.builder().build());
  private final HeldCalls held = new HeldCalls(pipeline.encoded());
  private LoopbackServer server;

  private void start() {
    server = new LoopbackServer(pipeline, held, settings.build(), LoopbackServer.EVERYBODY, null);
  }

  @AfterEach
  void nothingIsLeft() {
    held.release();
    Await.until(
        () ->
            server.connections().connections() == 0
                && server.connections().openRequests() == 0
                && server.connections().bytesBuffered() == 0
                && pipeline.load().inFlight() == 0,
        () -> server.connections().openRequests() + " requests, " + pipeline.load());
    server.close();
  }

  private RawClient client() throws IOException {
    return RawClient.greeted(server.acceptor().address());
  }

  private static void assertClosed(RawClient client, String code, String reason)
      throws IOException {
    Closing closing = client.closing();
    assertEquals(code, closing.getCode());
    assertTrue(closing.getReason().contains(reason), closing.getReason());
    assertTrue(client.ends());
  }

  @Test
  void aHalfOpenConnectionIsClosedAfterTheIdleTimeout() throws IOException {
    settings.idleTimeoutMs = SHORT_MS;
    start();
    try (RawClient client = client()) {
      assertClosed(client, "UNAVAILABLE", "nothing came for 300 ms");
    }
  }

  @Test
  void halfAFrameIsNoSignOfLife() throws IOException {
    settings.idleTimeoutMs = SHORT_MS;
    start();
    try (RawClient client = client()) {
      client.send(new byte[] {0, 0, 1, 0, 7});
      assertClosed(client, "UNAVAILABLE", "nothing came for 300 ms");
    }
  }

  @Test
  void whoNeverGreetsIsClosed() throws IOException {
    settings.handshakeTimeoutMs = SHORT_MS;
    start();
    try (RawClient silent = RawClient.silent(server.acceptor().address());
        RawClient half = RawClient.silent(server.acceptor().address())) {
      half.send(new byte[] {0, 0, 0, 40, 10});
      assertClosed(silent, "BAD_MESSAGE", "within 300 ms");
      assertClosed(half, "BAD_MESSAGE", "within 300 ms");
    }
  }

  @Test
  void whoGreetsAByteAtATimeIsClosedAsSoon() throws IOException {
    settings.handshakeTimeoutMs = SHORT_MS;
    start();
    try (RawClient client = RawClient.silent(server.acceptor().address())) {
      client.send(new byte[] {0, 0, 0x3F, 0});
      long beganNs = System.nanoTime();
      while (!client.hears(10)) {
        client.send(new byte[] {0x7A});
        assertTrue(
            System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(20),
            "the server did not close the connection within 20 s");
      }
      assertClosed(client, "BAD_MESSAGE", "within 300 ms");
    }
  }

  @Test
  void aResetInMidCommitLeavesNothingInFlight() throws IOException {
    start();
    try (RawClient client = client()) {
      client.send(RawRequests.add(1, 1, 1), RawRequests.add(2, 1, 1));
      Await.until(() -> held.submitted() == 2, () -> held.submitted() + " submitted");
      assertEquals(2, server.connections().openRequests());
      client.reset();
    }
    Await.until(
        () -> server.connections().connections() == 0, () -> "the client is still connected");
    assertEquals(
        2, server.connections().openRequests(), "the transactions of the client must continue");
    held.release();
    Await.until(() -> server.connections().openRequests() == 0, () -> "its requests stay");
    // The transactions were in flight, so they were executed.
    try (RawClient other = client()) {
      Response read = other.ask(RawRequests.read(1, 1));
      assertEquals(2, read.getCommitted().getValues(0).getValue().asReadOnlyByteBuffer().getLong());
    }
  }

  @Test
  void resetsAtAnyMomentLeaveNothing() throws IOException {
    start();
    held.release();
    for (int i = 0; i < 200; i++) {
      try (RawClient client = client()) {
        client.send(RawRequests.add(1, i % 3, 1), RawRequests.stepRead(2, 1, i % 3));
        if (i % 2 == 0) {
          client.response();
        }
        client.reset();
      }
    }
  }

  @Test
  void anOpenTransactionEndsWithItsClient() throws IOException {
    start();
    held.release();
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      RawClient client = client();
      clients.add(client);
      assertTrue(client.ask(forAnHour(1, 1)).hasValues());
      assertTrue(client.ask(forAnHour(2, 2)).hasValues());
    }
    assertEquals(40, pipeline.load().inFlight());
    for (RawClient client : clients) {
      client.reset();
    }
    // The transactions must end long before their timeout.
    Await.until(() -> pipeline.load().inFlight() == 0, () -> pipeline.load().toString());
    try (RawClient other = client()) {
      for (int i = 1; i <= 50; i++) {
        assertTrue(other.ask(RawRequests.add(i, 1, 1)).hasCommitted());
      }
    }
  }

  /** An exception here would end a thread of the service. */
  @Test
  void anOutcomeMayComeAfterTheServersThreadsHaveEnded() throws IOException {
    start();
    held.release();
    try (RawClient client = client()) {
      assertTrue(client.ask(forAnHour(1, 1)).hasValues());
      server.closeConnections();
      held.lastOpened().ended(new Outcome.Aborted<>(AbortCause.TIMEOUT, "a test", 0, null));
    }
  }

  /**
   * Returns the first step of a transaction with a timeout of one hour. All these transactions read
   * the same key.
   */
  private static Request.Builder forAnHour(long requestId, long transaction) {
    return RawRequests.step(
        requestId,
        Step.newBuilder()
            .setTransaction(transaction)
            .setRead(Read.newBuilder().addKeys(RawRequests.key(1)))
            .setOptions(Options.newBuilder().setTimeoutMs((int) TimeUnit.HOURS.toMillis(1))));
  }
}
