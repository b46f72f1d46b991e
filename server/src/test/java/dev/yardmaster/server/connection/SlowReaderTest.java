package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Response;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a client that does not read its answers delays only itself. */
@Timeout(120)
class SlowReaderTest {

  /** The length of one value. The values together exceed the buffers of any network. */
  private static final int VALUE_BYTES = 900_000;

  private static final int REQUESTS = 40;
  private static final int RECEIVE_BUFFER_BYTES = 4096;

  /** The number of answers to another client during which the slow client is observed. */
  private static final int OBSERVED = 200;

  private final TestSettings settings = new TestSettings();
  private LoopbackServer server;

  private void start() throws IOException {
    server =
        new LoopbackServer(
            Pipeline.start(PipelineConfig.builder().build()),
            settings.build(),
            LoopbackServer.EVERYBODY,
            null);
    try (RawClient client = RawClient.greeted(server.acceptor().address())) {
      assertTrue(client.ask(RawRequests.put(1, 1, new byte[VALUE_BYTES])).hasCommitted());
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  private RawClient slow() throws IOException {
    return RawClient.greeted(server.acceptor().address(), RECEIVE_BUFFER_BYTES);
  }

  /** Sends requests whose answers the client does not read. */
  private void fill(RawClient slow) throws IOException {
    for (int i = 1; i <= REQUESTS; i++) {
      slow.send(RawRequests.read(i, 1));
    }
    awaitFull();
  }

  private static void takeAll(RawClient slow, int requests) throws IOException {
    Set<Long> answered = new HashSet<>();
    for (int i = 0; i < requests; i++) {
      Response response = slow.response();
      assertEquals(VALUE_BYTES, response.getCommitted().getValues(0).getValue().size());
      answered.add(response.getRequestId());
    }
    assertEquals(requests, answered.size());
  }

  private void awaitFull() {
    Await.until(
        () -> server.connections().bytesBuffered() >= settings.unwrittenHighBytes,
        () -> server.connections().bytesBuffered() + " bytes wait");
  }

  /**
   * Waits until the network takes no more bytes, which means that the number of buffered bytes does
   * not change during {@code OBSERVED} answers to another client. If the network later took the
   * rest of an answer, the server would read further requests, and the test would fail wrongly.
   */
  private void awaitStill(RawClient other) throws IOException {
    long before = -1;
    for (int still = 0; still < OBSERVED; still++) {
      awaitFull();
      assertTrue(other.ask(RawRequests.read(1, 2)).hasCommitted());
      long now = server.connections().bytesBuffered();
      if (now != before) {
        before = now;
        still = 0;
      }
    }
  }

  @Test
  void itIsNotReadFromAndGoesOnWhenItReads() throws IOException {
    start();
    try (RawClient slow = slow();
        RawClient other = RawClient.greeted(server.acceptor().address())) {
      fill(slow);
      awaitStill(other);
      int held = server.connections().openRequests();
      int more = REQUESTS / 2;
      for (int i = 1; i <= more; i++) {
        slow.send(RawRequests.read(REQUESTS + i, 1));
      }
      for (int i = 1; i <= OBSERVED; i++) {
        // The server must serve other clients as quickly as before, and the pending bytes must not
        // grow.
        assertTrue(other.ask(RawRequests.add(i, 2, 1)).hasCommitted());
        long buffered = server.connections().bytesBuffered();
        assertTrue(
            buffered <= settings.unwrittenHighBytes + 2 * VALUE_BYTES, buffered + " bytes wait");
        // The number may include one request of the other client, because its answer can arrive
        // before the server decrements the count.
        int open = server.connections().openRequests();
        assertTrue(open <= held + 1, open + " requests are open, but before there were " + held);
      }
      takeAll(slow, REQUESTS + more);
      assertTrue(slow.ask(RawRequests.read(1, 2)).hasCommitted());
    }
  }

  @Test
  void oneThatNeverReadsIsClosedAfterTheIdleTimeout() throws IOException {
    settings.idleTimeoutMs = 500;
    start();
    try (RawClient slow = slow()) {
      fill(slow);
      Await.until(
          () -> server.connections().connections() == 0,
          () -> server.connections().connections() + " connections");
      assertEquals(0, server.connections().bytesBuffered());
      Await.until(() -> server.connections().openRequests() == 0, () -> "requests stay open");
    }
  }

  @Test
  void goodbyeIsObeyedOnceAllAnswersAreTaken() throws IOException {
    start();
    try (RawClient slow = slow()) {
      ClientFrame.Builder all = ClientFrame.newBuilder();
      for (int i = 1; i <= REQUESTS; i++) {
        all.addRequests(RawRequests.read(i, 1));
      }
      slow.send(all.setGoodbye(true).build());
      awaitFull();
      takeAll(slow, REQUESTS);
      assertTrue(slow.ends());
    }
  }

  @Test
  void itsConnectionIsBusyUntilItsAnswersAreTaken() throws IOException {
    start();
    try (RawClient slow = slow()) {
      fill(slow);
      assertTrue(server.connections().isBusy());
      takeAll(slow, REQUESTS);
      Await.until(() -> !server.connections().isBusy(), () -> "it stays busy");
    }
  }
}
