package dev.yardmaster.server.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.value.AuditedEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AuditLogTest {

  private static final Instant NOW = Instant.parse("2026-11-23T20:15:30.250Z");

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("audit.jsonl");
  }

  private AuditLog open(AuditedEvents events) {
    return AuditLog.open(file, events, NOW::toEpochMilli);
  }

  private static AuditEvent event(String what) {
    return new AuditEvent(what, "orders", "/10.0.0.1:5000");
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  @Test
  void saysWhoDidWhatWhenAndWithWhichOutcome() throws IOException {
    try (AuditLog log = open(AuditedEvents.WRITES)) {
      AuditEvent written = event("one-shot").id("00ff");
      written.read("accounts");
      written.read("accounts");
      written.write("accounts");
      written.write("history");
      log.add(written.outcome(new Outcome.Committed<>(null, 7, 42, 0, null)));
      log.add(
          event("call")
              .procedure("pay")
              .outcome(new Outcome.Aborted<>(AbortCause.TIMEOUT, "the reason", 3, null)));
      log.add(
          new AuditEvent("connection", null, "/10.0.0.2:6000")
              .refused(new YardmasterException(ErrorCode.UNAUTHENTICATED, "the reason")));
    }
    assertEquals(
        List.of(
            json(
                """
                {"time": "2026-11-23T20:15:30.250Z", "what": "one-shot", "principal": "orders",
                 "remote": "/10.0.0.1:5000", "id": "00ff", "reads": {"accounts": 2},
                 "writes": {"accounts": 1, "history": 1}, "outcome": "committed", "version": 42}
                """),
            json(
                """
                {"time": "2026-11-23T20:15:30.250Z", "what": "call", "principal": "orders",
                 "remote": "/10.0.0.1:5000", "procedure": "pay", "outcome": "aborted",
                 "code": "TIMEOUT"}
                """),
            json(
                """
                {"time": "2026-11-23T20:15:30.250Z", "what": "connection",
                 "remote": "/10.0.0.2:6000", "outcome": "refused", "code": "UNAUTHENTICATED"}
                """)),
        lines(file));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void oneLineIsBounded() throws IOException {
    try (AuditLog log = open(AuditedEvents.ALL)) {
      AuditEvent event = event("one-shot").procedure("p".repeat(1_000_000));
      for (int i = 0; i < 10_000; i++) {
        event.write("t" + i + "x".repeat(1_000));
      }
      log.add(event);
    }
    JsonNode line = lines(file).get(0);
    assertEquals(128, line.get("procedure").asText().length());
    assertEquals(17, line.get("writes").size());
    assertEquals(10_000 - 16, line.get("writes").get("*").asInt());
  }

  @Test
  void hasTheEventsOfItsLevel() {
    try (AuditLog log = open(AuditedEvents.WRITES)) {
      assertTrue(log.has(AuditedEvents.REFUSALS));
      assertTrue(log.has(AuditedEvents.WRITES));
      assertFalse(log.has(AuditedEvents.ALL));
    }
  }

  @Test
  void appendsBehindATornLine() throws IOException {
    Files.writeString(file, "{\"what\":\"tor");
    try (AuditLog log = open(AuditedEvents.ALL)) {
      log.add(event("second"));
    }
    List<String> lines = Files.readAllLines(file);
    assertEquals("{\"what\":\"tor", lines.get(0));
    assertEquals("second", json(lines.get(1)).get("what").asText());
  }

  @Test
  void beginsANewFileWhenItsFileWasRenamed() throws IOException {
    Path rotated = folder.resolve("audit.1");
    try (AuditLog log = open(AuditedEvents.ALL)) {
      log.add(event("first"));
      awaitLines(file, 1);
      Files.move(file, rotated);
      log.add(event("second"));
      awaitLines(file, 1);
    }
    assertEquals("first", lines(rotated).get(0).get("what").asText());
    assertEquals("second", lines(file).get(0).get("what").asText());
  }

  private static void awaitLines(Path file, int count) throws IOException {
    while (!Files.exists(file) || Files.readAllLines(file).size() < count) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Deletes the folder, so that the log cannot begin a new file, and creates it again. */
  @Test
  void countsAndTellsLostEvents() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    file = inner.resolve("audit.jsonl");
    try (AuditLog log = open(AuditedEvents.ALL)) {
      assertTrue(log.warning().isEmpty());
      Files.delete(file);
      Files.delete(inner);
      log.add(event("first"));
      while (log.lost() == 0) {
        LockSupport.parkNanos(1_000_000);
      }
      String warning = log.warning().orElseThrow();
      assertTrue(warning.contains("audit.jsonl"), warning);
      Files.createDirectory(inner);
      // The log tries again even if no further event arrives.
      awaitLines(file, 1);
      while (log.warning().isPresent()) {
        LockSupport.parkNanos(1_000_000);
      }
      log.add(event("second"));
    }
    List<JsonNode> lines = lines(file);
    assertEquals("lost", lines.get(0).get("what").asText());
    assertEquals("1 events", lines.get(0).get("outcome").asText());
    assertEquals("second", lines.get(1).get("what").asText());
    assertEquals(2, lines.size());
  }

  /** No user can open a directory as a file, not even root. */
  @Test
  void refusesAFileThatCannotBeWritten() {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class, () -> AuditLog.open(folder, AuditedEvents.ALL, () -> 0));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertEquals(folder.toString(), refused.details().get("audit.file"));
  }
}
