package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Condition;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Scan;
import dev.yardmaster.wire.schema.Step;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that no message does more than its principal's rights allow. */
@Timeout(60)
class RolesTest {

  private static final ByteString ID = OptionMessages.ofId(TransactionIds.ofThisMachine().next());

  private final AtomicReference<Principal> changing = new AtomicReference<>();

  private final LoopbackServer server =
      new LoopbackServer(
          Pipeline.start(PipelineConfig.builder().build()),
          new TestSettings().build(),
          (token, certificate) ->
              switch (token) {
                case "reader" -> () -> new Principal("reader", Set.of(Role.READ));
                case "admin" -> () -> new Principal("admin", Set.of(Role.ADMIN));
                case "limited" ->
                    () -> Principal.of("limited", Set.of(Role.WRITE), "acc*,stock", "pay");
                case "elsewhere" ->
                    () -> Principal.of("elsewhere", Set.of(Role.WRITE), "stock", null);
                case "changing" -> () -> changing.get();
                default -> LoopbackServer.EVERYBODY.identify(token, certificate);
              },
          null);

  private RawClient everybody;

  @BeforeEach
  void writeSomething() throws IOException {
    everybody = as("");
    assertTrue(everybody.ask(RawRequests.put(1, 1, new byte[] {7})).hasCommitted());
  }

  /** Checks that the refused requests had no effect. */
  @AfterEach
  void nothingHasChanged() throws IOException {
    Response read = everybody.ask(RawRequests.read(2, 1));
    assertEquals(ByteString.copyFrom(new byte[] {7}), read.getCommitted().getValues(0).getValue());
    everybody.close();
    server.close();
  }

  private RawClient as(String token) throws IOException {
    RawClient client = RawClient.silent(server.acceptor().address());
    client.send(RawClient.hello(token));
    return client;
  }

  private static void assertForbidden(RawClient client, Request.Builder request)
      throws IOException {
    Response answer = client.ask(request);
    // The server refuses only the step. The transaction of the step is still open.
    Error error = answer.hasRefused() ? answer.getRefused() : answer.getRejected();
    assertEquals("FORBIDDEN", error.getCode(), request::toString);
  }

  private static Request.Builder call(long requestId, String procedure) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setCall(Call.newBuilder().setProcedure(procedure));
  }

  private static Request.Builder beginWithId(long requestId, long transaction) {
    return RawRequests.step(
        requestId,
        Step.newBuilder()
            .setTransaction(transaction)
            .setRead(Read.getDefaultInstance())
            .setOptions(Options.newBuilder().setId(ID)));
  }

  @Test
  void aReaderReads() throws IOException {
    try (RawClient reader = as("reader")) {
      assertTrue(reader.ask(RawRequests.read(1, 1)).hasCommitted());
      assertTrue(reader.ask(RawRequests.stepRead(2, 1, 1)).hasValues());
      assertTrue(
          reader
              .ask(
                  RawRequests.step(
                      3, Step.newBuilder().setTransaction(1).setCommit(Commit.newBuilder())))
              .hasCommitted());
    }
  }

  @Test
  void aReaderDoesNotWrite() throws IOException {
    try (RawClient reader = as("reader")) {
      assertForbidden(reader, RawRequests.put(1, 1, new byte[] {8}));
      assertForbidden(reader, RawRequests.add(2, 1, 1));
      assertForbidden(reader, call(3, "any"));
      // A status query is a write, because it may end the transaction with that id, and stores an
      // outcome.
      assertForbidden(reader, Request.newBuilder().setRequestId(4).setStatus(ID));
      assertForbidden(reader, beginWithId(5, 1));
      assertTrue(reader.ask(RawRequests.stepRead(6, 2, 1)).hasValues());
      assertForbidden(reader, RawRequests.stepCommit(7, 2, 1, new byte[] {8}));
      assertForbidden(reader, RawRequests.stepCommit(8, 3, 1, new byte[] {8}));
      // The transaction is still open, and may commit without writes.
      assertTrue(
          reader
              .ask(
                  RawRequests.step(
                      9, Step.newBuilder().setTransaction(2).setCommit(Commit.newBuilder())))
              .hasCommitted());
    }
  }

  @Test
  void anIdWithAOneShotIsAWrite() throws IOException {
    try (RawClient reader = as("reader")) {
      Request.Builder read = RawRequests.read(1, 1);
      read.getOneShotBuilder().setOptions(Options.newBuilder().setId(ID));
      assertForbidden(reader, read);
    }
  }

  @Test
  void tablesAndProceduresAreLimited() throws IOException {
    try (RawClient limited = as("limited");
        RawClient elsewhere = as("elsewhere")) {
      assertTrue(limited.ask(RawRequests.read(1, 1)).hasCommitted());
      assertTrue(limited.ask(RawRequests.put(2, 9, new byte[] {8})).hasCommitted());
      // The principal has the right to the procedure, but the procedure does not exist.
      assertEquals("UNKNOWN_PROCEDURE", limited.ask(call(3, "pay")).getRejected().getCode());
      assertForbidden(limited, call(4, "pays"));
      assertTrue(limited.ask(RawRequests.stepRead(5, 1, 1)).hasValues());

      assertForbidden(elsewhere, RawRequests.read(1, 1));
      assertForbidden(elsewhere, RawRequests.put(2, 1, new byte[] {8}));
      assertForbidden(elsewhere, RawRequests.add(3, 1, 1));
      Request.Builder conditional = RawRequests.put(4, 1, new byte[] {8});
      conditional
          .getOneShotBuilder()
          .setWrites(0, conditional.getOneShot().getWrites(0).toBuilder().setKey(inStock()))
          .addConditions(Condition.newBuilder().setKey(RawRequests.key(1)).setAbsent(true));
      assertForbidden(elsewhere, conditional);
      assertForbidden(elsewhere, call(5, "pay"));
      assertForbidden(elsewhere, RawRequests.stepRead(6, 1, 1));
      assertTrue(
          elsewhere
              .ask(step(7, 2, Step.newBuilder().setRead(Read.newBuilder().addKeys(inStock()))))
              .hasValues());
      assertForbidden(elsewhere, RawRequests.stepRead(8, 2, 1));
      assertForbidden(
          elsewhere,
          step(
              9,
              2,
              Step.newBuilder()
                  .setScan(Scan.newBuilder().setFrom(RawRequests.key(1)).setLimit(9))));
      assertForbidden(elsewhere, RawRequests.stepCommit(10, 2, 1, new byte[] {8}));
    }
  }

  private static Request.Builder step(long requestId, long transaction, Step.Builder what) {
    return RawRequests.step(requestId, what.setTransaction(transaction));
  }

  private static Key inStock() {
    return Key.newBuilder().setTable("stock").setNumber(1).build();
  }

  @Test
  void changedRightsApplyToOpenConnections() throws IOException {
    changing.set(new Principal("changing", Set.of(Role.WRITE)));
    try (RawClient client = as("changing");
        RawClient other = as("reader")) {
      assertTrue(client.ask(RawRequests.put(1, 9, new byte[] {8})).hasCommitted());
      assertTrue(client.ask(RawRequests.stepRead(2, 1, 9)).hasValues());
      changing.set(new Principal("changing", Set.of(Role.READ)));
      server.connections().checkCredentials();
      // The event loop applies the new rights before it writes this answer.
      assertTrue(client.ask(RawRequests.read(10, 9)).hasCommitted());
      assertForbidden(client, RawRequests.put(3, 9, new byte[] {8}));
      assertForbidden(client, RawRequests.stepCommit(4, 1, 9, new byte[] {8}));
      assertTrue(client.ask(RawRequests.read(5, 9)).hasCommitted());
      changing.set(new Principal("renamed", Set.of(Role.READ)));
      server.connections().checkCredentials();
      assertEquals("UNAUTHENTICATED", client.closing().getCode());
      assertTrue(client.ends());
      assertTrue(other.ask(RawRequests.read(1, 1)).hasCommitted());
    }
  }

  @Test
  void anAdministratorDoesNotSeeTheData() throws IOException {
    try (RawClient admin = as("admin")) {
      assertForbidden(admin, RawRequests.read(1, 1));
      assertForbidden(admin, RawRequests.stepRead(2, 1, 1));
      assertForbidden(admin, RawRequests.add(3, 1, 1));
      assertForbidden(admin, call(4, "any"));
    }
  }
}
