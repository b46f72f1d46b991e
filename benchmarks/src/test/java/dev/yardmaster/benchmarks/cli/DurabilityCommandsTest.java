package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands torture and inspect. {@link DocumentedDataCommandsTest} runs soak. */
class DurabilityCommandsTest {

  @TempDir private Path folder;

  private final CommandRun commands = new CommandRun();

  private String directory(String name) {
    return folder.resolve(name).toString();
  }

  private void commit(String directory, int count) {
    PipelineConfig config =
        PipelineConfig.builder().durability(Durability.in(Path.of(directory))).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      for (int i = 0; i < count; i++) {
        Key key = Key.of("notes", i);
        pipeline.execute(
            transaction -> {
              transaction.putLong(key, 7);
              return null;
            });
      }
    }
  }

  @Test
  void whatIsKilledAgainAndAgainKeepsWhatItAcknowledged() {
    String data = directory("data");
    int exitCode =
        commands.execute("torture", "--kills", "2", "--customers", "5", "--data", data, "--keep");
    assertEquals(0, exitCode, commands::err);
    assertTrue(commands.out().contains("2 kills"), commands::out);
    assertTrue(
        commands.out().contains("No transaction was lost or committed twice"), commands::out);
    assertTrue(
        Pattern.compile("[1-9][0-9]* restores checked").matcher(commands.out()).find(),
        commands::out);
    assertTrue(Files.isDirectory(Path.of(data + "-copies", "archive")), commands::out);
    assertEquals(0, commands.execute("inspect", data), commands::err);
    assertTrue(commands.out().contains("log-"), commands::out);
  }

  @Test
  void tortureNeedsAnEmptyDirectory() {
    commit(directory("data"), 1);
    assertEquals(2, commands.execute("torture", "--kills", "1", "--data", directory("data")));
    assertTrue(commands.err().contains("not empty"), commands::err);
  }

  @Test
  void soakContinuesOnlyWhatACompleteRunHasKept() throws IOException {
    assertEquals(2, commands.execute("soak", "--continue"));
    assertTrue(commands.err().contains("--continue needs --data=DIR"), commands::err);
    assertEquals(2, commands.execute("soak", "--continue", "--data", directory("data")));
    assertTrue(commands.err().contains("not a directory that a complete run has kept"));

    Path balances = Path.of(directory("data") + "-copies", "balances.txt");
    Files.createDirectories(balances.getParent());
    Files.writeString(balances, "77\n5 -6\n7\n");
    assertEquals(2, commands.execute("soak", "--continue", "--data", directory("data")));
    assertTrue(commands.err().contains("not two balances: '7'"), commands::err);
    Files.writeString(balances, "77\n5 -6\n7 8\n");
    assertEquals(2, commands.execute("soak", "--continue", "--data", directory("data")));
    assertTrue(commands.err().contains("--customers=500: the bank in "), commands::err);
  }

  @Test
  void inspectShowsFilesAndRecords() {
    String data = directory("data");
    commit(data, 3);
    commit(data, 2);
    assertEquals(0, commands.execute("inspect", data), commands::err);
    assertTrue(commands.out().contains("log-0000000002"), commands::out);
    assertTrue(
        commands.out().contains("A service would start with this directory."), commands::out);
    assertFalse(commands.out().contains("notes/1"), commands::out);
    assertEquals(0, commands.execute("inspect", data, "--records"));
    assertTrue(commands.out().contains("notes/1 = 0x"), commands::out);
  }

  @Test
  void inspectShowsTheDefinitionsOfTypedTables() {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn unused = columns.number("balance");
    BytesColumn unusedOwner = columns.bytes("owner", 40);
    RowLayout layout = columns.build();
    Database.open(
            folder.resolve("data"),
            workers -> Protocols.named("silo", workers),
            1,
            LogSettings.sync(),
            database -> database.create(TableDefinition.hashed("accounts", layout, 100)))
        .close();
    assertEquals(0, commands.execute("inspect", directory("data")), commands::err);
    for (String line :
        List.of(
            "The directory has typed tables:",
            "accounts",
            "keys: numbers",
            "order: hashed",
            "column 0: number balance",
            "column 1: bytes(40) owner",
            "A database, or an engine, with these tables would start with this directory.")) {
      assertTrue(commands.out().contains(line), commands::out);
    }
  }

  @Test
  void inspectSaysWhereTheDamageIs() throws IOException {
    String data = directory("data");
    commit(data, 3);
    commit(data, 1);
    Path log = Path.of(data, "log-0000000001");
    byte[] bytes = Files.readAllBytes(log);
    bytes[4096 + 50] ^= 1;
    Files.write(log, bytes);
    assertEquals(1, commands.execute("inspect", data));
    assertTrue(commands.out().contains("DAMAGED"), commands::out);
    assertTrue(commands.out().contains("(position 4,096)"), commands::out);
  }

  @Test
  void inspectNeedsADirectoryThatNobodyWorksIn() {
    String data = directory("data");
    assertEquals(2, commands.execute("inspect", data));
    assertTrue(commands.err().contains("there is no directory"), commands::err);
    PipelineConfig config =
        PipelineConfig.builder().durability(Durability.in(Path.of(data))).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      assertTrue(pipeline.counters().committed() == 0);
      assertEquals(1, commands.execute("inspect", data));
      assertTrue(commands.err().contains("DIRECTORY_IN_USE"), commands::err);
    }
  }
}
