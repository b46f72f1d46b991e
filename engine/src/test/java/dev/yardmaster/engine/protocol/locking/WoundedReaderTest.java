package dev.yardmaster.engine.protocol.locking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests read-only logic that is wounded between its reads or before its commit. */
class WoundedReaderTest {

  /**
   * Between two reads, a read-committed transaction holds no lock. So no transaction waits for it,
   * and it need not restart.
   */
  @ParameterizedTest
  @CsvSource({"READ_COMMITTED, 0", "SERIALIZABLE, 1"})
  void onlyATransactionWithLocksRestarts(Isolation isolation, int restarts) {
    TransactionStates states = new TransactionStates(1);
    Database database = new Database(new TwoPhaseLocking(LockPolicy.WOUND_WAIT, 1, states), 1);
    Table table = database.create(TableDefinition.hashed("rows", RowLayout.value(), 1));
    Worker worker = database.worker(0, new ThreadPace(() -> 0));
    worker.loader().load(table, 1, Row.of(table.layout()));
    SharedWords words = new SharedWords(null);
    RecordLogic logic =
        reading(
            isolation,
            transaction -> {
              for (int i = 0; i < 2; i++) {
                var unused = transaction.read(table, 1);
                if (worker.restarts() == 0) {
                  states.wound(words, 0, states.get(words, 0));
                }
              }
            });
    assertEquals(restarts, worker.run(logic));
  }

  /** The reader waits for an older writer, and has not locked the record yet. */
  @Test
  void aWaitingReaderOfCommittedDataGoesOnToWait() {
    TransactionStates states = new TransactionStates(2);
    SharedWords words = new SharedWords(null);
    Database database = new Database(new TwoPhaseLocking(LockPolicy.WOUND_WAIT, 2, states), 2);
    Table table = database.create(TableDefinition.hashed("rows", RowLayout.value(), 1));
    List<Integer> waits = new ArrayList<>();
    ThreadPace wounding =
        new ThreadPace(() -> 0) {
          @Override
          public void await(int round) {
            waits.add(round);
            states.wound(words, 1, states.get(words, 1));
          }

          @Override
          public boolean givesUp() {
            return waits.size() == 3;
          }
        };
    Worker writer = database.worker(0, new ThreadPace(() -> 0));
    Worker reader = database.worker(1, wounding);
    writer.loader().load(table, 1, Row.of(table.layout()));
    writer.run(
        writing -> {
          writing.update(table, 1).setValue(new byte[1]);
          reader.begin();
          assertEquals(
              AttemptResult.CONFLICT,
              reader.attempt(reading(Isolation.READ_COMMITTED, tx -> tx.read(table, 1))));
        });
    assertEquals(List.of(0, 1, 2), waits);
  }

  private static RecordLogic reading(Isolation isolation, Consumer<RecordTransaction> reads) {
    return new RecordLogic() {
      @Override
      public boolean isReadOnly() {
        return true;
      }

      @Override
      public Isolation isolation() {
        return isolation;
      }

      @Override
      public void run(RecordTransaction transaction) {
        reads.accept(transaction);
      }
    };
  }
}
