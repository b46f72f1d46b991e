package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.schema.Entries;
import dev.yardmaster.wire.schema.Entry;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Scan;
import dev.yardmaster.wire.schema.Step;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the answers to, and the refusals of, steps that scan. */
@Timeout(60)
class ScanStepTest {

  private LoopbackServer server;
  private RawClient client;
  private long requestId;

  @BeforeEach
  void start() throws IOException {
    server = new LoopbackServer(Pipeline.start(PipelineConfig.defaults()));
    client = RawClient.greeted(server.acceptor().address());
    for (long id = 1; id <= 5; id++) {
      assertTrue(
          client.ask(RawRequests.put(++requestId, id, new byte[] {(byte) id})).hasCommitted());
    }
  }

  @AfterEach
  void stop() throws IOException {
    // The test abandons its transaction after each case. Otherwise the server would send the end of
    // an open transaction to a client that has disconnected.
    assertTrue(
        client
            .ask(
                RawRequests.step(++requestId, Step.newBuilder().setTransaction(1).setAbandon(true)))
            .hasRejected());
    client.close();
    server.close();
  }

  private Response ask(Scan.Builder scan) throws IOException {
    return client.ask(
        RawRequests.step(++requestId, Step.newBuilder().setTransaction(1).setScan(scan)));
  }

  private static Scan.Builder from(long id) {
    return Scan.newBuilder().setFrom(RawRequests.key(id)).setLimit(3);
  }

  private static List<Long> ids(Entries entries) {
    return entries.getEntriesList().stream().map(Entry::getNumber).toList();
  }

  private String refusalOf(Scan.Builder scan) throws IOException {
    Response response = ask(scan);
    assertTrue(response.hasRefused(), response.toString());
    return response.getRefused().getCode();
  }

  @Test
  void entriesComeInOrderAndSayIfTheScanWasCut() throws IOException {
    Entries first = ask(from(2)).getEntries();
    assertEquals(List.of(2L, 3L, 4L), ids(first));
    assertEquals(3, first.getEntries(1).getValue().byteAt(0));
    assertTrue(first.getCut());
    Entries rest = ask(from(4)).getEntries();
    assertEquals(List.of(4L, 5L), ids(rest));
    assertFalse(rest.getCut());
    Entries backward = ask(from(0).setTo(RawRequests.key(5)).setBackward(true)).getEntries();
    assertEquals(List.of(4L, 3L, 2L), ids(backward));
    assertTrue(ask(from(9)).hasEntries());
  }

  @Test
  void whatIsNoScanIsRefusedAndTheTransactionGoesOn() throws IOException {
    assertEquals("BAD_KEY", refusalOf(Scan.newBuilder().setLimit(3)));
    Key.Builder withoutId = Key.newBuilder().setTable("accounts");
    assertEquals("BAD_KEY", refusalOf(from(1).setFrom(withoutId)));
    assertEquals("BAD_KEY", refusalOf(from(1).setTo(withoutId)));
    Key.Builder reserved = Key.newBuilder().setTable("yardmaster.outcomes");
    assertEquals(
        "BAD_KEY",
        refusalOf(
            from(1).setFrom(reserved.setBytes(com.google.protobuf.ByteString.copyFromUtf8("x")))));
    assertEquals("BAD_SCAN", refusalOf(from(1).clearLimit()));
    assertEquals("BAD_SCAN", refusalOf(from(1).setLimit(10_001)));
    assertEquals("BAD_SCAN", refusalOf(from(1).setLimit(-1)));
    assertEquals("BAD_SCAN", refusalOf(from(2).setTo(RawRequests.key(1))));
    Key.Builder elsewhere = Key.newBuilder().setTable("names").setNumber(9);
    assertEquals("BAD_SCAN", refusalOf(from(1).setTo(elsewhere)));
    assertEquals(List.of(1L, 2L, 3L), ids(ask(from(1)).getEntries()));
    assertTrue(client.ask(RawRequests.stepCommit(++requestId, 1, 9, new byte[1])).hasCommitted());
  }

  @Test
  void theSixtyFifthScanIsRefused() throws IOException {
    for (int i = 0; i < 64; i++) {
      assertTrue(ask(from(i)).hasEntries());
    }
    assertEquals("TOO_MANY_KEYS", refusalOf(from(64)));
    assertTrue(client.ask(RawRequests.stepCommit(++requestId, 1, 9, new byte[1])).hasCommitted());
  }
}
