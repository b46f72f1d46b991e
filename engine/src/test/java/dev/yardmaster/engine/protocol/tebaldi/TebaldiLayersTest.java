package dev.yardmaster.engine.protocol.tebaldi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.TransactionGroup;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests what a transaction does in each layer while another transaction is in the middle of its
 * logic. The second worker gives up instead of waiting, because the same thread runs both workers.
 */
class TebaldiLayersTest {

  private static final boolean READS = true;
  private static final boolean WRITES = false;

  private final Database database = new Database(new Tebaldi(2), 2);
  private final RowLayout.Builder columns = RowLayout.columns();
  private final LongColumn number = columns.number("number");
  private final RowLayout layout = columns.build();
  private final Table first = database.create(TableDefinition.hashed("first", layout, 2));
  private final Table second = database.create(TableDefinition.hashed("second", layout, 2));
  private final TransactionGroup group =
      TransactionGroup.numbered(1).step(first).step(second).build();
  private final TransactionGroup other = TransactionGroup.numbered(2).step(first, second).build();
  private final Worker worker = database.worker(0, new ThreadPace(() -> 0));
  private final Worker nested =
      database.worker(
          1,
          new ThreadPace(() -> 0) {
            @Override
            public boolean givesUp() {
              return true;
            }
          });
  private final List<Long> seen = new ArrayList<>();

  @BeforeEach
  void load() {
    for (Table table : List.of(first, second)) {
      worker.loader().load(table, 1, Row.of(layout));
      worker.loader().load(table, 2, Row.of(layout));
    }
  }

  private static RecordLogic logic(
      TransactionGroup of, boolean readsOnly, Consumer<RecordTransaction> run) {
    return new RecordLogic() {
      @Override
      public TransactionGroup group() {
        return of;
      }

      @Override
      public boolean isReadOnly() {
        return readsOnly;
      }

      @Override
      public void run(RecordTransaction transaction) {
        run.accept(transaction);
      }
    };
  }

  private void add(RecordTransaction transaction, Table table) {
    transaction.update(table, 1).addLong(number, 1);
  }

  private void look(RecordTransaction transaction) {
    seen.add(transaction.read(first, 1).getLong(number));
  }

  private AttemptResult nested(TransactionGroup of, boolean readsOnly) {
    nested.begin();
    return nested.attempt(logic(of, readsOnly, this::look));
  }

  /**
   * Changes a record of the first step, enters the second step, and then runs an attempt of another
   * transaction.
   */
  private AttemptResult beside(TransactionGroup of, boolean readsOnly) {
    List<AttemptResult> results = new ArrayList<>();
    int restarts =
        worker.run(
            logic(
                group,
                WRITES,
                transaction -> {
                  add(transaction, first);
                  add(transaction, second);
                  results.add(nested(of, readsOnly));
                }));
    assertEquals(0, restarts);
    return results.get(0);
  }

  @Test
  void aSnapshotIsTheStateBeforeTheTransactionsThatRun() {
    assertEquals(AttemptResult.COMMITTED, beside(TransactionGroup.NONE, READS));
    assertEquals(AttemptResult.COMMITTED, nested(TransactionGroup.NONE, READS));
    assertEquals(List.of(0L, 1L), seen);
  }

  @Test
  void aTransactionWithoutAGroupConflictsWithAGroup() {
    assertEquals(AttemptResult.CONFLICT, beside(TransactionGroup.NONE, WRITES));
    assertEquals(List.of(), seen);
  }

  @Test
  void groupsConflict() {
    assertEquals(AttemptResult.CONFLICT, beside(other, WRITES));
    assertEquals(List.of(), seen);
  }

  /**
   * The second transaction of the group reads the change, but cannot commit before the first
   * transaction.
   */
  @Test
  void aFollowerReadsTheUncommittedRowAndWaits() {
    assertEquals(AttemptResult.CONFLICT, beside(group, WRITES));
    assertEquals(AttemptResult.COMMITTED, nested(group, WRITES));
    assertEquals(List.of(1L, 1L), seen);
  }

  @Test
  void aReaderOfTheSameGroupWaitsWhileTheStepLasts() {
    worker.run(
        logic(
            group,
            WRITES,
            transaction -> {
              add(transaction, first);
              assertEquals(AttemptResult.CONFLICT, nested(group, WRITES));
            }));
    assertEquals(List.of(), seen);
  }

  @Test
  void aDecisionToAbortTakesBackTheExposedRow() {
    worker.begin();
    AttemptResult result =
        worker.attempt(
            logic(
                group,
                WRITES,
                transaction -> {
                  add(transaction, first);
                  add(transaction, second);
                  throw transaction.abort("no");
                }));
    assertEquals(AttemptResult.FAILED, result);
    assertEquals(AttemptResult.COMMITTED, nested(group, WRITES));
    assertEquals(List.of(0L), seen);
  }

  /** The logic is correct, but its second attempt has no group. */
  @Test
  void logicThatGoesBackToAStepRestarts() {
    RecordLogic goesBack =
        logic(
            group,
            WRITES,
            transaction -> {
              add(transaction, first);
              add(transaction, second);
              add(transaction, first);
              assertEquals(2, transaction.read(first, 1).getLong(number));
            });
    assertEquals(1, worker.run(goesBack));
    assertEquals(AttemptResult.COMMITTED, nested(group, WRITES));
    assertEquals(List.of(2L), seen);
  }

  @Test
  void logicThatWritesAlthoughItDeclaresThatItReadsRestarts() {
    assertEquals(
        1, worker.run(logic(TransactionGroup.NONE, READS, transaction -> add(transaction, first))));
    assertEquals(AttemptResult.COMMITTED, nested(TransactionGroup.NONE, READS));
    assertEquals(List.of(1L), seen);
  }

  @Test
  void aRowOfAnEarlierStepCannotBeChanged() {
    worker.begin();
    AttemptResult result =
        worker.attempt(
            logic(
                group,
                WRITES,
                transaction -> {
                  Row row = transaction.update(first, 1);
                  add(transaction, second);
                  row.setLong(number, 7);
                }));
    assertEquals(AttemptResult.FAILED, result);
    assertInstanceOf(IllegalStateException.class, worker.failure());
    assertEquals(AttemptResult.COMMITTED, nested(group, WRITES));
    assertEquals(List.of(0L), seen);
  }

  @Test
  void aGroupHasANumberAndEachTableOneStep() {
    assertThrows(IllegalArgumentException.class, () -> TransactionGroup.numbered(0));
    assertThrows(IllegalArgumentException.class, () -> TransactionGroup.numbered(256));
    assertThrows(
        IllegalArgumentException.class,
        () -> TransactionGroup.numbered(1).step(first).step(second, first));
    assertEquals(2, group.step(second));
    assertEquals(TransactionGroup.NO_STEP, TransactionGroup.NONE.step(first));
  }
}
