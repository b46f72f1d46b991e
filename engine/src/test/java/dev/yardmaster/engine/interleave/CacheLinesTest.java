package dev.yardmaster.engine.interleave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.InteractivePace;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.Worker;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the virtual time that simulated workers pay for words that they share. */
class CacheLinesTest {

  /**
   * With these costs, only transfers of cache lines, atomic changes, copies of rows, and waits take
   * virtual time.
   */
  private static final SimulatedCosts WORDS_ALONE =
      new SimulatedCosts(0, 0, 0, 0, 0, 1_000, 0, 1, 0, 0, 1, 128, 0);

  private final Interleaver interleaver = new Interleaver(1, WORDS_ALONE, Long.MAX_VALUE);
  private final SimulatedWorker first = interleaver.add();
  private final SimulatedWorker second = interleaver.add();
  private final long[] words = new long[32];

  @Test
  void aLineThatNobodyChangedIsFree() {
    first.lines().read(words, 0);
    assertEquals(0, first.nowNs());
  }

  @Test
  void ownLinesCostAChangeButNoTransfer() {
    first.lines().change(words, 0);
    first.lines().change(words, 7);
    first.lines().read(words, 3);
    assertEquals(2, first.nowNs());
  }

  @Test
  void aReadPaysOnceForEachChangeByAnother() {
    first.lines().change(words, 0);
    second.lines().read(words, 8);
    assertEquals(0, second.nowNs());
    long onceNs = spent(second, () -> second.lines().read(words, 0));
    assertTrue(onceNs >= 500, "a transfer took " + onceNs + " ns");
    assertEquals(0, spent(second, () -> second.lines().read(words, 7)));
    first.lines().change(words, 0);
    assertTrue(spent(second, () -> second.lines().read(words, 0)) >= 500);
  }

  @Test
  void aChangePaysIfAnotherHasACopy() {
    first.lines().change(words, 0);
    second.lines().read(words, 0);
    assertTrue(spent(first, () -> first.lines().change(words, 0)) >= 500);
    assertEquals(1, spent(first, () -> first.lines().change(words, 0)));
    assertTrue(spent(second, () -> second.lines().change(words, 0)) >= 500);
  }

  @Test
  void aLineGoesToOneWorkerAtATime() {
    LineOwners owners = new LineOwners();
    var unused = owners.change(words, 0, 0);
    assertEquals(0, owners.occupy(words, 0, 100, 50));
    assertEquals(40, owners.occupy(words, 0, 110, 50));
    assertEquals(80, owners.occupy(words, 0, 120, 50));
    assertEquals(0, owners.occupy(words, 0, 300, 50));
  }

  @Test
  void linesAreKeptForManyWorkers() {
    LineOwners owners = new LineOwners();
    owners.workers(200);
    var unused = owners.change(words, 0, 199);
    assertTrue(owners.read(words, 0, 7));
    assertTrue(owners.read(words, 0, 71));
    assertFalse(owners.read(words, 0, 71));
    assertFalse(owners.read(words, 0, 199));
    assertTrue(owners.change(words, 0, 71));
    assertFalse(owners.change(words, 0, 71));
  }

  @Test
  void aCopyPaysBySize() {
    assertEquals(64, spent(first, () -> first.lines().copy(64)));
    assertEquals(128, spent(first, () -> first.lines().copy(128)));
  }

  /**
   * A wait must end when another worker changes one of the cache lines that the worker has read.
   */
  @ParameterizedTest
  @CsvSource({
    "7, false, 1050, 1150", // The line of the first read changes during the wait.
    "15, false, 1050, 1150", // The line of the second read changes.
    "16, false, 5000, 15000", // Another line changes.
    "7, true, 1550, 1650", // The line changes between the read and the wait.
  })
  void aChangeEndsAWait(int changed, boolean waitsLate, long leastNs, long mostNs) {
    SimulatedCosts costs = new SimulatedCosts(0, 0, 0, 0, 0, 0, 0, 10_000, 0, 100, 0, 0, 0);
    Interleaver run = new Interleaver(1, costs, Long.MAX_VALUE);
    SimulatedWorker waits = run.add();
    SimulatedWorker changes = run.add();
    long[] endedNs = new long[1];
    waits.runs(
        () -> {
          waits.lines().read(words, 0);
          waits.lines().read(words, 8);
          if (waitsLate) {
            waits.pass(1_500);
          }
          waits.await(0);
          endedNs[0] = waits.nowNs();
        });
    changes.runs(
        () -> {
          changes.pass(1_000);
          changes.lines().change(words, changed);
        });
    run.run();
    assertTrue(endedNs[0] >= leastNs, endedNs[0] + " ns");
    assertTrue(endedNs[0] <= mostNs, endedNs[0] + " ns");
  }

  /**
   * A change of a line must not end a worker's wait if the worker read the line only before its
   * previous wait.
   */
  @Test
  void everyWaitHasReadsOfItsOwn() {
    SimulatedCosts costs = new SimulatedCosts(0, 0, 0, 0, 0, 0, 0, 10_000, 0, 100, 0, 0, 0);
    Interleaver run = new Interleaver(1, costs, Long.MAX_VALUE);
    SimulatedWorker waits = run.add();
    SimulatedWorker changes = run.add();
    long[] tookNs = new long[1];
    waits.runs(
        () -> {
          waits.lines().read(words, 0);
          waits.lines().read(words, 8);
          waits.await(0);
          waits.lines().read(words, 8);
          tookNs[0] = spent(waits, () -> waits.await(0));
        });
    changes.runs(
        () -> {
          changes.pass(1_000);
          changes.lines().change(words, 8);
          changes.pass(1_000);
          changes.lines().change(words, 0);
        });
    run.run();
    assertTrue(tookNs[0] >= 5_000, tookNs[0] + " ns");
  }

  private static long spent(SimulatedWorker worker, Runnable action) {
    long beforeNs = worker.nowNs();
    action.run();
    return worker.nowNs() - beforeNs;
  }

  /**
   * Two workers update the same record in turn. Under every protocol, an update costs transfers if
   * the other worker made the last update; a repeated update by the same worker costs no transfers.
   */
  static List<String> protocols() {
    return Protocols.names();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolPaysForRecordsOfOthers(String protocol) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.ordered("table", columns.build()));
    Worker one = database.worker(0, first);
    Worker other = database.worker(1, second);
    one.loader().load(table, 1, Row.of(table.layout()));
    RecordLogic adds = transaction -> transaction.update(table, 1).addLong(number, 1);
    one.run(adds);
    long repeatedNs = spent(first, () -> one.run(adds));
    second.pass(first.nowNs() - second.nowNs());
    long takenNs = spent(second, () -> other.run(adds));
    second.pass(100_000);
    assertTrue(takenNs >= repeatedNs + 500, takenNs + " ns after " + repeatedNs + " ns");
    assertTrue(takenNs <= 20_000, takenNs + " ns");
    first.pass(second.nowNs() - first.nowNs());
    RecordLogic reads = transaction -> transaction.read(table, 1).getLong(number);
    assertTrue(spent(first, () -> one.run(reads)) >= 500, "a read after the other's change");
  }

  /**
   * A transaction with one access takes two delays on average: one for the access and one for the
   * commit.
   */
  @Test
  void anInteractiveClientAlsoWaitsForItsCommit() {
    SimulatedCosts costs =
        new SimulatedCosts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0).interactive(1_000);
    SimulatedWorker client = new Interleaver(1, costs, Long.MAX_VALUE).add();
    Database database = new Database(Protocols.named("silo", 1), 1);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.ordered("table", columns.build()));
    Worker worker = database.worker(0, client);
    worker.loader().load(table, 1, Row.of(table.layout()));
    long tookNs =
        spent(
            client,
            () -> {
              for (int i = 0; i < 100; i++) {
                worker.run(transaction -> transaction.update(table, 1).addLong(number, 1));
              }
            });
    assertEquals(200_000, (double) tookNs, 20_000);
  }

  @Test
  void aClientOnAThreadAlsoWaitsForItsCommit() {
    long[] nowNs = {0};
    InteractivePace pace = new InteractivePace(() -> nowNs[0] += 10, 1_000);
    pace.requestCommit();
    assertTrue(nowNs[0] >= 1_000, nowNs[0] + " ns");
  }
}
