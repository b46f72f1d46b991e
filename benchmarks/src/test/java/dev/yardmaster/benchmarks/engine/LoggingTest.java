package dev.yardmaster.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a worker pays for its log. */
class LoggingTest {

  private static final int RECORD_BYTES = 24 + Long.BYTES;
  private static final long RECORD_NS = 50 + RECORD_BYTES / 4;
  private static final long END_NS = 50 + 24 / 4;

  private final List<Long> paidNs = new ArrayList<>();

  @Test
  void aRedoLogHasOneRecordForACommit() {
    runTwoUpdates(Logging.REDO);
    assertEquals(List.of(50 + 2L * RECORD_BYTES / 4), paidNs);
  }

  @Test
  void anUndoLogHasARecordForEachWriteAndForTheEnd() {
    runTwoUpdates(Logging.UNDO);
    assertEquals(List.of(RECORD_NS, RECORD_NS, END_NS), paidNs);
  }

  @Test
  void noLogIsNoListener() {
    assertNull(Logging.NONE.log(paidNs::add));
  }

  private void runTwoUpdates(Logging logging) {
    Database database = new Database(Protocols.named("plor", 1), 1);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.hashed("numbers", columns.build(), 2));
    Worker worker =
        database.worker(0, new ThreadPace(System::nanoTime), logging.log(paidNs::add), null);
    worker.loader().load(table, 1, Row.of(table.layout()));
    worker.loader().load(table, 2, Row.of(table.layout()));
    worker.run(
        transaction -> {
          transaction.update(table, 1).addLong(number, 1);
          transaction.update(table, 2).addLong(number, 1);
          transaction.update(table, 2).addLong(number, 1);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "plor+undo", "silo+rc+redo", "plor+hold"})
  void labelsNameSides(String label) {
    assertEquals(label, EngineSide.parse(label).label());
  }
}
