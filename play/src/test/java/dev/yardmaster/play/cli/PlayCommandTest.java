package dev.yardmaster.play.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the command play on the three kinds of services, with a pipe or a file as its input. */
class PlayCommandTest {

  private static final String LOST_UPDATE =
      """
      # Both read the stock, and both write it.
      A: begin
      A: put stock 10
      A: commit
      A: begin
      B: begin
      A: add stock -1
      B: add stock -1
      B: commit
      A: commit
      show
      """;

  @TempDir private Path folder;

  private static void assertOneUpdate(CommandRun run) {
    assertEquals(0, run.exitCode(), run.out() + run.err());
    assertTrue(run.out().contains("! B changed stock, which A has read"), run.out());
    assertTrue(run.out().contains("ABORTED, cause "), run.out());
    assertTrue(run.out().contains("\nstock = 9  (version 2, by B)\n"), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "multi-version", "no-wait"})
  void anEngineAbortsOneOfTwoUpdates(String protocol) {
    assertOneUpdate(CommandRun.of(LOST_UPDATE, "play", "--engine", protocol));
  }

  @Test
  void anEngineNeedsNoProtocol() {
    assertOneUpdate(CommandRun.of(LOST_UPDATE, "play", "--engine"));
  }

  @Test
  void aServerAbortsOneOfTwoUpdatesAndKeepsTheOther() {
    ServerConfig config =
        ServerConfig.builder().set("listen", "127.0.0.1:0").set("admin.listen", "none").build();
    try (YardmasterServer server = YardmasterServer.start(config, List.of())) {
      String address = "127.0.0.1:" + server.address().getPort();
      assertOneUpdate(CommandRun.of(LOST_UPDATE, "play", "--server", address));
      try (YardmasterClient client = YardmasterClient.connect(ClientConfig.of(address))) {
        long stock = client.execute(reads -> reads.getLong(Key.of("play", "stock")));
        assertEquals(9, stock);
        client.execute(
            transaction -> {
              transaction.putLong(Key.of("play", "stock"), 5);
              return null;
            });
      }
      CommandRun later = CommandRun.of("show\nbatch x = 1", "play", "--server", address);
      assertTrue(later.out().contains("\nstock = 5\n"), later.out());
      assertTrue(later.out().contains("error: batch needs the pipeline"), later.out());
      assertEquals(1, later.exitCode());
    }
  }

  @Test
  void aFileIsAScriptAndEndsAtTheFirstError() throws IOException {
    Path script = Files.writeString(folder.resolve("lines"), "begin\nput x\nput x 1\n");
    CommandRun run = CommandRun.of("", "play", "--script", script.toString());
    assertEquals(1, run.exitCode());
    assertTrue(
        run.out().endsWith("error: Missing required parameter: 'VALUE' (help put)\n"), run.out());
    CommandRun missing = CommandRun.of("", "play", "--script", folder.resolve("no").toString());
    assertEquals(1, missing.exitCode());
    assertTrue(missing.err().contains("there is no file"), missing.err());
  }

  @Test
  void exitEndsTheScriptAndTheOpenTransaction() {
    CommandRun run = CommandRun.of("begin\nput x 1\nexit\nget x\n", "play");
    assertEquals(0, run.exitCode(), run.err());
    assertFalse(run.out().contains("get x"), run.out());
  }

  @Test
  void theTourShowsBothConflictsAndARepair() {
    CommandRun run = CommandRun.of("tour\nshow", "play");
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(2, run.out().lines().filter(line -> line.contains("ABORTED, cause ")).count());
    assertTrue(run.out().contains("repaired 1, restarts 0"), run.out());
    assertTrue(run.out().contains("tour/stock = 9  (version 2, by A)"), run.out());
    CommandRun open = CommandRun.of("B: begin\ntour", "play");
    assertEquals(1, open.exitCode());
    assertTrue(open.out().contains("error: B has an open transaction"), open.out());
  }

  @Test
  void theTourRunsUnderLocks() {
    CommandRun run = CommandRun.of("tour", "play", "--engine", "wound-wait");
    assertEquals(0, run.exitCode(), run.out());
    assertEquals(2, run.out().lines().filter(line -> line.contains("ABORTED, cause ")).count());
    assertFalse(run.out().contains("A BATCH"), run.out());
  }

  @Test
  void wrongUsageNamesTheChoices() {
    CommandRun protocol = CommandRun.of("", "play", "--engine", "si");
    assertEquals(2, protocol.exitCode());
    assertTrue(protocol.err().contains("'si' is not a protocol: silo, tictoc"), protocol.err());
    CommandRun both = CommandRun.of("", "play", "--engine", "silo", "--server", "127.0.0.1:1");
    assertEquals(2, both.exitCode());
    assertTrue(both.err().contains("exclude each other"), both.err());
    assertEquals(2, CommandRun.of("", "play", "--engine", "silo", "--no-repair").exitCode());
  }
}
