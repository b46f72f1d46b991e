package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.schema.Entry;
import dev.yardmaster.wire.schema.OpenSnapshot;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Scan;
import dev.yardmaster.wire.schema.Step;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the steps of snapshots, their refusals, and when a server closes a snapshot. */
@Timeout(60)
class SnapshotStepTest {

  private static final int LONG_VALUE_BYTES = 900;

  private final TestSettings settings = new TestSettings();
  private final Pipeline pipeline = Pipeline.start(PipelineConfig.defaults());
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private LoopbackServer server;
  private long requestId;

  private RawClient start() throws IOException {
    pipeline.bindTo(meters);
    server = new LoopbackServer(pipeline, settings.build(), LoopbackServer.EVERYBODY, null);
    return connect();
  }

  private RawClient connect() throws IOException {
    return RawClient.greeted(server.acceptor().address());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int openSnapshots() {
    return (int) meters.get("yardmaster.snapshots.open").gauge().value();
  }

  private Response ask(RawClient client, long number, Step.Builder step) throws IOException {
    return client.ask(RawRequests.step(++requestId, step.setTransaction(number)));
  }

  private static Step.Builder open() {
    return Step.newBuilder().setOpenSnapshot(OpenSnapshot.getDefaultInstance());
  }

  private static Step.Builder read(long key) {
    return Step.newBuilder().setRead(Read.newBuilder().addKeys(RawRequests.key(key)));
  }

  private static Step.Builder scan(long from, boolean afterFrom) {
    return Step.newBuilder()
        .setScan(
            Scan.newBuilder().setFrom(RawRequests.key(from)).setLimit(2).setAfterFrom(afterFrom));
  }

  private static Step.Builder abandon() {
    return Step.newBuilder().setAbandon(true);
  }

  private void put(RawClient client, long key, int value) throws IOException {
    assertTrue(
        client.ask(RawRequests.put(++requestId, key, new byte[] {(byte) value})).hasCommitted());
  }

  @Test
  void theStepsOfASnapshotReadOneState() throws IOException {
    try (RawClient client = start()) {
      for (int key = 1; key <= 5; key++) {
        put(client, key, key);
      }
      Response opened = ask(client, 1, open());
      assertTrue(opened.hasSnapshot(), opened::toString);
      assertTrue(opened.getSnapshot().getVersion() > 0);
      put(client, 2, 22);
      put(client, 9, 9);
      ByteString value = ask(client, 1, read(2)).getValues().getValues(0).getValue();
      assertEquals(2, value.byteAt(0));
      assertFalse(ask(client, 1, read(9)).getValues().getValues(0).hasValue());
      List<Long> scanned = new ArrayList<>();
      boolean afterFrom = false;
      long from = 1;
      Response page;
      do {
        page = ask(client, 1, scan(from, afterFrom));
        page.getEntries().getEntriesList().stream().map(Entry::getNumber).forEach(scanned::add);
        from = scanned.get(scanned.size() - 1);
        afterFrom = true;
      } while (page.getEntries().getCut());
      assertEquals(List.of(1L, 2L, 3L, 4L, 5L), scanned);
      assertEquals(1, openSnapshots());
      assertEquals("INTERRUPTED", ask(client, 1, abandon()).getRejected().getCode());
      assertEquals(0, openSnapshots());
    }
  }

  @Test
  void whatASnapshotCannotDoIsRefused() throws IOException {
    try (RawClient client = start()) {
      assertTrue(ask(client, 1, open()).hasSnapshot());
      assertEquals("BAD_MESSAGE", ask(client, 1, open()).getRefused().getCode());
      Response commit = client.ask(RawRequests.stepCommit(++requestId, 1, 1, new byte[1]));
      assertEquals("BAD_MESSAGE", commit.getRefused().getCode());
      assertTrue(ask(client, 1, read(1)).hasValues());
      assertTrue(ask(client, 1, abandon()).hasRejected());

      Step.Builder tooStale =
          Step.newBuilder()
              .setOpenSnapshot(OpenSnapshot.newBuilder().setMaxStalenessMs(86_400_001));
      assertEquals("BAD_CONFIG", ask(client, 2, tooStale).getRejected().getCode());
      Step.Builder withId =
          open().setOptions(Options.newBuilder().setId(ByteString.copyFrom(new byte[16])));
      assertEquals("BAD_MESSAGE", ask(client, 2, withId).getRejected().getCode());
      assertEquals(0, openSnapshots());

      assertTrue(ask(client, 3, read(1)).hasValues());
      assertEquals("BAD_MESSAGE", ask(client, 3, open()).getRefused().getCode());
      assertEquals("BAD_MESSAGE", ask(client, 3, scan(1, true)).getRefused().getCode());
      assertTrue(ask(client, 3, abandon()).hasRejected());
    }
  }

  @Test
  void noStepReadsTheKeptOutcomesOfOthers() throws IOException {
    try (RawClient client = start()) {
      ByteString id = OptionMessages.ofId(TransactionIds.ofThisMachine().next());
      Request.Builder once = RawRequests.put(++requestId, 1, new byte[] {7});
      once.getOneShotBuilder().setOptions(Options.newBuilder().setId(id));
      assertTrue(client.ask(once).hasCommitted());
      assertTrue(ask(client, 1, open()).hasSnapshot());
      Read.Builder kept = Read.newBuilder();
      kept.addKeysBuilder().setTable("yardmaster.outcomes").setBytes(id);
      assertTrue(ask(client, 2, read(1)).hasValues());
      for (int number = 1; number <= 2; number++) {
        Response response = ask(client, number, Step.newBuilder().setRead(kept));
        assertEquals("BAD_KEY", response.getRefused().getCode(), response::toString);
        assertTrue(ask(client, number, read(1)).hasValues());
      }
    }
  }

  @Test
  void aSnapshotEndsWithItsConnection() throws IOException {
    try (RawClient client = start()) {
      assertTrue(ask(client, 1, open()).hasSnapshot());
      assertEquals(1, openSnapshots());
    }
    Await.until(() -> openSnapshots() == 0, () -> "open=" + openSnapshots());
  }

  @Test
  void aSnapshotOfASilentClientEnds() throws IOException {
    settings.bounds = bounds(100, 20);
    try (RawClient client = start()) {
      assertTrue(ask(client, 1, open()).hasSnapshot());
      Await.until(() -> openSnapshots() == 0, () -> "open=" + openSnapshots());
      assertEquals("TRANSACTION_OVER", ask(client, 1, read(1)).getRejected().getCode());
    }
  }

  @Test
  void aClientHasABoundOnOpenSnapshots() throws IOException {
    settings.bounds = bounds(2, 60_000);
    try (RawClient client = start();
        RawClient other = connect()) {
      assertTrue(ask(client, 1, open()).hasSnapshot());
      assertTrue(ask(other, 1, open()).hasSnapshot());
      assertEquals("OVERLOADED", ask(client, 2, open()).getRejected().getCode());
      assertTrue(ask(other, 1, abandon()).hasRejected());
      assertTrue(ask(client, 2, open()).hasSnapshot());
      assertTrue(ask(client, 3, read(1)).hasValues());
      assertTrue(ask(client, 3, abandon()).hasRejected());
    }
  }

  private static ClientBounds bounds(int openSnapshots, int idleMs) {
    return new ClientBounds(
        1 << 26, 1 << 26, 1 << 26, 30_000, 100, 100, openSnapshots, 60_000, idleMs);
  }

  @Test
  void theClientAsksForShorterPagesIfAFrameIsTooShort() throws IOException {
    settings.maxFrameBytes = 4 * LONG_VALUE_BYTES;
    try (RawClient client = start()) {
      for (int key = 1; key <= 30; key++) {
        assertTrue(
            client
                .ask(RawRequests.put(++requestId, key, new byte[LONG_VALUE_BYTES]))
                .hasCommitted());
      }
      String address = "127.0.0.1:" + server.acceptor().address().getPort();
      try (YardmasterClient sdk =
              YardmasterClient.connect(ClientConfig.builder().address(address).build());
          Snapshot snapshot = sdk.readOnly()) {
        SnapshotCursor cursor = snapshot.cursor(Key.of("accounts", 1), null);
        for (long key = 1; key <= 30; key++) {
          assertTrue(cursor.next());
          assertEquals(key, cursor.key().number());
        }
        assertFalse(cursor.next());
        List<Key> keys = new ArrayList<>();
        for (long key = 1; key <= 18; key++) {
          keys.add(Key.of("accounts", key));
        }
        assertEquals(keys, List.copyOf(snapshot.getAll(keys).keySet()));
      }
    }
  }
}
