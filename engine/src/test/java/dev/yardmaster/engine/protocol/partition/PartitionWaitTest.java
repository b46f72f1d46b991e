package dev.yardmaster.engine.protocol.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.Worker;
import org.junit.jupiter.api.Test;

/** Workers give up the wait for a partition that another transaction has locked. */
class PartitionWaitTest {

  private static final int WORKERS = 3;

  private final Database database =
      new Database(new PartitionLocking(Partitioning.hashed(1)), WORKERS);
  private final Worker[] workers = new Worker[WORKERS];
  private final ScriptedPace[] paces = new ScriptedPace[WORKERS];
  private final Table table;
  private final LongColumn number;

  /** Adds 1 to the record, which it declares. */
  private final RecordLogic add =
      new RecordLogic() {
        @Override
        public void declare(KeyHints into) {
          into.write(table, 3);
        }

        @Override
        public void run(RecordTransaction transaction) {
          var row = transaction.update(table, 3);
          row.setLong(number, row.getLong(number) + 1);
        }
      };

  /** A pace that gives up, or else runs an action while it waits. */
  private static final class ScriptedPace implements Pace {
    Runnable whileWaiting;

    @Override
    public void access() {}

    @Override
    public void step() {}

    @Override
    public boolean givesUp() {
      return whileWaiting == null;
    }

    @Override
    public void await(int round) {
      Runnable once = whileWaiting;
      whileWaiting = null;
      once.run();
    }

    @Override
    public void restart(int restarts, boolean hasAge) {}

    @Override
    public long nowNs() {
      return 0;
    }
  }

  PartitionWaitTest() {
    RowLayout.Builder columns = RowLayout.columns();
    number = columns.number("number");
    table = database.create(TableDefinition.hashed("numbers", columns.build(), 8));
    for (int i = 0; i < WORKERS; i++) {
      paces[i] = new ScriptedPace();
      workers[i] = database.worker(i, paces[i]);
    }
    int unused = workers[0].run(transaction -> transaction.insert(table, 3));
  }

  private AttemptResult attempt(int worker) {
    workers[worker].begin();
    return workers[worker].attempt(add);
  }

  /** Runs an action in the logic of a transaction that has locked the partition. */
  private void whileLocked(int worker, Runnable action) {
    workers[worker].begin();
    assertEquals(
        AttemptResult.COMMITTED,
        workers[worker].attempt(
            new RecordLogic() {
              @Override
              public void declare(KeyHints into) {
                add.declare(into);
              }

              @Override
              public void run(RecordTransaction transaction) {
                add.run(transaction);
                action.run();
              }
            }));
  }

  private long sum() {
    long[] sum = {0};
    int unused = workers[0].run(transaction -> sum[0] = transaction.read(table, 3).getLong(number));
    return sum[0];
  }

  @Test
  void aWaitThatGivesUpConflictsAndItsTicketIsSkipped() {
    whileLocked(
        0,
        () -> {
          assertEquals(AttemptResult.CONFLICT, attempt(1));
          assertEquals(AttemptResult.CONFLICT, attempt(2));
        });
    assertEquals(AttemptResult.COMMITTED, attempt(0), "it skips both tickets");
    assertEquals(AttemptResult.COMMITTED, attempt(1));
    assertEquals(AttemptResult.COMMITTED, attempt(2));
    assertEquals(4, sum());
  }

  @Test
  void aWorkerTakesItsTicketBack() {
    PartitionLocks locks = new PartitionLocks(1);
    locks.leave(0, 5);
    assertFalse(locks.takeBack(0, 6));
    assertTrue(locks.takeBack(0, 5));
    assertFalse(locks.takeBack(0, 5), "only once");
    whileLocked(
        0,
        () -> {
          for (int i = 0; i < 1_000; i++) {
            assertEquals(AttemptResult.CONFLICT, attempt(1));
          }
        });
    assertEquals(AttemptResult.COMMITTED, attempt(1), "the turn of its only ticket");
    assertEquals(AttemptResult.COMMITTED, attempt(2));
    assertEquals(3, sum());
  }

  /**
   * Logic that declares nothing locks the partition only if no transaction holds the partition or
   * waits for it.
   */
  @Test
  void aLeftTicketKeepsNobodyFromALockWithoutAWait() {
    whileLocked(0, () -> assertEquals(AttemptResult.CONFLICT, attempt(1)));
    workers[2].begin();
    RecordLogic undeclared = transaction -> add.run(transaction);
    assertEquals(AttemptResult.COMMITTED, workers[2].attempt(undeclared));
    assertEquals(2, sum());
  }
}
