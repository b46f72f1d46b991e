package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every transaction leaves two records with equal values. If a run sees different values in them,
 * it will be aborted, so its decision must never be returned.
 */
class DecisionTest {

  private static final int WORKERS = 6;
  private static final int TRANSACTIONS_EACH = InterleavedRun.EFFORT == 1 ? 20 : 40;
  private static final int SEEDS = InterleavedRun.EFFORT;
  private static final long END_NS = 100_000_000L;

  /**
   * What the logic does when the two records differ, or when it gets the exception of a conflict.
   */
  private enum Habit {
    ABORTS,
    THROWS,
    /**
     * Catches every exception, even that of a conflict, and continues although only half of its
     * work is done.
     */
    SWALLOWS
  }

  private static final LongColumn NUMBER;
  private static final RowLayout LAYOUT;

  static {
    RowLayout.Builder columns = RowLayout.columns();
    NUMBER = columns.number("number");
    LAYOUT = columns.build();
  }

  static List<Arguments> protocolsAndHabits() {
    return Protocols.names().stream()
        .flatMap(name -> Arrays.stream(Habit.values()).map(habit -> Arguments.of(name, habit)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("protocolsAndHabits")
  void nothingComesOfValuesThatDoNotHold(String protocol, Habit habit) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      run(protocol, habit, seed);
    }
  }

  private static void run(String protocol, Habit habit, int seed) {
    String name = protocol + ", " + habit + ", seed=" + seed;
    Database database = new Database(Protocols.named(protocol, WORKERS), WORKERS);
    Table table = database.create(TableDefinition.hashed("twins", LAYOUT, 2));
    Interleaver interleaver = new Interleaver(seed, SimulatedCosts.inMemory(), END_NS);
    Worker[] workers = new Worker[WORKERS];
    int[] committed = {0};
    for (int i = 0; i < WORKERS; i++) {
      SimulatedWorker simulated = interleaver.add();
      Worker worker = database.worker(i, simulated);
      workers[i] = worker;
      RecordLogic logic = transaction -> logic(transaction, table, habit);
      simulated.runs(
          () -> {
            for (int done = 0; done < TRANSACTIONS_EACH; done++) {
              var unused = worker.run(logic);
              committed[0] += worker.failure() == null ? 1 : 0;
            }
          });
    }
    Row zero = Row.of(LAYOUT);
    workers[0].loader().load(table, 0, zero);
    workers[0].loader().load(table, 1, zero);
    interleaver.run();

    long[] last = {-1, -1};
    var unused =
        workers[0].run(
            transaction -> {
              last[0] = transaction.read(table, 0).getLong(NUMBER);
              last[1] = transaction.read(table, 1).getLong(NUMBER);
            });
    assertEquals(WORKERS * TRANSACTIONS_EACH, committed[0], name);
    assertEquals(committed[0], last[0], name);
    assertEquals(committed[0], last[1], name);
    assertNotEquals(0, interleaver.switches(), name);
  }

  @Test
  void afterAConflictEveryCallFails() {
    Database database = new Database(Protocols.named("no-wait", 2), 2);
    Table table = database.create(TableDefinition.hashed("table", LAYOUT, 2));
    Worker one = database.worker(0, new ThreadPace(System::nanoTime));
    Worker other = database.worker(1, new ThreadPace(System::nanoTime));
    one.loader().load(table, 0, Row.of(LAYOUT));
    one.loader().load(table, 1, Row.of(LAYOUT));
    List<Class<?>> caught = new ArrayList<>();
    other.begin();
    one.run(
        transaction -> {
          transaction.update(table, 0).addLong(NUMBER, 1);
          assertEquals(
              AttemptResult.CONFLICT,
              other.attempt(
                  others -> {
                    // The first call finds a locked record and fails. The second record is not
                    // locked, but the second call must fail as well.
                    for (int key = 0; key < 2; key++) {
                      try {
                        others.update(table, key).addLong(NUMBER, 1);
                      } catch (RuntimeException e) {
                        caught.add(e.getClass());
                      }
                    }
                  }));
        });
    assertEquals(List.of(Conflict.class, Conflict.class), caught);
  }

  private static void logic(RecordTransaction transaction, Table table, Habit habit) {
    if (habit != Habit.SWALLOWS) {
      addToBoth(transaction, table, habit);
      return;
    }
    try {
      addToBoth(transaction, table, habit);
    } catch (RuntimeException e) {
      // This logic ignores the exception and continues.
    }
  }

  private static void addToBoth(RecordTransaction transaction, Table table, Habit habit) {
    long one = transaction.read(table, 0).getLong(NUMBER);
    long other = transaction.read(table, 1).getLong(NUMBER);
    if (one != other) {
      throw habit == Habit.ABORTS
          ? transaction.abort("they differ")
          : new IllegalStateException("they differ: " + one + ", " + other);
    }
    transaction.update(table, 0).addLong(NUMBER, 1);
    transaction.update(table, 1).addLong(NUMBER, 1);
  }
}
