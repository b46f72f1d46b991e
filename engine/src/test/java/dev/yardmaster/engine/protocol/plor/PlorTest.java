package dev.yardmaster.engine.protocol.plor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.BugSearch;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.ObservedAges;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what Plor promises beyond serializability, and that simulated runs find each planted bug.
 */
class PlorTest {

  private static final int SEEDS = 20;

  /** The number of transactions of each worker; the Maven profile slow triples it. */
  private static final int TRANSACTIONS_EACH = 40 * Math.min(3, InterleavedRun.EFFORT);

  /**
   * The virtual time at which a run fails, more than twice the time of the longest run without a
   * bug.
   */
  private static final long END_NS = 500_000L * TRANSACTIONS_EACH;

  @ParameterizedTest
  @EnumSource(PlorBug.class)
  void aPlantedBugIsFound(PlorBug bug) throws IOException {
    BugSearch.requireFound(
        bug,
        bug.firstSeed(),
        SEEDS,
        BugSearch.failing(
            seed ->
                InterleavedRun.of(planted(bug), seed, TRANSACTIONS_EACH, END_NS)
                    .requireGood("seed=" + seed)));
  }

  private static Plor planted(PlorBug bug) {
    PlorSettings settings = PlorSettings.DEFAULT.withOptimisticFirst(bug.optimisticFirst);
    return new Plor("plor", settings, InterleavedRun.WORKERS) {
      @Override
      PlorControl control(
          PlorSettings itsSettings, int workers, TransactionStates states, WorkerContext worker) {
        return bug.plant(itsSettings, workers, states, worker);
      }
    };
  }

  /**
   * While the logic runs, another transaction changes the record that the logic has read. Without
   * locks, the logic starts again; after a few attempts it locks the record.
   */
  @ParameterizedTest
  @CsvSource({"plor, true, 3", "plor-optimistic, true, 3", "plor-optimistic, false, 1"})
  void firstAttemptsMayHaveNoLocks(String name, boolean isReadOnly, int attemptsWithoutLocks) {
    Database database = new Database(Protocols.named(name, 2), 2);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.hashed("numbers", columns.build(), 1));
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    Worker other = database.worker(1, new ThreadPace(System::nanoTime));
    worker.loader().load(table, 1, Row.of(table.layout()));
    List<Long> seen = new ArrayList<>();
    RecordLogic logic =
        logic(
            isReadOnly,
            transaction -> {
              seen.add(transaction.read(table, 1).getLong(number));
              if (seen.size() <= attemptsWithoutLocks) {
                other.run(others -> others.update(table, 1).addLong(number, 1));
              }
            });
    assertEquals(attemptsWithoutLocks, worker.run(logic));
    assertEquals(LongStream.rangeClosed(0, attemptsWithoutLocks).boxed().toList(), seen);
  }

  /**
   * If {@code hot} is 0, all records are hot; if it is 1 or 2, only records over which transactions
   * have conflicted are hot.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void firstAttemptsThatLockHotRecordsAreSerializable(int hot) throws IOException {
    PlorSettings settings = PlorSettings.DEFAULT.withOptimisticFirst(true).withHot(hot);
    for (int seed = 1; seed <= 5 * InterleavedRun.EFFORT; seed++) {
      InterleavedRun.of(
              new Plor("plor-optimistic", settings, InterleavedRun.WORKERS),
              seed,
              TRANSACTIONS_EACH)
          .requireGood("hot=" + hot + ", seed=" + seed);
    }
  }

  /**
   * While the logic runs, a younger transaction changes the record that the logic has read. After
   * the first change, the logic starts again, and the record has become hot. At the second change,
   * the logic has already locked the record. The second change happens during the next attempt of
   * the same transaction, or during the first attempt of a later transaction.
   */
  @ParameterizedTest
  @CsvSource({"true, 1", "false, 1", "true, 0", "false, 0"})
  void aRecordBecomesHot(boolean isReadOnly, int lockedAttempt) {
    PlorSettings settings = PlorSettings.DEFAULT.withOptimisticFirst(true).withHot(1);
    Database database = new Database(new Plor("plor-optimistic", settings, 2), 2);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.hashed("numbers", columns.build(), 1));
    Worker worker = database.worker(0, new ThreadPace(() -> 0));
    Worker other =
        database.worker(
            1,
            new ThreadPace(() -> 0) {
              @Override
              public boolean givesUp() {
                return true; // This worker never waits for another transaction.
              }
            });
    worker.loader().load(table, 1, Row.of(table.layout()));
    List<AttemptResult> others = new ArrayList<>();
    List<Integer> whileAttempts = new ArrayList<>(List.of(0, lockedAttempt));
    RecordLogic logic =
        logic(
            isReadOnly,
            transaction -> {
              var unused = transaction.read(table, 1);
              if (whileAttempts.remove((Integer) worker.restarts())) {
                other.begin();
                others.add(other.attempt(another -> another.update(table, 1).addLong(number, 1)));
              }
            });
    assertEquals(1, worker.run(logic));
    assertEquals(0, worker.run(logic));
    assertEquals(List.of(AttemptResult.COMMITTED, AttemptResult.CONFLICT), others);
  }

  private static RecordLogic logic(boolean isReadOnly, Consumer<RecordTransaction> run) {
    return new RecordLogic() {
      @Override
      public boolean isReadOnly() {
        return isReadOnly;
      }

      @Override
      public void run(RecordTransaction transaction) {
        run.accept(transaction);
      }
    };
  }

  @ParameterizedTest
  @CsvSource({
    "plor, 0",
    "plor-dwa, 0",
    "plor-auto, 0",
    "plor-latched, 0",
    "plor-rt, 0",
    "wound-wait, 0",
    "plor-optimistic, 1",
  })
  void onlyOlderTransactionsAbortATransaction(String name, int unlocked) throws IOException {
    for (int seed = 1; seed <= 3 * InterleavedRun.EFFORT; seed++) {
      ObservedAges ages = new ObservedAges(Protocols.named(name, InterleavedRun.WORKERS), unlocked);
      InterleavedRun.of(ages.protocol(), seed, TRANSACTIONS_EACH, END_NS)
          .requireGood("seed=" + seed);
      assertTrue(ages.recordConflicts() > 0, "seed=" + seed);
      assertEquals(List.of(), ages.violations(), "seed=" + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plor", "wound-wait"})
  void onlyOlderTransactionsAbortASuspendedTransaction(String name) throws IOException {
    for (int seed = 1; seed <= 3 * InterleavedRun.EFFORT; seed++) {
      ObservedAges ages = new ObservedAges(Protocols.named(name, InterleavedRun.WORKERS), 0);
      InterleavedRun.ofSteps(ages.protocol(), seed, 30).requireGood("seed=" + seed);
      assertTrue(ages.recordConflicts() > 0, "seed=" + seed);
      assertEquals(List.of(), ages.violations(), "seed=" + seed);
    }
  }

  /** A commit that also wounds older readers is serializable, but it delays old transactions. */
  @Test
  void woundsOfOlderTransactionsAreFound() throws IOException {
    Plor unfair =
        new Plor("plor", PlorSettings.DEFAULT, InterleavedRun.WORKERS) {
          @Override
          PlorControl control(
              PlorSettings settings, int workers, TransactionStates states, WorkerContext worker) {
            return new PlorControl(settings, workers, states, worker) {
              @Override
              boolean blocks(long[] slab, int at, int reader) {
                long state = states.get(worker.words(), reader);
                return super.blocks(slab, at, reader)
                    && !(state >= 0 && states.wound(worker.words(), reader, state));
              }
            };
          }
        };
    ObservedAges ages = new ObservedAges(unfair, 0);
    InterleavedRun.of(ages.protocol(), 1, TRANSACTIONS_EACH, END_NS).requireGood("seed=1");
    assertNotEquals(List.of(), ages.violations());
  }

  @Test
  void aRestartWithAnotherAgeIsFound() {
    ObservedAges ages = new ObservedAges(Protocols.named("plor", 1), 0);
    Worker worker = new Database(ages.protocol(), 1).worker(0, new ThreadPace(System::nanoTime));
    Attempt attempt = new Attempt();
    attempt.first(7);
    ConcurrencyControl control = ages.protocol().control(worker.context());
    control.begin(attempt);
    control.abort();
    attempt.first(8);
    attempt.again();
    control.begin(attempt);
    assertEquals(List.of("a restart changed the age 7 to 8"), ages.violations());
  }
}
