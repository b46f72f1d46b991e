package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.audit.AuditLog;
import dev.yardmaster.server.config.value.AuditedEvents;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the audit log records all actions of clients. */
@Timeout(60)
class AuditTest {

  private static final long KEY = 987_654_321;
  private static final byte[] SECRET = "a secret value".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  /** Executes one action of each kind. */
  private interface Clients {
    void act(LoopbackServer server) throws IOException;
  }

  private List<String> linesOf(AuditedEvents events) throws IOException {
    return linesOf(events, AuditTest::act);
  }

  private List<String> linesOf(AuditedEvents events, Clients clients) throws IOException {
    Path file = folder.resolve("audit.jsonl");
    try (AuditLog log = AuditLog.open(file, events, () -> 0);
        LoopbackServer server =
            new LoopbackServer(
                Pipeline.start(PipelineConfig.builder().build()),
                new TestSettings().build(),
                (token, certificate) ->
                    () -> Principal.of(token, Set.of(Role.WRITE), "accounts", "pay"),
                null)) {
      server.connections().auditIn(log);
      clients.act(server);
      Await.until(() -> server.connections().connections() == 0, () -> "the client stays");
    }
    List<String> lines = Files.readAllLines(file);
    List<String> summaries = new ArrayList<>();
    for (String line : lines) {
      JsonNode event = new ObjectMapper().readTree(line);
      assertEquals("orders", event.get("principal").asText(), line);
      assertTrue(event.get("remote").asText().startsWith("/127.0.0.1:"), line);
      assertFalse(line.contains("secret"), line);
      assertFalse(line.contains(String.valueOf(KEY)), line);
      assertEquals(event.get("what").asText().equals("status"), line.contains("\"id\""), line);
      summaries.add(summary(event));
    }
    return summaries;
  }

  private static String summary(JsonNode event) {
    StringBuilder text = new StringBuilder(event.get("what").asText());
    for (String field : List.of("procedure", "reads", "writes", "outcome", "code")) {
      if (event.has(field)) {
        JsonNode value = event.get(field);
        text.append(' ').append(value.isTextual() ? value.asText() : field + value);
      }
    }
    return text.toString();
  }

  private static RawClient client(LoopbackServer server) throws IOException {
    RawClient client = RawClient.silent(server.acceptor().address());
    client.send(RawClient.hello("orders"));
    return client;
  }

  private static void act(LoopbackServer server) throws IOException {
    try (RawClient client = client(server)) {
      client.ask(RawRequests.put(1, KEY, SECRET));
      client.ask(RawRequests.read(2, KEY));
      client.ask(RawRequests.stepRead(3, 1, KEY));
      client.ask(RawRequests.stepCommit(4, 1, KEY, SECRET));
      client.ask(RawRequests.stepRead(5, 2, KEY));
      client.ask(RawRequests.step(6, Step.newBuilder().setTransaction(2).setAbandon(true)));
      client.ask(call(7, "pay"));
      client.ask(call(8, "steal"));
      client.ask(
          Request.newBuilder()
              .setRequestId(9)
              .setStatus(OptionMessages.ofId(TransactionIds.ofThisMachine().next())));
      Request.Builder elsewhere = RawRequests.put(10, KEY, SECRET);
      elsewhere.getOneShotBuilder().getWritesBuilder(0).getKeyBuilder().setTable("stock");
      client.ask(elsewhere);
    }
  }

  private static Request.Builder call(long requestId, String procedure) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setCall(
            Call.newBuilder().setProcedure(procedure).setOptions(Options.getDefaultInstance()));
  }

  @Test
  void everything() throws IOException {
    assertEquals(
        List.of(
            "connected",
            "one-shot writes{\"accounts\":1} committed",
            "one-shot reads{\"accounts\":1} committed",
            "interactive reads{\"accounts\":1} writes{\"accounts\":1} committed",
            "interactive reads{\"accounts\":1} rejected INTERRUPTED",
            "call pay rejected UNKNOWN_PROCEDURE",
            "call steal refused FORBIDDEN",
            "status rejected ID_ABORTED",
            "one-shot writes{\"stock\":1} refused FORBIDDEN",
            "disconnected"),
        linesOf(AuditedEvents.ALL));
  }

  @Test
  void whatMayWrite() throws IOException {
    assertEquals(
        List.of(
            "connected",
            "one-shot writes{\"accounts\":1} committed",
            "interactive reads{\"accounts\":1} writes{\"accounts\":1} committed",
            "call pay rejected UNKNOWN_PROCEDURE",
            "call steal refused FORBIDDEN",
            "status rejected ID_ABORTED",
            "one-shot writes{\"stock\":1} refused FORBIDDEN",
            "disconnected"),
        linesOf(AuditedEvents.WRITES));
  }

  /** Another client's write makes the transaction run again; its client then repeats the read. */
  @Test
  void aRestartedTransactionHasTheKeysOfItsLastRun() throws IOException {
    List<String> summaries =
        linesOf(
            AuditedEvents.WRITES,
            server -> {
              try (RawClient client = client(server)) {
                client.ask(RawRequests.stepRead(1, 1, KEY));
                client.ask(RawRequests.stepRead(2, 1, KEY + 1));
                client.ask(RawRequests.put(3, KEY, SECRET));
                assertTrue(client.ask(RawRequests.stepCommit(4, 1, KEY, SECRET)).hasRestart());
                client.ask(RawRequests.stepRead(5, 1, KEY));
                assertTrue(client.ask(RawRequests.stepCommit(6, 1, KEY, SECRET)).hasCommitted());
              }
            });
    assertEquals(
        "interactive reads{\"accounts\":1} writes{\"accounts\":1} committed", summaries.get(2));
  }

  @Test
  void refusals() throws IOException {
    assertEquals(
        List.of("call steal refused FORBIDDEN", "one-shot writes{\"stock\":1} refused FORBIDDEN"),
        linesOf(AuditedEvents.REFUSALS));
  }
}
