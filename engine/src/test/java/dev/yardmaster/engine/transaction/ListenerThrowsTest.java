package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * If the commit listener throws an exception, no record may stay locked, and the commit must have
 * no effect.
 */
class ListenerThrowsTest {

  static List<String> protocols() {
    return Protocols.names();
  }

  /**
   * A pace for two workers on one thread; its clock advances at every read. If a worker waits for
   * the other one too often, the pace throws an exception.
   */
  private static final class OneThread implements Pace {
    private long nowNs;
    private int waits;

    @Override
    public void access() {}

    @Override
    public void step() {}

    @Override
    public void await(int round) {
      if (++waits > 1_000) {
        throw new IllegalStateException("no record may stay locked");
      }
    }

    @Override
    public void restart(int restarts, boolean hasAge) {
      await(0);
    }

    @Override
    public long nowNs() {
      nowNs += 100;
      return nowNs;
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void othersReadAndWriteTheSameRecords(String protocol) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.ordered("table", columns.build()));
    RuntimeException full = new IllegalStateException("the disk is full");
    boolean[] throwing = {true};
    Pace pace = new OneThread();
    Worker worker =
        database.worker(
            0,
            pace,
            (version, accesses) -> {
              if (throwing[0]) {
                throw full;
              }
            },
            null);
    Worker other = database.worker(1, pace);
    Row row = Row.of(table.layout());
    for (int key = 0; key < 3; key++) {
      row.setLong(number, key);
      worker.loader().load(table, key, row);
    }
    RecordLogic logic =
        transaction -> {
          assertEquals(0, transaction.read(table, 0).getLong(number));
          transaction.update(table, 1).setLong(number, 10);
          transaction.delete(table, 2);
          transaction.insert(table, 3).setLong(number, 30);
        };
    for (int i = 0; i < 5; i++) {
      assertSame(full, assertThrows(IllegalStateException.class, () -> worker.run(logic)));
    }

    other.run(
        transaction -> {
          for (int key = 0; key < 3; key++) {
            assertEquals(key, transaction.read(table, key).getLong(number));
            transaction.update(table, key).addLong(number, 0);
          }
          assertNull(transaction.read(table, 3));
          transaction.insert(table, 3).setLong(number, 3);
        });
    other.run(transaction -> transaction.delete(table, 3));
    throwing[0] = false;
    worker.run(logic);
    other.run(
        transaction -> {
          assertEquals(10, transaction.read(table, 1).getLong(number));
          assertNull(transaction.read(table, 2));
          assertEquals(30, transaction.read(table, 3).getLong(number));
        });
    for (int round = 0; round < 10; round++) {
      worker.tidy();
      other.tidy();
    }
    assertEquals(3, table.index().size());
    assertEquals(true, worker.isTidy() && other.isTidy());
  }
}
