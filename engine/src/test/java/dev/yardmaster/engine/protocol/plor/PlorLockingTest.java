package dev.yardmaster.engine.protocol.plor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.index.Observation;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests when Plor sets reader bits and write locks, and when a reader waits. */
class PlorLockingTest {

  private static final int RECORDS = 3;

  private Table table;
  private LongColumn number;
  private final PlorLock lock =
      new PlorLock(1, 0, 2, new TransactionStates(2), new SharedWords(null));

  private Database database(String protocol) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    RowLayout.Builder columns = RowLayout.columns();
    number = columns.number("number");
    table = database.create(TableDefinition.hashed("table", columns.build(), RECORDS));
    return database;
  }

  private void load(Worker worker) {
    for (int key = 0; key < RECORDS; key++) {
      worker.loader().load(table, key, Row.of(table.layout()));
    }
  }

  private int record(int key) {
    return table.index().find(key, null, new Observation());
  }

  private long[] slab(int key) {
    return table.records().slab(record(key));
  }

  private int at(int key) {
    return table.records().at(record(key));
  }

  private long word(int key) {
    return lock.word(slab(key), at(key));
  }

  private RecordLogic adds(int... keys) {
    return transaction -> {
      for (int key : keys) {
        transaction.update(table, key).addLong(number, 1);
      }
    };
  }

  /**
   * With delayed locks, an update locks at the commit. Transactions that run in steps have delayed
   * locks.
   */
  @ParameterizedTest
  @CsvSource({
    "plor, false, 0, true",
    "plor, true, 0, false",
    "plor-dwa, false, 0, false",
    "plor-dwa, true, 0, false",
    "plor-auto, false, 0, true",
    "plor-auto, false, 100000, false",
  })
  void anUpdateLocksAtOnceOrAtTheCommit(
      String protocol, boolean inSteps, long accessNs, boolean locksAtOnce) {
    Worker worker = database(protocol).worker(0, new ScriptedPace(0, accessNs));
    load(worker);
    worker.run(adds(0)); // Measures how long an access takes.
    List<Integer> writers = new ArrayList<>();
    RecordLogic logic =
        transaction -> {
          adds(0).run(transaction);
          writers.add(PlorLock.writer(word(0)));
        };
    if (inSteps) {
      worker.begin();
      worker.open();
      assertEquals(AttemptResult.SUSPENDED, worker.step(logic));
      assertEquals(AttemptResult.COMMITTED, worker.finish(transaction -> {}));
    } else {
      assertEquals(0, worker.run(logic));
    }
    writers.add(PlorLock.writer(word(0)));
    assertEquals(List.of(locksAtOnce ? 0 : -1, -1), writers);
  }

  /**
   * In this fixed order, two transactions with delayed locks cannot wait for each other in a cycle.
   */
  @Test
  void delayedLocksAreTakenInTheOrderOfTheRecords() {
    ScriptedPace pace = new ScriptedPace(0, 0);
    Worker worker = database("plor-dwa").worker(0, pace);
    load(worker);
    Set<Integer> locked = new LinkedHashSet<>();
    pace.atChange =
        (words, changed) -> {
          for (int key = 0; key < RECORDS; key++) {
            if (words == slab(key) && changed == at(key) + 1) {
              locked.add(record(key));
            }
          }
        };
    assertEquals(0, worker.run(adds(1, 2, 0)));
    assertEquals(
        IntStream.range(0, RECORDS).map(this::record).sorted().boxed().toList(),
        List.copyOf(locked));
  }

  /**
   * Lets a reader run after a younger writer has made the given number of steps with its exclusive
   * lock.
   */
  private List<AttemptResult> readsBeside(int steps, Runnable atWait) {
    Database database = database("plor");
    ScriptedPace readersPace = new ScriptedPace(0, 0);
    readersPace.atWait = atWait;
    Worker reader = database.worker(0, readersPace);
    ScriptedPace writersPace = new ScriptedPace(0, 0);
    Worker writer = database.worker(1, writersPace);
    load(reader);
    List<AttemptResult> results = new ArrayList<>();
    int[] exclusiveSteps = {0};
    writersPace.atStep =
        () -> {
          if (lock.excludes(word(0)) && ++exclusiveSteps[0] == steps) {
            reader.begin();
            results.add(
                reader.attempt(
                    transaction -> assertEquals(0, transaction.read(table, 0).getLong(number))));
          }
        };
    writer.begin();
    results.add(writer.attempt(adds(0)));
    return results;
  }

  /**
   * The writer has made its lock exclusive and will look for readers next. The older reader wounds
   * the writer, and need not wait until the writer has ended.
   */
  @Test
  void anOlderReaderDoesNotWaitForAWoundedWriter() {
    List<AttemptResult> results = readsBeside(1, () -> fail("a wait"));
    assertEquals(List.of(AttemptResult.COMMITTED, AttemptResult.CONFLICT), results);
  }

  /**
   * The writer is installing its write. The reader must wait, with its bit set, so that the next
   * writer waits for the reader.
   */
  @Test
  void aReaderThatWaitsForACommitHasItsBit() {
    List<Boolean> bits = new ArrayList<>();
    List<AttemptResult> results = readsBeside(2, () -> bits.add(lock.isReader(slab(0), at(0), 0)));
    assertEquals(List.of(true), bits);
    assertEquals(List.of(AttemptResult.CONFLICT, AttemptResult.COMMITTED), results);
    assertFalse(lock.isReader(slab(0), at(0), 0));
  }

  /**
   * After an older writer has seen a younger writer's lock, the younger writer commits and begins
   * its next transaction. This next transaction has no lock on the record, so it must not be
   * wounded.
   */
  @Test
  void onlyATransactionThatStillHasTheLockIsWounded() {
    Database database = database("plor");
    ScriptedPace olderPace = new ScriptedPace(0, 0);
    Worker older = database.worker(0, olderPace);
    ScriptedPace youngerPace = new ScriptedPace(0, 0);
    youngerPace.givesUp = false; // Otherwise a step could be aborted.
    Worker younger = database.worker(1, youngerPace);
    load(older);
    RecordLogic puts = transaction -> transaction.put(table, 0).setLong(number, 7);
    RecordLogic putsElsewhere = transaction -> transaction.put(table, 1).setLong(number, 7);
    List<AttemptResult> results = new ArrayList<>();
    younger.begin();
    younger.open();
    results.add(younger.step(puts));
    olderPace.atRead =
        (words, at) -> {
          if (words instanceof TransactionStates && results.size() == 1) {
            results.add(younger.finish(transaction -> {}));
            younger.begin();
            younger.open();
            results.add(younger.step(putsElsewhere));
          }
        };
    older.begin();
    var unused = older.attempt(puts);
    results.add(younger.finish(transaction -> {}));
    assertEquals(
        List.of(
            AttemptResult.SUSPENDED,
            AttemptResult.COMMITTED,
            AttemptResult.SUSPENDED,
            AttemptResult.COMMITTED),
        results);
  }
}
