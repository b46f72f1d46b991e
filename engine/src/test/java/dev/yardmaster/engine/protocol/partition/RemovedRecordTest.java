package dev.yardmaster.engine.protocol.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import org.junit.jupiter.api.Test;

/**
 * A worker removes a deleted record from its index after another worker has found the record there,
 * and before the other worker locks the record's partition.
 */
class RemovedRecordTest {

  private final Database database = new Database(new PartitionLocking(Partitioning.hashed(1)), 2);
  private final Table table;
  private final LongColumn number;
  private final Worker remover = database.worker(0, new ThreadPace(System::nanoTime));
  private final RemovingPace pace = new RemovingPace();
  private final Worker finder = database.worker(1, pace);

  /** Before this worker locks a partition, lets the other worker remove records. */
  private final class RemovingPace implements Pace {
    boolean removes;

    @Override
    public void access() {}

    @Override
    public void step() {
      if (removes) {
        removes = false;
        remover.tidy();
      }
    }

    @Override
    public void await(int round) {
      throw new IllegalStateException("nobody has locked the partition: round=" + round);
    }

    @Override
    public void restart(int restarts, boolean hasAge) {}

    @Override
    public long nowNs() {
      return 0;
    }
  }

  RemovedRecordTest() {
    RowLayout.Builder columns = RowLayout.columns();
    number = columns.number("number");
    table = database.create(TableDefinition.hashed("numbers", columns.build(), 8));
    int unused = remover.run(transaction -> transaction.insert(table, 3).setLong(number, 1));
  }

  private void conflictsWithTheRemoval(RecordLogic logic) {
    int unused = remover.run(transaction -> assertTrue(transaction.delete(table, 3)));
    pace.removes = true;
    finder.begin();
    assertEquals(AttemptResult.CONFLICT, finder.attempt(logic));
    finder.again();
    assertEquals(AttemptResult.COMMITTED, finder.attempt(logic));
    assertFalse(pace.removes);
  }

  @Test
  void aReadConflicts() {
    conflictsWithTheRemoval(transaction -> assertNull(transaction.read(table, 3)));
  }

  @Test
  void aBlindWriteConflictsAndIsNotLost() {
    conflictsWithTheRemoval(transaction -> transaction.put(table, 3).setLong(number, 7));
    int unused =
        remover.run(transaction -> assertEquals(7, transaction.read(table, 3).getLong(number)));
  }
}
