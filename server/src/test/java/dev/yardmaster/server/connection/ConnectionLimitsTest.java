package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.client.AsyncLogic;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the server refuses requests beyond a limit with a code, and continues to serve the
 * other requests.
 */
@Timeout(60)
@SuppressWarnings("try") // The tests close connections early on purpose.
class ConnectionLimitsTest {

  private static final Key COUNT = Key.of("counts", 1);

  private final TestSettings settings = new TestSettings();
  private final Pipeline pipeline = Pipeline.start(PipelineConfig.builder().build());
  private final HeldCalls held = new HeldCalls(pipeline.encoded());
  private LoopbackServer server;

  private void start() {
    server = new LoopbackServer(pipeline, held, settings.build(), LoopbackServer.EVERYBODY, null);
  }

  @AfterEach
  void close() {
    held.release();
    server.close();
  }

  private RawClient client() throws IOException {
    return RawClient.greeted(server.acceptor().address());
  }

  private void awaitConnections(int count) {
    Await.until(
        () -> server.connections().connections() == count,
        () -> server.connections().connections() + " connections");
  }

  @Test
  void oneConnectionTooManyIsToldSo() throws IOException {
    settings.maxConnections = 2;
    start();
    try (RawClient first = client();
        RawClient second = client()) {
      try (RawClient third = RawClient.silent(server.acceptor().address())) {
        Closing closing = third.closing();
        assertEquals("OVERLOADED", closing.getCode());
        assertTrue(closing.getReason().contains("at most 2 connections"), closing.getReason());
        assertTrue(third.ends());
      }
      second.leave();
      awaitConnections(1);
      try (RawClient next = client()) {
        held.release();
        assertTrue(next.ask(RawRequests.read(1, 1)).hasCommitted());
        assertTrue(first.ask(RawRequests.read(1, 1)).hasCommitted());
      }
    }
  }

  @Test
  void oneClientHasSoManyConnections() throws IOException {
    settings.maxConnectionsPerClient = 1;
    start();
    try (RawClient first = client()) {
      try (RawClient second = RawClient.silent(server.acceptor().address())) {
        second.send(RawClient.hello(""));
        assertEquals("OVERLOADED", second.closing().getCode());
      }
      first.leave();
      awaitConnections(0);
      client().leave();
    }
  }

  @Test
  void oneRequestTooManyIsOverloadedAndSaysWhenToTryAgain() throws IOException {
    settings.maxInFlight = 4;
    start();
    try (RawClient client = client()) {
      client.send(add(1), add(2), add(3), add(4), add(5));
      Response refused = client.response();
      assertEquals(5, refused.getRequestId());
      assertEquals("OVERLOADED", refused.getRejected().getCode());
      assertTrue(refused.getRejected().getRetryAfterMs() > 0);
      held.release();
      for (int i = 1; i <= 4; i++) {
        assertTrue(client.response().hasCommitted());
      }
      // The refused requests must have had no effect.
      Response read = client.ask(RawRequests.read(6, 1));
      assertEquals(4, read.getCommitted().getValues(0).getValue().asReadOnlyByteBuffer().getLong());
    }
  }

  private static Request.Builder add(long requestId) {
    return RawRequests.add(requestId, 1, 1);
  }

  @Test
  void twiceTooManyRequestsEndTheConnection() throws IOException {
    settings.maxInFlight = 2;
    start();
    try (RawClient client = client()) {
      client.send(add(1), add(2), add(3), add(4), add(5), add(6));
      assertEquals("OVERLOADED", client.closing().getCode());
    }
    held.release();
    Await.until(() -> server.connections().openRequests() == 0, () -> "requests stay open");
  }

  @Test
  void aClientsConnectionsShareABound() throws IOException {
    settings.maxInFlightPerClient = 4;
    start();
    try (RawClient first = client();
        RawClient second = client()) {
      first.send(add(1), add(2), add(3));
      Await.until(() -> held.submitted() == 3, () -> held.submitted() + " submitted");
      second.send(add(1), add(2));
      Response refused = second.response();
      assertEquals(2, refused.getRequestId());
      assertEquals("OVERLOADED", refused.getRejected().getCode());
      assertTrue(refused.getRejected().getRetryAfterMs() > 0);
      held.release();
      assertTrue(second.response().hasCommitted());
      assertTrue(second.ask(RawRequests.read(3, 1)).hasCommitted());
    }
  }

  @Test
  void soManyInteractiveTransactionsAreOpen() throws IOException {
    settings.maxOpenTransactions = 2;
    start();
    try (RawClient client = client()) {
      assertTrue(client.ask(RawRequests.stepRead(1, 1, 1)).hasValues());
      assertTrue(client.ask(RawRequests.stepRead(2, 2, 2)).hasValues());
      Response refused = client.ask(RawRequests.stepRead(3, 3, 3));
      assertEquals("OVERLOADED", refused.getRejected().getCode());
      assertTrue(client.ask(RawRequests.stepCommit(4, 1, 1, new byte[] {1})).hasCommitted());
      assertTrue(client.ask(RawRequests.stepRead(5, 3, 3)).hasValues());
      Request.Builder abandon =
          RawRequests.step(6, Step.newBuilder().setTransaction(2).setAbandon(true));
      assertEquals("INTERRUPTED", client.ask(abandon).getRejected().getCode());
      assertTrue(client.ask(RawRequests.stepCommit(7, 3, 3, new byte[] {3})).hasCommitted());
    }
  }

  private void assertAStepIsRefusedButTheTransactionCanBeAbandoned() throws IOException {
    start();
    try (RawClient client = client()) {
      assertTrue(client.ask(RawRequests.stepRead(1, 1, 1)).hasValues());
      client.send(
          add(2),
          add(3),
          RawRequests.stepRead(4, 1, 2),
          RawRequests.step(5, Step.newBuilder().setTransaction(1).setAbandon(true)));
      Response refused = client.response();
      assertEquals(4, refused.getRequestId());
      assertEquals("OVERLOADED", refused.getRefused().getCode());
      Response abandoned = client.response();
      assertEquals(5, abandoned.getRequestId());
      assertEquals("INTERRUPTED", abandoned.getRejected().getCode());
    }
  }

  @Test
  void aTransactionCanBeAbandonedBesideTooManyRequests() throws IOException {
    settings.maxInFlight = 2;
    assertAStepIsRefusedButTheTransactionCanBeAbandoned();
  }

  @Test
  void aTransactionCanBeAbandonedWhenThereIsNoRoomForARequest() throws IOException {
    // The transaction holds 4 KiB, and each request more than 512 bytes.
    settings.bounds = ClientBoundsTest.bounds(1 << 20, 1 << 20, 5_500);
    assertAStepIsRefusedButTheTransactionCanBeAbandoned();
  }

  /**
   * Fills the client's share of requests in flight between two steps of a transaction's first run.
   */
  private final class FullShare implements AutoCloseable {
    private final RawClient other;
    private int runs;

    FullShare() throws IOException {
      settings.maxInFlightPerClient = 1;
      start();
      other = client();
    }

    void betweenSteps() {
      runs++;
      if (runs == 1) {
        try {
          other.send(add(1));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        Await.until(() -> held.submitted() == 1, () -> held.submitted() + " submitted");
      }
    }

    void afterSteps() {
      held.release();
    }

    void assertCommitsInAnotherRun(Outcome<Long> outcome) {
      assertEquals(0L, outcome.valueOrThrow());
      assertTrue(runs > 1, runs + " runs");
    }

    @Override
    public void close() throws IOException {
      other.close();
    }
  }

  @Test
  void interactiveLogicWhoseStepFindsNoRoomRunsAgain() throws IOException {
    try (FullShare share = new FullShare();
        YardmasterClient client = YardmasterClient.connect(server.client().build())) {
      share.assertCommitsInAnotherRun(
          client.execute(
              transaction -> {
                long before = transaction.getLong(COUNT);
                share.betweenSteps();
                try {
                  return before + transaction.getLong(Key.of("counts", 2));
                } finally {
                  share.afterSteps();
                }
              },
              TransactionOptions.defaults()));
    }
  }

  @Test
  void asynchronousLogicWhoseStepFindsNoRoomRunsAgain() throws IOException {
    try (FullShare share = new FullShare();
        YardmasterClient client = YardmasterClient.connect(server.client().build())) {
      AsyncLogic<Long> logic =
          transaction ->
              transaction
                  .getLong(COUNT)
                  .thenCompose(
                      before -> {
                        share.betweenSteps();
                        return transaction
                            .getLong(Key.of("counts", 2))
                            .thenApply(second -> before + second);
                      })
                  .whenComplete((sum, error) -> share.afterSteps());
      share.assertCommitsInAnotherRun(client.submit(logic).toCompletableFuture().join());
    }
  }

  @Test
  void interactiveLogicTriesAgainUntilThereIsRoom() {
    settings.maxOpenTransactions = 1;
    start();
    held.release();
    try (YardmasterClient client = YardmasterClient.connect(server.client().build())) {
      List<CompletableFuture<Outcome<Long>>> runs = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        runs.add(
            CompletableFuture.supplyAsync(
                () -> client.execute(ConnectionLimitsTest::count, TransactionOptions.defaults())));
      }
      for (CompletableFuture<Outcome<Long>> run : runs) {
        assertInstanceOf(Outcome.Committed.class, run.join());
      }
    }
  }

  private static long count(Transaction transaction) {
    long before = transaction.getLong(COUNT);
    transaction.putLong(COUNT, before + 1);
    return before;
  }

  @Test
  void theLongestFrameIsTakenAndALongerOneIsNot() throws IOException {
    settings.maxFrameBytes = 1 << 17;
    start();
    held.release();
    try (RawClient client = client()) {
      // An unknown field pads the frame to its maximum length.
      byte[] request = framed(RawRequests.read(1, 1).build(), settings.maxFrameBytes);
      client.send(ByteBuffer.allocate(4).putInt(settings.maxFrameBytes).array());
      client.send(request);
      assertTrue(client.response().hasCommitted());
      client.send(ByteBuffer.allocate(4).putInt(settings.maxFrameBytes + 1).array());
      assertEquals("MESSAGE_TOO_LARGE", client.closing().getCode());
    }
  }

  private static byte[] framed(Request request, int lengthBytes) {
    byte[] field = ClientFrame.newBuilder().addRequests(request).build().toByteArray();
    int unknown = lengthBytes - field.length - 1 - 3;
    return ByteBuffer.allocate(lengthBytes)
        .put(field)
        .put((byte) ((15 << 3) | 2))
        .put((byte) ((unknown & 0x7F) | 0x80))
        .put((byte) (((unknown >>> 7) & 0x7F) | 0x80))
        .put((byte) (unknown >>> 14))
        .array();
  }

  @Test
  void aLengthAloneAllocatesNothing() throws IOException {
    settings.maxFrameBytes = 1 << 28;
    start();
    try (RawClient client = client();
        RawClient stranger = RawClient.silent(server.acceptor().address())) {
      long before = usedBytes();
      client.send(ByteBuffer.allocate(14).putInt(settings.maxFrameBytes - 1).array());
      stranger.send(ByteBuffer.allocate(14).putInt(WireProtocol.MAX_HELLO_BYTES + 1).array());
      assertEquals("MESSAGE_TOO_LARGE", stranger.closing().getCode());
      // One event loop serves both connections. The event loop has therefore read the bytes of the
      // first connection before this answer.
      assertTrue(usedBytes() - before < 4 << 20, () -> "allocated " + (usedBytes() - before));
    }
  }

  private static long usedBytes() {
    ByteBufAllocatorMetric metric =
        ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
    return metric.usedDirectMemory() + metric.usedHeapMemory();
  }
}
