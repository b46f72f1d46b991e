package dev.yardmaster.engine.protocol.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.protocol.WorkerContext;
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
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the rules by which scans are certified, one rule after the other. As in {@link
 * SnapshotRulesTest}, a transaction that runs inside the logic of another one begins and ends while
 * the other one is open.
 */
class CertifiedScansTest {

  /**
   * The table has rows with the even keys below this key. These rows fill several leaves of the
   * index.
   */
  private static final long END = 1_000;

  /** The key of a row outside all scanned leaves. */
  private static final long FAR = END - 2;

  private static final long DEADLINE_SECONDS = 60;

  /** A table of rows; all values are 0 at first. */
  private static final class Rows {
    final HistoryLog history = HistoryLog.inMemory();
    final LongColumn value;
    final Table table;
    final List<Worker> workers = new ArrayList<>();

    /**
     * Code that runs when a transaction of worker 0 is about to raise the stamp of a scanned leaf.
     */
    Runnable beforeRaise = () -> {};

    Rows(Certifier certifier) throws IOException {
      SnapshotIsolation protocol =
          new SnapshotIsolation(certifier, new TransactionTable(4), 4) {
            @Override
            CertifiedControl certified(Certifier by, TransactionTable in, WorkerContext worker) {
              return new CertifiedControl(by, in, worker) {
                @Override
                void raiseLeaf(Table of, IndexPage part, long stamp) {
                  if (worker.worker() == 0) {
                    beforeRaise.run();
                  }
                  super.raiseLeaf(of, part, stamp);
                }
              };
            }
          };
      Database database = new Database(protocol, 4);
      RowLayout.Builder columns = RowLayout.columns();
      value = columns.number("value");
      table = database.create(TableDefinition.ordered("rows", columns.build()));
      ThreadPace pace = new ThreadPace(System::nanoTime);
      for (int i = 0; i < 4; i++) {
        workers.add(database.worker(i, pace, null, history.recorder()));
      }
      run(
          0,
          transaction -> {
            for (long key = 0; key < END; key += 2) {
              set(transaction, key, 0);
            }
          });
    }

    AttemptResult attempt(int worker, RecordLogic logic) {
      workers.get(worker).begin();
      AttemptResult result = workers.get(worker).attempt(logic);
      assertNull(workers.get(worker).failure());
      return result;
    }

    void run(int worker, RecordLogic logic) {
      assertSame(AttemptResult.COMMITTED, attempt(worker, logic));
    }

    void set(RecordTransaction transaction, long key, long to) {
      Row row = transaction.update(table, key);
      (row == null ? transaction.insert(table, key) : row).setLong(value, to);
    }

    /**
     * Returns the number of scanned rows in the upper half of the result, and their sum in the
     * lower half.
     */
    long scan(RecordTransaction transaction, long from, long to, int limit, boolean backward) {
      long[] sum = new long[1];
      int rows =
          transaction.scan(
              table,
              from,
              null,
              to,
              null,
              limit,
              backward,
              (key, rest, row) -> {
                sum[0] += row.getLong(value);
                return true;
              });
      return ((long) rows << Integer.SIZE) + sum[0];
    }

    void scan(RecordTransaction transaction, long from, long to) {
      var unused = scan(transaction, from, to, Integer.MAX_VALUE, false);
    }

    void requireSerializable() throws IOException {
      history.close();
      assertEquals(
          List.of(),
          SerializabilityChecker.check(
                  history.bytes(), CheckOptions.defaults().with(Guarantee.STRICT))
              .anomalies());
    }
  }

  /**
   * Attempts a transaction that scans a range and then overwrites a row that a transaction inside
   * it has scanned.
   *
   * @param inner the logic of the transaction inside, which may or may not change something that
   *     the outer transaction has scanned
   */
  private static AttemptResult skew(
      Rows rows, long from, long to, int limit, boolean backward, RecordLogic inner) {
    return rows.attempt(
        0,
        transaction -> {
          var unused = rows.scan(transaction, from, to, limit, backward);
          rows.run(
              1,
              second -> {
                rows.scan(second, FAR, END);
                inner.run(second);
              });
          rows.set(transaction, FAR, 1);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aChangedAnInsertedAndADeletedRowAreNoticed(Certifier certifier) throws IOException {
    for (boolean backward : new boolean[] {false, true}) {
      Rows changed = new Rows(certifier);
      assertSame(
          AttemptResult.CONFLICT,
          skew(changed, 10, 400, 1_000, backward, second -> changed.set(second, 200, 1)));
      Rows inserted = new Rows(certifier);
      assertSame(
          AttemptResult.CONFLICT,
          skew(inserted, 10, 400, 1_000, backward, second -> inserted.set(second, 201, 1)));
      Rows deleted = new Rows(certifier);
      assertSame(
          AttemptResult.CONFLICT,
          skew(
              deleted,
              10,
              400,
              1_000,
              backward,
              second -> assertTrue(second.delete(deleted.table, 200))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheKeysUpToTheStopCount(Certifier certifier) throws IOException {
    // In a forward scan from 10, the last of 5 rows is 18. In a backward scan from 30, the last of
    // 5 rows is 20.
    requireStop(certifier, false, 18, 19);
    requireStop(certifier, true, 20, 19);
  }

  private static void requireStop(Certifier certifier, boolean backward, long last, long beyond)
      throws IOException {
    Rows atStop = new Rows(certifier);
    assertSame(
        AttemptResult.CONFLICT,
        skew(atStop, 10, 30, 5, backward, second -> atStop.set(second, last, 1)));
    Rows behind = new Rows(certifier);
    assertSame(
        AttemptResult.COMMITTED,
        skew(behind, 10, 30, 5, backward, second -> behind.set(second, beyond, 1)));
    behind.requireSerializable();
  }

  @ParameterizedTest
  @EnumSource
  void rowsOutsideOfTheRangeDoNotCount(Certifier certifier) throws IOException {
    for (long key : new long[] {8, 9, 400, 401}) {
      Rows rows = new Rows(certifier);
      assertSame(
          AttemptResult.COMMITTED,
          skew(rows, 10, 400, 1_000, false, second -> rows.set(second, key, 1)));
      rows.requireSerializable();
    }
  }

  /**
   * An insertion into a scanned range must not abort the scanning transaction if there is no
   * dangerous structure.
   */
  @ParameterizedTest
  @EnumSource
  void aScanCommitsBesideInsertionsAndDeletions(Certifier certifier) throws IOException {
    Rows rows = new Rows(certifier);
    rows.run(
        0,
        transaction -> {
          rows.scan(transaction, 10, 400);
          rows.run(1, second -> rows.set(second, 201, 1));
          rows.run(1, second -> assertTrue(second.delete(rows.table, 300)));
          rows.set(transaction, FAR, 1);
        });
    rows.requireSerializable();
  }

  @ParameterizedTest
  @EnumSource
  void aScanReadsTheRowsThatItsTransactionHasWritten(Certifier certifier) throws IOException {
    Rows rows = new Rows(certifier);
    rows.run(
        0,
        transaction -> {
          rows.scan(transaction, 10, 20);
          rows.set(transaction, 12, 5);
          rows.set(transaction, 13, 7);
          assertTrue(transaction.delete(rows.table, 14));
          assertEquals((5L << Integer.SIZE) + 12, rows.scan(transaction, 10, 20, 1_000, false));
          assertEquals((5L << Integer.SIZE) + 12, rows.scan(transaction, 10, 20, 1_000, true));
        });
    rows.requireSerializable();
  }

  /**
   * A pivot with an early successor inserts into a leaf after a committing scan has read the leaf
   * again, and before the scan raises the leaf's stamp. So the pivot does not find the stamp, and
   * the scan must notice the insertion.
   */
  @ParameterizedTest
  @EnumSource
  void anInsertionDuringTheCheckIsNoticed(Certifier certifier) throws Exception {
    Rows rows = new Rows(certifier);
    CountDownLatch hasRead = new CountDownLatch(1);
    CountDownLatch raises = new CountDownLatch(1);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<AttemptResult> pivot =
          executor.submit(
              () ->
                  rows.attempt(
                      1,
                      transaction -> {
                        rows.scan(transaction, FAR, END);
                        hasRead.countDown();
                        await(raises);
                        rows.set(transaction, 201, 1);
                      }));
      await(hasRead);
      rows.run(2, successor -> rows.set(successor, FAR, 1));
      rows.beforeRaise =
          () -> {
            raises.countDown();
            assertSame(AttemptResult.COMMITTED, result(pivot));
            rows.beforeRaise = () -> {};
          };
      AttemptResult scan =
          rows.attempt(
              0,
              transaction -> {
                rows.scan(transaction, 150, 250);
                assertEquals(1, transaction.read(rows.table, FAR).getLong(rows.value));
                rows.set(transaction, 600, 1);
              });
      assertSame(AttemptResult.CONFLICT, scan);
    } finally {
      executor.shutdownNow();
    }
    rows.requireSerializable();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AttemptResult result(Future<AttemptResult> future) {
    try {
      return future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
