package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * While a transaction runs, another transaction changes an index node that the first one has read.
 * The first transaction must abort only if the change affects keys that it has read. The table has
 * the even keys from 10 to 28.
 */
class ChangedNodeTest {

  private final RowLayout.Builder columns = RowLayout.columns();
  private final LongColumn number = columns.number("number");
  private final InterruptedPace pace = new InterruptedPace();
  private Table table;
  private Worker worker;
  private Worker other;

  private void create(String protocol) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    table = database.create(TableDefinition.ordered("numbers", columns.build()));
    worker = database.worker(0, pace);
    other = database.worker(1, new ThreadPace(() -> 0));
    worker.run(
        transaction -> {
          for (int key = 10; key < 30; key += 2) {
            transaction.insert(table, key).setLong(number, key);
          }
        });
  }

  /** A pace that runs an action when its worker examines an item at the commit. */
  private static final class InterruptedPace extends ThreadPace {
    private int examinations;
    private Runnable action;

    InterruptedPace() {
      super(() -> 0);
    }

    /** Runs an action before the given later examination; 1 is the next one. */
    void interrupt(int examination, Runnable itsAction) {
      examinations = examination;
      action = itsAction;
    }

    @Override
    public void examine(int count) {
      examinations--;
      if (examinations == 0) {
        action.run();
      }
    }
  }

  /**
   * Runs a transaction with the reads and, before it commits, a transaction of the other worker;
   * returns the number of restarts.
   */
  private int restarts(Consumer<RecordTransaction> reads, Runnable others) {
    boolean[] done = new boolean[1];
    return worker.run(
        transaction -> {
          reads.accept(transaction);
          if (!done[0]) {
            done[0] = true;
            others.run();
          }
          transaction.put(table, 100).setLong(number, 1);
        });
  }

  private Runnable inserting(long key) {
    return () -> other.run(transaction -> transaction.insert(table, key).setLong(number, key));
  }

  private Consumer<RecordTransaction> scanning(long from, long to, int limit, boolean backward) {
    return transaction ->
        transaction.scan(table, from, null, to, null, limit, backward, (key, rest, row) -> true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "no-wait", "wait-die", "wound-wait", "plor", "plor-dwa"})
  void onlyAKeyThatWasReadIsAConflict(String protocol) {
    create(protocol);
    assertEquals(0, restarts(scanning(10, 20, 9, false), inserting(21)), "behind the range");
    assertEquals(0, restarts(scanning(10, 20, 9, false), inserting(9)), "before the range");
    assertEquals(1, restarts(scanning(10, 20, 9, false), inserting(19)), "at the end");
    assertEquals(1, restarts(scanning(10, 20, 9, false), inserting(11)), "at the beginning");
    assertEquals(0, restarts(scanning(10, 40, 2, false), inserting(13)), "behind the last row");
    assertEquals(1, restarts(scanning(1, 40, 2, false), inserting(5)), "before the first row");
    assertEquals(0, restarts(scanning(10, 30, 2, true), inserting(25)), "below the last row");
    assertEquals(1, restarts(scanning(10, 30, 2, true), inserting(27)), "between two rows");
    assertEquals(1, restarts(scanning(10, 30, 1, true), inserting(29)), "above the first row");
    assertEquals(0, restarts(t -> t.read(table, 31), inserting(33)), "another key");
    assertEquals(1, restarts(t -> t.read(table, 31), inserting(31)), "the key");
  }

  /**
   * Under these protocols, reads must be valid as of a timestamp that is drawn before the check. A
   * key that is missing at the check may have had a record as of the timestamp.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rocc", "gwv", "lrv", "tictoc"})
  void everyChangeOfANodeIsAConflictAsOfATimestamp(String protocol) {
    create(protocol);
    assertEquals(1, restarts(t -> t.read(table, 31), inserting(33)));
    assertEquals(0, restarts(t -> t.read(table, 20), inserting(35)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "wound-wait", "plor"})
  void aNodeThatWasSplitIsReadInAllItsParts(String protocol) {
    create(protocol);
    Runnable many =
        () ->
            other.run(
                transaction -> {
                  for (int key = 1_000; key < 2_000; key++) {
                    transaction.insert(table, key).setLong(number, key);
                  }
                });
    assertEquals(0, restarts(scanning(10, 1_000, 99, false), many));
    assertEquals(0, restarts(scanning(10, 1_000, 99, true), inserting(2_001)));
    assertEquals(1, restarts(scanning(10, 5_000, 5_000, false), inserting(2_002)));
    assertEquals(1, restarts(scanning(10, 5_000, 5_000, true), inserting(999)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "wound-wait", "plor"})
  void ownInsertionsAreNoConflict(String protocol) {
    create(protocol);
    Consumer<RecordTransaction> reads =
        transaction -> {
          scanning(10, 20, 9, false).accept(transaction);
          transaction.read(table, 15);
          transaction.insert(table, 15).setLong(number, 15);
          transaction.insert(table, 9).setLong(number, 9);
        };
    assertEquals(0, restarts(reads, inserting(21)));
    assertEquals(
        1,
        restarts(
            transaction -> {
              scanning(10, 20, 9, false).accept(transaction);
              transaction.insert(table, 17).setLong(number, 17);
            },
            inserting(11)));
  }

  /**
   * Because of the first change, the commit repeats its two reads. The second change happens before
   * the first repeated read, or between the two.
   */
  @ParameterizedTest
  @ValueSource(strings = {"silo", "no-wait", "wait-die", "wound-wait", "plor", "plor-dwa"})
  void aChangeBetweenTwoRepeatedReadsIsAConflict(String protocol) {
    create(protocol);
    Consumer<RecordTransaction> reads =
        transaction -> {
          scanning(10, 20, 9, false).accept(transaction);
          transaction.read(table, 41);
        };
    for (int examination = 1; examination <= 2; examination++) {
      int at = examination;
      long key = 10 + 2L * examination + 1;
      Runnable others =
          () -> {
            inserting(100 + key).run();
            pace.interrupt(at, inserting(key));
          };
      assertEquals(1, restarts(reads, others), "examination=" + at);
    }
  }

  /** If a record is inserted and removed again, only the node's version shows it. */
  @ParameterizedTest
  @ValueSource(strings = {"silo", "wound-wait", "plor"})
  void aKeyThatIsMissingAgainIsNoConflict(String protocol) {
    create(protocol);
    Runnable comesAndGoes =
        () -> {
          inserting(31).run();
          other.run(transaction -> transaction.delete(table, 31));
          for (int i = 0; i < 5; i++) {
            other.tidy();
          }
        };
    // The reading worker is in an epoch, so the record is removed, but its slot is not reused.
    assertEquals(0, restarts(t -> t.read(table, 31), comesAndGoes));
    assertEquals(11, table.index().size());
  }
}
