package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Lease;
import dev.yardmaster.wire.schema.Release;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the leases of clients over the network. */
@Timeout(60)
class LeasesTest {
  private static final int LONG_MS = 60_000;

  private final LoopbackServer server =
      new LoopbackServer(
          Pipeline.start(PipelineConfig.builder().build()),
          LoopbackServer.SETTINGS,
          (token, certificate) ->
              () -> new Principal("bank", Set.of(token.equals("writer") ? Role.WRITE : Role.LEASE)),
          null);

  @AfterEach
  void nothingIsLeft() {
    Await.until(
        () ->
            server.connections().leases().held() + server.connections().leases().waiting() == 0
                && server.connections().openRequests() == 0
                && server.connections().bytesHeld() == 0,
        () ->
            server.connections().leases()
                + " openRequests="
                + server.connections().openRequests()
                + " bytes="
                + server.connections().bytesHeld());
    server.close();
  }

  private RawClient client(String token) throws IOException {
    RawClient client = RawClient.silent(server.acceptor().address());
    client.send(RawClient.hello(token));
    return client;
  }

  private static Request.Builder lease(long requestId, int holdMs, long... written) {
    Lease.Builder lease = Lease.newBuilder().setHoldMs(holdMs);
    for (long row : written) {
      lease.addWritten(row);
    }
    return Request.newBuilder().setRequestId(requestId).setLease(lease);
  }

  private static ClientFrame release(long requestId) {
    return ClientFrame.newBuilder()
        .addReleases(Release.newBuilder().setRequestId(requestId))
        .build();
  }

  private static void assertLeased(boolean waited, long requestId, Response response) {
    assertTrue(response.hasLeased(), response::toString);
    assertEquals(requestId, response.getRequestId());
    assertEquals(waited, response.getLeased().getWaited());
  }

  private void awaitWaiting(int count) {
    Await.until(
        () -> server.connections().leases().waiting() == count,
        () -> server.connections().leases().toString());
  }

  @Test
  void aReleasedRowGoesToTheNextClient() throws IOException {
    try (RawClient one = client("");
        RawClient other = client("")) {
      assertLeased(false, 1, one.ask(lease(1, LONG_MS, 10, 11)));
      other.send(lease(9, LONG_MS, 11));
      awaitWaiting(1);
      one.send(release(1));
      assertLeased(true, 9, other.response());
      assertLeased(false, 2, one.ask(lease(2, LONG_MS, 10)));
    }
  }

  @Test
  void aRunningTransactionLeasesFurtherRowsAtOnce() throws IOException {
    try (RawClient one = client("");
        RawClient other = client("")) {
      assertLeased(false, 1, one.ask(lease(1, LONG_MS, 10)));
      assertLeased(false, 1, other.ask(lease(1, LONG_MS, 11)));
      Request.Builder further = lease(2, LONG_MS, 11);
      further.getLeaseBuilder().setAtOnce(true);
      assertLeased(false, 2, one.ask(further));
      other.send(lease(2, LONG_MS, 11));
      awaitWaiting(1);
      other.send(release(1));
      one.send(release(2));
      assertLeased(true, 2, other.response());
    }
  }

  @Test
  void aConnectionHasABoundedNumberOfLeases() throws IOException {
    try (RawClient client = client("")) {
      for (int i = 1; i <= ConnectionLeases.MAX_LEASES; i++) {
        assertLeased(false, i, client.ask(lease(i, LONG_MS, i)));
      }
      Response refused = client.ask(lease(5_000, LONG_MS, 5_000));
      assertEquals("OVERLOADED", refused.getRejected().getCode());
      client.send(release(1));
      assertLeased(false, 5_000, client.ask(lease(5_000, LONG_MS, 5_000)));
    }
  }

  @Test
  void theLeasesOfAConnectionEndWithIt() throws IOException {
    try (RawClient waiting = client("")) {
      RawClient leaving = client("");
      assertLeased(false, 1, leaving.ask(lease(1, LONG_MS, 10)));
      waiting.send(lease(1, LONG_MS, 10));
      awaitWaiting(1);
      leaving.send(lease(2, LONG_MS, 10));
      awaitWaiting(2);
      leaving.reset();
      assertLeased(true, 1, waiting.response());
    }
  }

  @Test
  void aLeaseEndsAfterItsTime() throws IOException {
    try (RawClient stuck = client("");
        RawClient waiting = client("")) {
      assertLeased(false, 1, stuck.ask(lease(1, 20, 10)));
      assertTrue(waiting.ask(lease(1, LONG_MS, 10)).hasLeased());
      assertEquals(1, server.connections().leases().expired());
      stuck.send(release(1));
      waiting.send(release(1));
      // The two connections are independent, so their messages may arrive in either order.
      Await.until(
          () -> server.connections().leases().held() == 0,
          () -> server.connections().leases().toString());
      assertLeased(false, 2, stuck.ask(lease(2, LONG_MS, 10)));
    }
  }

  @Test
  void aWithdrawnRequestIsAnswered() throws IOException {
    try (RawClient holder = client("");
        RawClient impatient = client("")) {
      holder.ask(lease(1, LONG_MS, 10));
      impatient.send(lease(7, LONG_MS, 10));
      awaitWaiting(1);
      impatient.send(release(7));
      Response answer = impatient.response();
      assertEquals(7, answer.getRequestId());
      assertEquals("INTERRUPTED", answer.getRejected().getCode());
      impatient.send(release(99));
      assertLeased(false, 8, impatient.ask(lease(8, LONG_MS, 11)));
    }
  }

  @Test
  void aClientWithoutTheRoleIsRefused() throws IOException {
    try (RawClient writer = client("writer");
        RawClient holder = client("")) {
      Response answer = writer.ask(lease(1, LONG_MS, 10));
      assertEquals("FORBIDDEN", answer.getRejected().getCode());
      assertTrue(answer.getRejected().getDetailsList().toString().contains("lease"));
      assertFalse(holder.ask(RawRequests.read(1, 1)).hasCommitted(), "leases give no other right");
    }
  }

  @Test
  void badRequestsAreRefused() throws IOException {
    try (RawClient client = client("")) {
      assertBad(client, lease(1, LONG_MS));
      assertBad(client, lease(2, 0, 10));
      assertBad(client, lease(3, LONG_MS + 1, 10));
      assertBad(client, lease(4, LONG_MS, 10, 11, 10));
      assertBad(client, lease(5, LONG_MS, new long[65]));
      assertLeased(false, 6, client.ask(lease(6, LONG_MS, 10)));
      assertBad(client, lease(6, LONG_MS, 11));
    }
  }

  private static void assertBad(RawClient client, Request.Builder request) throws IOException {
    assertEquals("BAD_MESSAGE", client.ask(request).getRejected().getCode(), request::toString);
  }
}
