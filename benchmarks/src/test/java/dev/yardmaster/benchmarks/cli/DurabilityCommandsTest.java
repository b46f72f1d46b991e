package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.cli.command.Environment;
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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the commands torture and inspect. {@link DocumentedDataCommandsTest} runs soak. */
class DurabilityCommandsTest {

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = YardmasterCommand.commandLine(Environment.system());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

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
    int exitCode = run("torture", "--kills", "2", "--customers", "5", "--data", data, "--keep");
    assertEquals(0, exitCode, err::toString);
    assertTrue(out.toString().contains("2 kills"), out::toString);
    assertTrue(
        out.toString().contains("No transaction was lost or committed twice"), out::toString);
    assertTrue(
        Pattern.compile("[1-9][0-9]* restores checked").matcher(out.toString()).find(),
        out::toString);
    assertTrue(Files.isDirectory(Path.of(data + "-copies", "archive")), out::toString);
    assertEquals(0, run("inspect", data), err::toString);
    assertTrue(out.toString().contains("log-"), out::toString);
  }

  @Test
  void tortureNeedsAnEmptyDirectory() {
    commit(directory("data"), 1);
    assertEquals(2, run("torture", "--kills", "1", "--data", directory("data")));
    assertTrue(err.toString().contains("not empty"), err::toString);
  }

  @Test
  void soakContinuesOnlyWhatACompleteRunHasKept() throws IOException {
    assertEquals(2, run("soak", "--continue"));
    assertTrue(err.toString().contains("--continue needs --data=DIR"), err::toString);
    assertEquals(2, run("soak", "--continue", "--data", directory("data")));
    assertTrue(err.toString().contains("not a directory that a complete run has kept"));

    Path balances = Path.of(directory("data") + "-copies", "balances.txt");
    Files.createDirectories(balances.getParent());
    Files.writeString(balances, "77\n5 -6\n7\n");
    assertEquals(2, run("soak", "--continue", "--data", directory("data")));
    assertTrue(err.toString().contains("not two balances: '7'"), err::toString);
    Files.writeString(balances, "77\n5 -6\n7 8\n");
    assertEquals(2, run("soak", "--continue", "--data", directory("data")));
    assertTrue(err.toString().contains("--customers=500: the bank in "), err::toString);
  }

  @Test
  void inspectShowsFilesAndRecords() {
    String data = directory("data");
    commit(data, 3);
    commit(data, 2);
    assertEquals(0, run("inspect", data), err::toString);
    assertTrue(out.toString().contains("log-0000000002"), out::toString);
    assertTrue(
        out.toString().contains("A service would start with this directory."), out::toString);
    assertFalse(out.toString().contains("notes/1"), out::toString);
    assertEquals(0, run("inspect", data, "--records"));
    assertTrue(out.toString().contains("notes/1 = 0x"), out::toString);
  }

  @Test
  void inspectShowsTheDefinitionsOfTypedTables() {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn unused = columns.number("balance");
    BytesColumn alsoUnused = columns.bytes("owner", 40);
    RowLayout layout = columns.build();
    Database.open(
            folder.resolve("data"),
            workers -> Protocols.named("silo", workers),
            1,
            LogSettings.sync(),
            database -> database.create(TableDefinition.hashed("accounts", layout, 100)))
        .close();
    assertEquals(0, run("inspect", directory("data")), err::toString);
    for (String line :
        List.of(
            "The directory has typed tables:",
            "accounts",
            "keys: numbers",
            "order: hashed",
            "column 0: number balance",
            "column 1: bytes(40) owner",
            "A database, or an engine, with these tables would start with this directory.")) {
      assertTrue(out.toString().contains(line), out::toString);
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
    assertEquals(1, run("inspect", data));
    assertTrue(out.toString().contains("DAMAGED"), out::toString);
    assertTrue(out.toString().contains("(position 4,096)"), out::toString);
  }

  @Test
  void inspectNeedsADirectoryThatNobodyWorksIn() {
    String data = directory("data");
    assertEquals(2, run("inspect", data));
    assertTrue(err.toString().contains("there is no directory"), err::toString);
    PipelineConfig config =
        PipelineConfig.builder().durability(Durability.in(Path.of(data))).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      assertTrue(pipeline.counters().committed() == 0);
      assertEquals(1, run("inspect", data));
      assertTrue(err.toString().contains("DIRECTORY_IN_USE"), err::toString);
    }
  }
}
