package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If a transaction puts a record without reading it, it must not depend on the record. */
class BlindPutTest {

  private static final long KEY = 7;

  private final RowLayout.Builder columns = RowLayout.columns();
  private final LongColumn number = columns.number("number");
  private final LongColumn other = columns.number("other");

  @ParameterizedTest
  @ValueSource(strings = {"silo", "tictoc", "lrv", "gwv", "rocc", "plor-optimistic"})
  void aChangeBeforeTheCommitDoesNotAbortAPut(String protocol) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    Table table = database.create(TableDefinition.ordered("numbers", columns.build()));
    Worker first = database.worker(0, new ThreadPace(System::nanoTime));
    Worker second = database.worker(1, new ThreadPace(System::nanoTime));
    second.run(transaction -> transaction.insert(table, KEY).setLong(other, 1));

    first.begin();
    AttemptResult ended =
        first.attempt(
            transaction -> {
              transaction.put(table, KEY).setLong(number, 10);
              second.run(changing -> changing.update(table, KEY).addLong(number, 20));
            });
    assertEquals(AttemptResult.COMMITTED, ended);
    requireNumber(second, table, 10);

    // Nor does a deletion by another transaction abort the put, which then inserts the record.
    first.begin();
    ended =
        first.attempt(
            transaction -> {
              transaction.put(table, KEY).setLong(number, 30);
              second.run(deleting -> assertTrue(deleting.delete(table, KEY)));
            });
    assertEquals(AttemptResult.COMMITTED, ended);
    requireNumber(second, table, 30);

    // If a transaction puts a record after reading it, it depends on the read.
    first.begin();
    ended =
        first.attempt(
            transaction -> {
              long read = transaction.read(table, KEY).getLong(number);
              transaction.put(table, KEY).setLong(number, read + 1);
              second.run(changing -> changing.update(table, KEY).addLong(number, 20));
            });
    assertEquals(AttemptResult.CONFLICT, ended);
    requireNumber(second, table, 50);
  }

  private void requireNumber(Worker worker, Table table, long expected) {
    worker.run(
        transaction -> {
          assertEquals(expected, transaction.read(table, KEY).getLong(number));
          assertEquals(0, transaction.read(table, KEY).getLong(other));
        });
  }
}
