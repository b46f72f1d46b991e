package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.live.OpenTransactionsOfClient;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that no client can make the server exceed its bounds or refuse other clients. */
@Timeout(60)
@SuppressWarnings("try") // The tests close connections early on purpose.
class ClientBoundsTest {

  private static final int VALUE_BYTES = 100_000;
  private static final long KEY = 1;

  private final TestSettings settings = new TestSettings();
  private final Pipeline pipeline = Pipeline.start(PipelineConfig.builder().build());
  private LoopbackServer server;

  /** Starts a server whose clients are named by their tokens. */
  private void start() {
    start(pipeline.encoded());
  }

  private void start(EncodedCalls service) {
    server =
        new LoopbackServer(
            pipeline,
            service,
            settings.build(),
            (token, certificate) -> () -> new Principal(token, Set.of(Role.WRITE)),
            null);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private RawClient client(String name) throws IOException {
    return client(name, 0);
  }

  private RawClient client(String name, int receiveBufferBytes) throws IOException {
    RawClient client = RawClient.silent(server.acceptor().address(), receiveBufferBytes);
    client.send(RawClient.hello(name));
    return client;
  }

  private void awaitNothingHeld() {
    Await.until(
        () -> server.connections().bytesHeld() == 0,
        () -> server.connections().bytesHeld() + " bytes are held");
  }

  private static Request.Builder[] reads(long firstId, int count) {
    Request.Builder[] reads = new Request.Builder[count];
    for (int i = 0; i < count; i++) {
      reads[i] = RawRequests.read(firstId + i, KEY);
    }
    return reads;
  }

  /** The reads of one small frame have 400 MB of answers, which the client does not read. */
  @Test
  void answersThatNobodyReadsAreBoundedInBytes() throws IOException {
    settings.maxInFlight = 4_000;
    settings.bounds = bounds(40 << 20, 20 << 20, 10 << 20);
    start();
    try (RawClient writer = client("writer");
        RawClient slow = client("slow", 4096)) {
      assertTrue(writer.ask(RawRequests.put(1, KEY, new byte[VALUE_BYTES])).hasCommitted());
      Request.Builder[] reads = reads(1, 4_000);
      slow.send(reads);
      for (int i = 0; i < 200; i++) {
        assertTrue(writer.ask(RawRequests.add(i + 2, 2, 1)).hasCommitted());
        long held = server.connections().bytesHeld();
        assertTrue(held <= 11 << 20, held + " bytes are held");
      }
      int values = 0;
      int refused = 0;
      for (int i = 0; i < reads.length; i++) {
        Response response = slow.response();
        if (response.hasCommitted()) {
          assertEquals(VALUE_BYTES, response.getCommitted().getValues(0).getValue().size());
          values++;
        } else {
          assertEquals("OVERLOADED", response.getRejected().getCode());
          assertTrue(response.getRejected().getRetryAfterMs() > 0);
          refused++;
        }
      }
      assertTrue(values >= 50 && refused >= 1_000, values + " values, " + refused + " refused");
      awaitNothingHeld();
      assertTrue(slow.ask(RawRequests.read(1, KEY)).hasCommitted(), "there is room again");
    }
    awaitNothingHeld();
  }

  @Test
  void aClientWhoseAnswersFillItsBoundLeavesRoomForOthers() throws IOException {
    settings.maxInFlight = 4_000;
    settings.bounds = bounds(8 << 20, 4 << 20, 4 << 20);
    start();
    List<RawClient> greedy = new ArrayList<>();
    try (RawClient other = client("other")) {
      assertTrue(other.ask(RawRequests.put(1, KEY, new byte[VALUE_BYTES])).hasCommitted());
      for (int i = 0; i < 4; i++) {
        greedy.add(client("greedy", 4096));
      }
      // The network takes some answers, so more reads follow until the server holds many answers.
      for (int first = 1; server.connections().bytesHeld() <= 3 << 20; first += 100) {
        assertTrue(first < 4_000, server.connections().bytesHeld() + " bytes are held");
        for (RawClient slow : greedy) {
          slow.send(reads(first, 100));
        }
        assertTrue(other.ask(RawRequests.read(first, KEY)).hasCommitted());
      }
      for (int i = 0; i < 100; i++) {
        assertTrue(other.ask(RawRequests.read(i + 5_000, KEY)).hasCommitted());
        assertTrue(server.connections().bytesHeld() <= 5 << 20);
      }
    } finally {
      for (RawClient slow : greedy) {
        slow.reset();
      }
    }
    awaitNothingHeld();
  }

  @Test
  void unfinishedFramesAreBoundedOverAllConnections() throws IOException {
    settings.bounds = bounds(4 << 20, 2 << 20, 1 << 20);
    start();
    List<RawClient> greedy = new ArrayList<>();
    try {
      int refused = 0;
      for (int i = 0; i < 12; i++) {
        RawClient client = client("greedy");
        greedy.add(client);
        assertTrue(client.ask(RawRequests.read(1, 9)).hasCommitted());
        long before = server.connections().bytesHeld();
        client.send(ByteBuffer.allocate(4).putInt(settings.maxFrameBytes).array());
        client.send(new byte[400_000]);
        if (before > 1_700_000) {
          assertEquals("OVERLOADED", client.closing().getCode());
          refused++;
        } else {
          Await.until(
              () -> server.connections().bytesHeld() >= before + 390_000,
              () -> server.connections().bytesHeld() + " bytes are held");
        }
        assertTrue(server.connections().bytesHeld() <= 2 << 20);
      }
      assertTrue(refused >= 7, refused + " refused");
      try (RawClient other = client("other")) {
        assertTrue(other.ask(RawRequests.put(1, 2, new byte[300_000])).hasCommitted());
      }
    } finally {
      for (RawClient client : greedy) {
        client.reset();
      }
    }
    awaitNothingHeld();
  }

  @Test
  void aFrameThatDoesNotGetCompleteIsRefused() throws IOException {
    settings.bounds = bounds(200, 100, 100, 60_000, 60_000);
    start();
    try (RawClient slow = client("slow");
        RawClient busy = client("busy")) {
      assertTrue(slow.ask(RawRequests.read(1, KEY)).hasCommitted());
      slow.send(ByteBuffer.allocate(14).putInt(1_000).array());
      // The frames of another client are complete in time, so the server does not close its
      // connection.
      long requests = 0;
      while (server.connections().connections() == 2) {
        assertTrue(busy.ask(RawRequests.add(++requests, 3, 1)).hasCommitted());
        if (slow.hears(1)) {
          break;
        }
      }
      var closing = slow.closing();
      assertEquals("BAD_MESSAGE", closing.getCode());
      assertTrue(closing.getReason().contains("within 200 ms"), closing.getReason());
      assertTrue(busy.ask(RawRequests.read(++requests, 3)).hasCommitted());
    }
    awaitNothingHeld();
  }

  @Test
  void anAddressHasABoundOnConnectionsThatDoNotSayWhoTheyAre() throws IOException {
    settings.bounds = bounds(30_000, 3, 100, 60_000, 60_000);
    start();
    List<RawClient> silent = new ArrayList<>();
    try (RawClient known = client("known")) {
      assertTrue(known.ask(RawRequests.read(1, KEY)).hasCommitted());
      for (int i = 0; i < 3; i++) {
        silent.add(RawClient.silent(server.acceptor().address()));
      }
      Await.until(() -> server.connections().connections() == 4, () -> "connections are missing");
      try (RawClient fourth = RawClient.silent(server.acceptor().address())) {
        assertEquals("OVERLOADED", fourth.closing().getCode());
      }
      silent.remove(0).leave();
      Await.until(() -> server.connections().connections() == 3, () -> "one is still there");
      try (RawClient next = client("next")) {
        assertTrue(next.ask(RawRequests.read(1, KEY)).hasCommitted());
      }
    } finally {
      for (RawClient client : silent) {
        client.leave();
      }
    }
  }

  @Test
  void aClientHasABoundOnOpenTransactionsAndIsShown() throws IOException {
    settings.bounds = bounds(30_000, 100, 2, 60_000, 60_000);
    start();
    try (RawClient first = client("greedy");
        RawClient second = client("greedy");
        RawClient other = client("other")) {
      assertTrue(first.ask(RawRequests.stepRead(1, 1, 1)).hasValues());
      assertTrue(second.ask(RawRequests.stepRead(1, 1, 2)).hasValues());
      Response refused = second.ask(RawRequests.stepRead(2, 2, 3));
      assertEquals("OVERLOADED", refused.getRejected().getCode());
      assertTrue(refused.getRejected().getText().contains("client"), refused::toString);
      assertTrue(other.ask(RawRequests.stepRead(1, 1, 4)).hasValues());
      assertEquals(
          List.of(
              new OpenTransactionsOfClient("greedy", 2), new OpenTransactionsOfClient("other", 1)),
          server.connections().openTransactions());
      assertTrue(first.ask(RawRequests.stepCommit(2, 1, 1, new byte[] {1})).hasCommitted());
      assertTrue(second.ask(RawRequests.stepRead(3, 2, 3)).hasValues());
    }
    Await.until(
        () -> server.connections().openTransactions().isEmpty(),
        () -> server.connections().openTransactions().toString());
    awaitNothingHeld();
  }

  /** A step that is requested while the transaction ends gets the outcome a second time. */
  @Test
  void anOutcomeThatArrivesTwiceCountsOnce() throws IOException {
    settings.bounds = bounds(30_000, 100, 2, 60_000, 60_000);
    start(
        new ForwardingCalls(pipeline.encoded()) {
          @Override
          public OpenTransaction open(
              TransactionOptions options, OpenTransaction.Listener listener) {
            return super.open(options, new EndsTwice(listener));
          }
        });
    try (RawClient client = client("lucky")) {
      for (int i = 1; i <= 10; i++) {
        assertTrue(client.ask(RawRequests.stepRead(2L * i, i, 1)).hasValues());
        assertTrue(
            client.ask(RawRequests.stepCommit(2L * i + 1, i, 1, new byte[] {1})).hasCommitted());
      }
      assertTrue(client.ask(RawRequests.stepRead(100, 100, 1)).hasValues());
      assertTrue(client.ask(RawRequests.stepRead(101, 101, 2)).hasValues());
      Response refused = client.ask(RawRequests.stepRead(102, 102, 3));
      assertEquals("OVERLOADED", refused.getRejected().getCode());
    }
    awaitNothingHeld();
  }

  @Test
  void aBugInTheServiceEndsItsConnectionOnlyAndHoldsNothing() throws IOException {
    start(
        new ForwardingCalls(pipeline.encoded()) {
          @Override
          public CompletionStage<Outcome<OneShot.Result>> submit(
              OneShot oneShot, TransactionOptions options) {
            if (oneShot.reads().contains(Key.of("accounts", 13))) {
              throw new IllegalStateException("a bug");
            }
            return super.submit(oneShot, options);
          }
        });
    try (RawClient other = client("other")) {
      assertTrue(other.ask(RawRequests.read(1, KEY)).hasCommitted());
      try (RawClient client = client("unlucky")) {
        client.send(RawRequests.read(1, 13));
        assertTrue(client.ends());
      }
      awaitNothingHeld();
      Await.until(() -> server.connections().openRequests() == 0, () -> "requests stay open");
      assertTrue(other.ask(RawRequests.read(2, KEY)).hasCommitted());
    }
  }

  /** Delivers each outcome twice. */
  private record EndsTwice(OpenTransaction.Listener listener) implements OpenTransaction.Listener {

    @Override
    public void values(byte[][] values) {
      listener.values(values);
    }

    @Override
    public void scanned(ScannedEntries entries) {
      listener.scanned(entries);
    }

    @Override
    public void refused(YardmasterException error) {
      listener.refused(error);
    }

    @Override
    public void restarted(int restarts, ConflictReport lastConflict) {
      listener.restarted(restarts, lastConflict);
    }

    @Override
    public void ended(Outcome<Object> outcome) {
      listener.ended(outcome);
      listener.ended(outcome);
    }
  }

  /** The client requests a timeout of one day. */
  @Test
  void theServerEndsTransactionsOfClientsThatSendNoStep() throws IOException {
    settings.bounds = bounds(30_000, 100, 100, 60_000, 100);
    start();
    try (RawClient client = client("idle")) {
      assertTrue(client.ask(longStep(1, 1)).hasValues());
      Await.until(
          () -> server.connections().openTransactions().isEmpty(),
          () -> server.connections().openTransactions().toString());
      Response over = client.ask(RawRequests.stepCommit(2, 1, KEY, new byte[] {1}));
      assertEquals("TRANSACTION_OVER", over.getRejected().getCode());
      assertTrue(over.getRejected().getText().contains("100 ms"), over::toString);
      assertFalse(client.ask(RawRequests.read(3, KEY)).getCommitted().getValues(0).hasValue());
      awaitNothingHeld();
    }
  }

  @Test
  void aTransactionLastsNoLongerThanTheServerAllows() throws IOException {
    settings.bounds = bounds(30_000, 100, 100, 200, 60_000);
    start();
    try (RawClient client = client("slow")) {
      assertTrue(client.ask(longStep(1, 1)).hasValues());
      Await.until(
          () -> server.connections().openTransactions().isEmpty(),
          () -> server.connections().openTransactions().toString());
      Response over = client.ask(RawRequests.stepCommit(2, 1, KEY, new byte[] {1}));
      assertFalse(over.hasCommitted(), over::toString);
    }
  }

  private static Request.Builder longStep(long request, long transaction) {
    Request.Builder read = RawRequests.stepRead(request, transaction, KEY);
    Step.Builder step =
        read.getStep().toBuilder().setOptions(Options.newBuilder().setTimeoutMs(86_400_000));
    return read.setStep(step);
  }

  @Test
  void theValuesOfOpenTransactionsAreBoundedInBytes() throws IOException {
    settings.bounds = bounds(4 << 20, 2 << 20, 1 << 20);
    start();
    try (RawClient client = client("greedy");
        RawClient other = client("other")) {
      for (int key = 1; key <= 30; key++) {
        assertTrue(other.ask(RawRequests.put(key, key, new byte[VALUE_BYTES])).hasCommitted());
      }
      awaitNothingHeld();
      int key = 0;
      Response response;
      do {
        response = client.ask(RawRequests.stepRead(++key, 1, key));
        assertTrue(server.connections().bytesHeld() <= 1 << 20);
      } while (response.hasValues());
      assertTrue(key >= 5 && key <= 11, "refused at key " + key);
      assertEquals("OVERLOADED", response.getRefused().getCode());
      Response over = client.ask(RawRequests.stepCommit(key + 1, 1, 99, new byte[] {1}));
      assertFalse(over.hasCommitted(), over::toString);
      awaitNothingHeld();
      assertTrue(client.ask(RawRequests.stepRead(1, 2, 1)).hasValues());
    }
    awaitNothingHeld();
  }

  static ClientBounds bounds(long server, long client, long connection) {
    return new ClientBounds(server, client, connection, 30_000, 100, 100, 100, 60_000, 60_000);
  }

  private static ClientBounds bounds(
      int frameTimeoutMs,
      int newConnections,
      int openTransactions,
      int transactionMs,
      int transactionIdleMs) {
    return new ClientBounds(
        1 << 26,
        1 << 26,
        1 << 26,
        frameTimeoutMs,
        newConnections,
        openTransactions,
        openTransactions,
        transactionMs,
        transactionIdleMs);
  }
}
