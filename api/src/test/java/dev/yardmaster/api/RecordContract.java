package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.yardmaster.api.table.KeyTuple;
import dev.yardmaster.api.table.Table;
import dev.yardmaster.api.table.TableCursor;
import dev.yardmaster.api.table.TableEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The part of {@link TransactionServiceContract} for records as arguments, results and values, and
 * for keys of several parts.
 */
public abstract class RecordContract extends SnapshotContract {

  private static final TransactionIds IDS = TransactionIds.ofThisMachine();

  record Item(UUID article, int count) {}

  record Order(Instant at, List<Item> items, Optional<String> note) {}

  record PlaceOrder(String customer, long number, Order order) {}

  record Placed(long orders, Order last) {}

  private static final Table<Order> ORDERS = Table.of("orders", Order.class);

  private static Order order(int count) {
    return new Order(
        Instant.ofEpochSecond(count, 5),
        List.of(new Item(new UUID(1, 2), count)),
        Optional.empty());
  }

  /** Places an order, and returns the customer's number of orders. */
  private static final Procedure<PlaceOrder, Placed> PLACE =
      new Procedure<>() {
        @Override
        public String name() {
          return "place";
        }

        private Scan ordersOf(PlaceOrder placed) {
          return ORDERS.prefix(KeyTuple.of(placed.customer()), 10);
        }

        @Override
        public void declare(PlaceOrder placed, KeyDeclaration keys) {
          keys.scan(ordersOf(placed));
          keys.write(ORDERS.key(KeyTuple.of(placed.customer(), placed.number())));
        }

        @Override
        public Placed execute(PlaceOrder placed, Transaction transaction) {
          ORDERS.put(transaction, KeyTuple.of(placed.customer(), placed.number()), placed.order());
          List<TableEntry<Order>> orders = ORDERS.scan(transaction, ordersOf(placed));
          return new Placed(orders.size(), orders.get(orders.size() - 1).value());
        }
      };

  @Test
  void argumentsAndResultsAreRecords() {
    service().register(PLACE);
    assertEquals(
        new Placed(1, order(3)), service().call(PLACE, new PlaceOrder("ada", 10, order(3))));
    assertEquals(
        new Placed(2, order(3)), service().call(PLACE, new PlaceOrder("ada", -4, order(2))));
    assertEquals(
        new Placed(1, order(9)), service().call(PLACE, new PlaceOrder("adam", 1, order(9))));
    TransactionOptions once = TransactionOptions.defaults().withId(IDS.next());
    for (int i = 0; i < 2; i++) {
      assertEquals(
          new Placed(2, order(7)),
          service().call(PLACE, new PlaceOrder("adam", 2, order(7)), once).valueOrThrow());
    }
  }

  @Test
  void valuesOfATableAreRecords() {
    KeyTuple second = KeyTuple.of("ada", 2);
    service()
        .execute(
            transaction -> {
              assertNull(ORDERS.get(transaction, second));
              ORDERS.put(transaction, second, order(2));
              ORDERS.put(transaction, KeyTuple.of("ada", 10), order(10));
              ORDERS.put(transaction, KeyTuple.of("adam", 1), order(1));
              ORDERS.put(transaction, 17, order(17));
              ORDERS.put(transaction, "seventeen", order(18));
              assertEquals(order(2), ORDERS.get(transaction, second));
              return null;
            });
    List<TableEntry<Order>> ada =
        service()
            .execute(transaction -> ORDERS.scan(transaction, ORDERS.prefix(KeyTuple.of("ada"), 9)));
    assertEquals(
        List.of(
            new TableEntry<>(ORDERS.key(second), order(2)),
            new TableEntry<>(ORDERS.key(KeyTuple.of("ada", 10)), order(10))),
        ada);
    assertEquals(10L, KeyTuple.of(ada.get(1).key()).part(1, Long.class));
    service()
        .execute(
            transaction -> {
              ORDERS.delete(transaction, second);
              ORDERS.delete(transaction, 17);
              return null;
            });
    List<Order> all =
        service()
            .execute(
                transaction ->
                    ORDERS.scan(transaction, ORDERS.all(100)).stream()
                        .map(TableEntry::value)
                        .toList());
    assertEquals(List.of(order(18), order(10), order(1)), all);
    Order read = service().execute(transaction -> ORDERS.get(transaction, "seventeen"));
    assertEquals(order(18), read);
  }

  @Test
  void aCursorOfATableReadsASnapshot() {
    assumeTrue(hasSnapshots());
    service()
        .execute(
            transaction -> {
              for (int i = 0; i < 5; i++) {
                ORDERS.put(transaction, KeyTuple.of("ada", i), order(i));
              }
              ORDERS.put(transaction, KeyTuple.of("adam", 1), order(99));
              return null;
            });
    try (Snapshot snapshot = service().readOnly()) {
      service().call(OneShot.builder().delete(ORDERS.key(KeyTuple.of("ada", 2))).build());
      TableCursor<Order> ada = ORDERS.cursor(snapshot, KeyTuple.of("ada"));
      for (int i = 0; i < 5; i++) {
        assertTrue(ada.next());
        assertEquals(new TableEntry<>(ORDERS.key(KeyTuple.of("ada", i)), order(i)), ada.entry());
      }
      assertFalse(ada.next());
      TableCursor<Order> all = ORDERS.cursor(snapshot);
      int count = 0;
      while (all.next()) {
        count++;
      }
      assertEquals(6, count);
      TableCursor<Order> last =
          ORDERS.cursor(snapshot, ORDERS.key(Long.MIN_VALUE), ORDERS.key(KeyTuple.of("b")), true);
      assertTrue(last.next());
      assertEquals(order(99), last.entry().value());
      assertEquals(
          ErrorCode.BAD_KEY,
          assertThrows(
                  YardmasterException.class,
                  () -> ORDERS.cursor(snapshot, Key.of("items", 1), null, false))
              .code());
    }
  }

  @Test
  void aValueThatIsNoRecordIsNamed() {
    service().call(OneShot.builder().putLong(ORDERS.key(5), 5).build());
    YardmasterException error =
        assertThrows(
            YardmasterException.class,
            () -> service().execute(transaction -> ORDERS.get(transaction, 5)));
    assertEquals(ErrorCode.BAD_VALUE, error.code());
    assertEquals("orders/5", error.details().get("key"));
    assertNull(ORDERS.decode(ORDERS.key(6), null));
    OneShot put = OneShot.builder().put(ORDERS.key(5), ORDERS.encode(order(5))).build();
    service().call(put);
    OneShot.Result result = service().call(OneShot.builder().read(ORDERS.key(5)).build());
    assertEquals(order(5), ORDERS.decode(ORDERS.key(5), result.get(ORDERS.key(5))));
    for (ErrorCode expected : List.of(ErrorCode.BAD_VALUE, ErrorCode.BAD_KEY)) {
      Key key = expected == ErrorCode.BAD_KEY ? Key.of("other", 5) : ORDERS.key(5);
      error =
          assertThrows(
              YardmasterException.class,
              () ->
                  service()
                      .execute(
                          transaction -> {
                            ORDERS.put(transaction, key, null);
                            return null;
                          }));
      assertEquals(expected, error.code());
    }
  }

  @Test
  void snapshotsReadTables() {
    assumeTrue(hasSnapshots());
    service()
        .execute(
            transaction -> {
              ORDERS.put(transaction, KeyTuple.of("ada", 1), order(1));
              return null;
            });
    try (Snapshot snapshot = service().readOnly()) {
      assertEquals(order(1), ORDERS.get(snapshot, KeyTuple.of("ada", 1)));
      assertEquals(1, ORDERS.scan(snapshot, ORDERS.all(10)).size());
    }
  }
}
