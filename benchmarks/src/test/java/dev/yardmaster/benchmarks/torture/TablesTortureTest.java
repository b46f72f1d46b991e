package dev.yardmaster.benchmarks.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.tpcc.TpccLedger;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.durable.LogParts;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.TortureFailure;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.format.StoredWrite;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the torture test for typed tables for a short time, and checks that it finds planted faults.
 */
@Timeout(300)
class TablesTortureTest {

  private static final long SEED = 1;

  @TempDir private Path folder;

  private TablesTorture.Totals run(String protocol, int kills, Consumer<Path> afterKill)
      throws IOException, InterruptedException {
    try (TablesTorture torture =
        new TablesTorture(
            new TablesTorture.Plan(folder.resolve("data"), protocol, 3, SEED),
            new ErrorFiles(folder.resolve("errors")),
            SystemNanoClock.INSTANCE,
            afterKill,
            totals -> {})) {
      return torture.run(kills);
    }
  }

  @Test
  void acknowledgedTransactionsSurviveKills() throws IOException, InterruptedException {
    TablesTorture.Totals totals = run("ssn", 3, killed -> {});
    assertEquals(3, totals.kills());
    assertTrue(totals.acknowledged() > 0, totals::toString);
  }

  /**
   * The test makes the second half of the log look as if it had not been on disk before the
   * acknowledgements.
   */
  @Test
  void acknowledgementsBeforeTheForceAreFound() {
    TortureFailure found =
        assertThrows(TortureFailure.class, () -> run("silo", 3, TablesTortureTest::cutOff));
    assertTrue(found.getMessage().contains("were acknowledged"), found::getMessage);
  }

  private static void cutOff(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      Path last =
          files
              .filter(file -> file.getFileName().toString().matches("log-\\d+"))
              .sorted()
              .reduce((one, other) -> other)
              .orElseThrow();
      try (RandomAccessFile file = new RandomAccessFile(last.toFile(), "rw")) {
        file.setLength(file.length() / 2);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Opens the tables without checkpoints, so that all transactions are replayed when the database
   * is opened the next time.
   */
  private static Database open(Path directory, LogParts parts, TpccLedger[] tables) {
    return TorturedTables.open(directory, "silo", 1, SEED, LogSettings.sync(), parts, tables);
  }

  /**
   * Runs transactions, reopens the database with a planted bug, and returns the consistency
   * conditions that are then broken.
   */
  private List<String> brokenAfter(Predicate<StoredWrite> lost) {
    Path directory = folder.resolve("data");
    TpccLedger[] tables = new TpccLedger[1];
    try (Database database = open(directory, new LogParts(), tables)) {
      Worker worker = TorturedTables.worker(database, 0);
      tables[0].load(worker);
      TpccLedger.Client client = tables[0].client(0, worker);
      for (int i = 0; i < 200; i++) {
        var unused = client.run();
      }
      assertTrue(client.writes() > 100, "writes=" + client.writes());
      assertEquals(List.of(), tables[0].broken(TorturedTables.worker(database, 1)));
    }
    LogParts planted =
        new LogParts() {
          @Override
          public Recovery.Sink recovering(Recovery.Sink into) {
            return (write, version) -> {
              if (!lost.test(write)) {
                into.entry(write, version);
              }
            };
          }
        };
    try (Database database = open(directory, planted, tables)) {
      return tables[0].broken(TorturedTables.worker(database, 0));
    }
  }

  @Test
  void aStartWithoutABugFindsNothingBroken() {
    assertEquals(List.of(), brokenAfter(write -> false));
  }

  @Test
  void deletedRowsThatComeBackAreFound() {
    List<String> broken = brokenAfter(StoredWrite::isDeletion);
    assertTrue(broken.toString().contains("condition"), broken::toString);
  }

  /** The row of one payment has survived without its row in HISTORY. */
  @Test
  void aTransactionInPartsIsFound() {
    boolean[] isOver = new boolean[1];
    List<String> broken =
        brokenAfter(
            write -> {
              boolean lost =
                  !isOver[0] && write.table().equals("history") && write.number() >= 1L << 48;
              isOver[0] |= lost;
              return lost;
            });
    assertTrue(broken.toString().contains("the number of payments"), broken::toString);
  }
}
