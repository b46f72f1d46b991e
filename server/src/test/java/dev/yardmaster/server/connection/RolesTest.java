package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a principal with the role READ cannot write by any message. */
@Timeout(60)
class RolesTest {

  private static final ByteString ID = OptionMessages.ofId(TransactionIds.ofThisMachine().next());

  private final LoopbackServer server =
      new LoopbackServer(
          Pipeline.start(PipelineConfig.builder().build()),
          new TestSettings().build(),
          (token, certificate) ->
              switch (token) {
                case "reader" -> new ClientIdentity("reader", List.of("read"), true, false);
                case "admin" -> new ClientIdentity("admin", List.of("admin"), false, false);
                default -> LoopbackServer.EVERYBODY;
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

  private static Request.Builder call(long requestId) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setCall(Call.newBuilder().setProcedure("any"));
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
      assertForbidden(reader, call(3));
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
  void anAdministratorDoesNotSeeTheData() throws IOException {
    try (RawClient admin = as("admin")) {
      assertForbidden(admin, RawRequests.read(1, 1));
      assertForbidden(admin, RawRequests.stepRead(2, 1, 1));
      assertForbidden(admin, RawRequests.add(3, 1, 1));
      assertForbidden(admin, call(4));
    }
  }
}
