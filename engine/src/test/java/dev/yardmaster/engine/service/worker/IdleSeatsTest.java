package dev.yardmaster.engine.service.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.AttemptResult;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that old versions and deleted records of the callers' workers are removed while these
 * workers are idle.
 */
@Timeout(60)
class IdleSeatsTest {

  /**
   * While a long reader runs, a worker of the pool (the seat) updates and deletes records. After
   * that no session uses the seat, and the pool must tidy it in a limited number of turns.
   */
  @ParameterizedTest
  @ValueSource(strings = {"multi-version", "ssn", "ssi", "mvrcc", "tebaldi", "silo", "no-wait"})
  void whatALongReaderHasKeptIsGivenUpAfterIt(String protocol) {
    Database database = new Database(Protocols.named(protocol, 3), 3);
    KeyTables tables = new KeyTables(database, List.of());
    Key key = Key.of("numbers", 1);
    Table table = tables.of(key);
    List<ServiceWorker> workers = ServiceWorkerPoolTest.workers(database, tables, 3);
    ServiceWorker seat = workers.get(2);
    ServiceWorkerPool pool = new ServiceWorkerPool(workers.subList(1, 3));
    ServiceWorker reader = workers.get(0);
    reader.worker().begin();
    assertEquals(
        AttemptResult.COMMITTED,
        reader.attempt(
            records -> {
              var unused = records.read(table, 999);
              for (long number = 0; number < 200; number++) {
                put(seat, table, number);
                put(seat, table, number);
                delete(seat, table, number);
              }
            }));
    assertFalse(seat.worker().isTidy(), "there must be something to tidy");
    int turns = 0;
    while (!seat.worker().isTidy() && turns < 20) {
      pool.tidySome();
      turns++;
    }
    assertTrue(seat.worker().isTidy(), "turns: " + turns);
    assertEquals(0, table.index().size());
    assertEquals(0, database.dataBytes());
  }

  private static void put(ServiceWorker seat, Table table, long key) {
    seat.worker().begin();
    assertEquals(
        AttemptResult.COMMITTED,
        seat.attempt(
            records -> records.put(table, key).setValue(StoredValue.of(new byte[] {1, 2, 3}))));
  }

  private static void delete(ServiceWorker seat, Table table, long key) {
    seat.worker().begin();
    assertEquals(
        AttemptResult.COMMITTED, seat.attempt(records -> assertTrue(records.delete(table, key))));
  }
}
