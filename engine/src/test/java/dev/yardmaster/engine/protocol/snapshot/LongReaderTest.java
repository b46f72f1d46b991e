package dev.yardmaster.engine.protocol.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests which versions a long reader keeps. One thread uses all workers, so a transaction that runs
 * within the logic of the reader begins and ends while the reader is open.
 */
class LongReaderTest {

  private static final int ROWS = 1_000;

  /**
   * The number of updates. With so many versions, workers prune version chains and sweep the queue.
   */
  private static final int MANY = 5_000;

  /** A table whose rows have their keys as values at first. */
  private static final class Rows {
    final LongColumn value;
    final Table table;
    private final Worker[] workers = new Worker[4];

    Rows(String protocol) {
      Database database = new Database(Protocols.named(protocol, 4), 4);
      RowLayout.Builder columns = RowLayout.columns();
      value = columns.number("value");
      table = database.create(TableDefinition.ordered("rows", columns.build()));
      ThreadPace pace = new ThreadPace(System::nanoTime);
      for (int i = 0; i < workers.length; i++) {
        workers[i] = database.worker(i, pace, null, null);
      }
      for (long key = 0; key < ROWS; key++) {
        long added = key;
        run(0, transaction -> transaction.insert(table, added).setLong(value, added));
      }
    }

    AttemptResult attempt(int worker, RecordLogic logic) {
      workers[worker].begin();
      return workers[worker].attempt(logic);
    }

    void run(int worker, RecordLogic logic) {
      assertSame(AttemptResult.COMMITTED, attempt(worker, logic));
    }

    /** Commits updates of one row, one after the other. */
    void update(long key, int times) {
      for (int i = 0; i < times; i++) {
        run(
            1,
            transaction -> {
              var row = transaction.update(table, key);
              row.setLong(value, row.getLong(value) + ROWS);
            });
      }
    }

    long read(RecordTransaction transaction, long key) {
      return transaction.read(table, key).getLong(value);
    }

    /** Returns the number of slots that are used for old versions or wait to be reused. */
    int oldVersions() {
      return table.versions().taken() - table.versions().pooled();
    }
  }

  private static RecordLogic snapshot(Consumer<RecordTransaction> logic) {
    return new RecordLogic() {
      @Override
      public boolean isReadOnly() {
        return true;
      }

      @Override
      public Isolation isolation() {
        return Isolation.SNAPSHOT;
      }

      @Override
      public void run(RecordTransaction transaction) {
        logic.accept(transaction);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"si", "ssi", "ssn"})
  void aLongScanSeesOneMomentAndOldVersionsAreBounded(String protocol) {
    Rows rows = new Rows(protocol);
    long[] sum = new long[1];
    RecordLogic scan =
        snapshot(
            transaction ->
                transaction.scan(
                    rows.table,
                    0,
                    ROWS,
                    ROWS,
                    (key, rest, row) -> {
                      rows.update(ROWS - 1, 2 * MANY / ROWS);
                      rows.update(key, 1);
                      sum[0] += row.getLong(rows.value);
                      return true;
                    }));
    rows.run(0, scan);
    assertEquals((ROWS - 1) * ROWS / 2, sum[0]);
    // Each row was updated, so the scan needs one old version of each; the updates have made 2 *
    // MANY old versions.
    int most = ROWS + 4_000;
    assertTrue(rows.oldVersions() < most, () -> "old versions: " + rows.oldVersions());
  }

  @ParameterizedTest
  @ValueSource(strings = {"si", "ssi", "ssn"})
  void eachReaderKeepsItsOwnVersion(String protocol) {
    Rows rows = new Rows(protocol);
    rows.run(
        0,
        snapshot(
            first -> {
              rows.update(7, MANY);
              rows.run(
                  2,
                  snapshot(
                      second -> {
                        rows.update(7, MANY);
                        assertEquals(7 + MANY * ROWS, rows.read(second, 7));
                        rows.run(
                            3,
                            snapshot(
                                third -> assertEquals(7 + 2 * MANY * ROWS, rows.read(third, 7))));
                      }));
              rows.update(7, MANY);
              assertEquals(7, rows.read(first, 7));
            }));
    rows.run(2, last -> assertEquals(7 + 3 * MANY * ROWS, rows.read(last, 7)));
  }

  /**
   * A transaction that will be certified must find the first writer that has overwritten a row,
   * even behind many later ones.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ssi", "ssn"})
  void theFirstOverwriterOfALongReaderIsNotForgotten(String protocol) {
    requireFirstOverwriter(protocol, (rows, reader) -> assertEquals(1, rows.read(reader, 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssi", "ssn"})
  void theFirstOverwriterOfALongScanIsNotForgotten(String protocol) {
    requireFirstOverwriter(
        protocol,
        (rows, reader) ->
            assertEquals(2, reader.scan(rows.table, 0, 2, ROWS, (key, rest, row) -> true)));
  }

  private static void requireFirstOverwriter(
      String protocol, BiConsumer<Rows, RecordTransaction> readsRow1) {
    Rows rows = new Rows(protocol);
    assertSame(
        AttemptResult.CONFLICT,
        rows.attempt(
            0,
            transaction -> {
              readsRow1.accept(rows, transaction);
              rows.update(9, MANY); // Prunes chains.
              rows.update(1, 1);
              rows.run(
                  2,
                  between -> {
                    assertEquals(1 + ROWS, rows.read(between, 1));
                    assertEquals(2, rows.read(between, 2));
                    between.update(rows.table, 3).setLong(rows.value, 0);
                  });
              rows.update(1, 5);
              transaction.update(rows.table, 2).setLong(rows.value, 0);
            }));
  }
}
