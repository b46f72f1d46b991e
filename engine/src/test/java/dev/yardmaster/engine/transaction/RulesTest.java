package dev.yardmaster.engine.transaction;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that misuse is reported by an exception and leaves the worker usable. */
class RulesTest {

  private final Database database = new Database(Protocols.named("silo", 2), 2);
  private final RowLayout.Builder columns = RowLayout.columns();
  private final LongColumn number = columns.number("number");
  private final Table numbers =
      database.create(TableDefinition.ordered("numbers", columns.build()));
  private final Table hashed =
      database.create(TableDefinition.hashed("hashed", columns.build(), 16));
  private final Table strings =
      database.create(TableDefinition.orderedBytes("strings", RowLayout.value()));
  private final Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
  private final byte[] name = "a name of some length".getBytes(US_ASCII);
  private final long prefix = ByteKeys.prefixOf(name);

  private static void requireMessage(
      Class<? extends Exception> kind, String part, Executable code) {
    String message = assertThrows(kind, code).getMessage();
    assertTrue(message.contains(part), message);
  }

  private void refused(RecordLogic logic) {
    requireMessage(IllegalStateException.class, "worker=0", () -> worker.run(logic));
    worker.run(transaction -> assertNull(transaction.read(numbers, 1)));
  }

  @Test
  void aWorkerDoesNothingElseWithinItsLogic() {
    refused(transaction -> worker.run(inner -> {}));
    refused(transaction -> worker.attempt(inner -> {}));
    refused(transaction -> worker.begin());
    refused(transaction -> worker.again());
    refused(transaction -> worker.tidy());
  }

  @Test
  void aWorkerDoesNothingElseAtItsCommit() {
    AtomicReference<Worker> itself = new AtomicReference<>();
    Worker listened =
        database.worker(
            1, new ThreadPace(System::nanoTime), (version, accesses) -> itself.get().tidy(), null);
    itself.set(listened);
    requireMessage(IllegalStateException.class, "worker=1", () -> listened.run(transaction -> {}));
    listened.tidy();
  }

  @Test
  void aTransactionIsOfNoUseAfterItsLogic() {
    AtomicReference<RecordTransaction> kept = new AtomicReference<>();
    worker.run(kept::set);
    RecordTransaction over = kept.get();
    String part = "only its logic may use it";
    requireMessage(IllegalStateException.class, part, () -> over.read(numbers, 1));
    requireMessage(IllegalStateException.class, part, () -> over.update(numbers, 1));
    requireMessage(IllegalStateException.class, part, () -> over.insert(numbers, 1));
    requireMessage(IllegalStateException.class, part, () -> over.delete(numbers, 1));
    requireMessage(
        IllegalStateException.class, part, () -> over.scan(numbers, 0, 9, 9, (k, r, row) -> true));
    requireMessage(IllegalStateException.class, part, () -> over.abort("too late"));
  }

  private void wrongKey(String part, RecordLogic logic) {
    requireMessage(IllegalArgumentException.class, part, () -> worker.run(logic));
  }

  @Test
  void aKeyIsOfTheTablesKind() {
    for (Table table : List.of(numbers, hashed)) {
      String part = "table=" + table.name();
      wrongKey(part, transaction -> transaction.read(table, prefix, name));
      wrongKey(part, transaction -> transaction.update(table, prefix, name));
      wrongKey(part, transaction -> transaction.insert(table, prefix, name));
      wrongKey(part, transaction -> transaction.delete(table, prefix, name));
    }
    wrongKey("table=strings", transaction -> transaction.read(strings, 7));
    wrongKey("table=strings", transaction -> transaction.update(strings, 7));
    wrongKey("table=strings", transaction -> transaction.insert(strings, 7));
    wrongKey("table=strings", transaction -> transaction.delete(strings, 7));
    wrongKey("prefix", transaction -> transaction.insert(strings, prefix + 1, name));
    wrongKey("table=strings", transaction -> transaction.scan(strings, 0, 9, 9, (k, r, w) -> true));
    wrongKey("table=numbers", transaction -> scan(transaction, numbers, name, null));
    wrongKey("table=numbers", transaction -> scan(transaction, numbers, null, name));
    wrongKey("table=strings", transaction -> scan(transaction, strings, name, null));
    Row row = Row.of(numbers.layout());
    Row value = Row.of(strings.layout());
    requireMessage(
        IllegalArgumentException.class,
        "table=numbers",
        () -> worker.loader().load(numbers, prefix, name, row));
    requireMessage(
        IllegalArgumentException.class,
        "table=strings",
        () -> worker.loader().load(strings, prefix, value));
    assertEquals(0, numbers.index().size() + hashed.index().size() + strings.index().size());
  }

  private int scan(RecordTransaction transaction, Table table, byte[] from, byte[] to) {
    return transaction.scan(table, prefix, from, prefix, to, 9, false, (key, rest, row) -> true);
  }

  @Test
  void rangesMayBeWithoutABound() {
    worker.run(
        transaction -> {
          transaction.insert(numbers, 1);
          transaction.insert(strings, prefix, name);
        });
    worker.run(
        transaction -> {
          assertEquals(1, unbounded(transaction, numbers, null));
          assertEquals(1, unbounded(transaction, strings, new byte[0]));
        });
  }

  private static int unbounded(RecordTransaction transaction, Table table, byte[] lowest) {
    return transaction.scan(
        table,
        Long.MIN_VALUE,
        lowest,
        0,
        OrderedIndex.UNBOUNDED,
        9,
        false,
        (key, rest, row) -> true);
  }

  @Test
  void aRowIsOfTheTablesLayout() {
    LongColumn other = RowLayout.columns().number("other");
    requireMessage(
        IllegalStateException.class,
        "another layout",
        () -> worker.run(transaction -> transaction.insert(numbers, 1).setLong(other, 1)));
    requireMessage(
        IllegalStateException.class,
        "another layout",
        () -> worker.run(transaction -> transaction.insert(numbers, 1).setValue(name)));
    requireMessage(
        IllegalStateException.class,
        "another layout",
        () ->
            worker.run(
                transaction -> transaction.insert(strings, prefix, name).setLong(number, 1)));
    requireMessage(
        IllegalArgumentException.class,
        "table=numbers",
        () -> worker.loader().load(numbers, 1, Row.of(strings.layout())));
  }

  @Test
  void aValueThatWasNotSetHasNoBytes() {
    worker.run(transaction -> transaction.insert(strings, prefix, name));
    worker.run(
        transaction ->
            assertArrayEquals(new byte[0], transaction.read(strings, prefix, name).value()));
    assertThrows(
        NullPointerException.class,
        () -> worker.run(transaction -> transaction.update(strings, prefix, name).setValue(null)));
  }

  @Test
  void whatTheLogicThrowsRunThrows() {
    RuntimeException thrown = new IllegalStateException("its own");
    assertSame(
        thrown,
        assertThrows(
            IllegalStateException.class,
            () ->
                worker.run(
                    transaction -> {
                      throw thrown;
                    })));
    assertSame(thrown, worker.failure());
    Error error = new AssertionError("its own, too");
    assertSame(
        error,
        assertThrows(
            AssertionError.class,
            () ->
                worker.run(
                    transaction -> {
                      throw error;
                    })));
    assertEquals(
        0,
        worker.run(
            transaction -> {
              throw transaction.abort("changed its mind");
            }));
    assertInstanceOf(UserAbort.class, worker.failure());
    worker.run(transaction -> {});
    assertNull(worker.failure());
  }

  /**
   * A recorded scan of all numbers must end: the history does not record the missing keys of wide
   * gaps.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRecordedScanMayBeOfAllNumbers(boolean backward) throws IOException {
    HistoryLog history = HistoryLog.inMemory();
    HistoryRecorder recorder = history.recorder();
    Worker recorded = database.worker(1, new ThreadPace(System::nanoTime), null, recorder);
    RowVisitor all = (key, rest, row) -> true;
    for (int round = 0; round < 2; round++) {
      int rows = round;
      recorded.run(
          transaction -> {
            assertEquals(
                rows,
                backward
                    ? transaction.scanBackward(numbers, Long.MIN_VALUE, 0, 9, all)
                    : transaction.scan(numbers, Long.MIN_VALUE, 0, 9, all));
            assertEquals(
                3 * rows,
                transaction.scan(
                    numbers,
                    Long.MIN_VALUE,
                    null,
                    Long.MIN_VALUE,
                    OrderedIndex.UNBOUNDED,
                    9,
                    backward,
                    all));
            // An empty range has no missing keys, even if its bounds are at the ends of the
            // numbers.
            assertEquals(0, transaction.scan(numbers, Long.MAX_VALUE, Long.MIN_VALUE, 9, all));
          });
      recorded.run(
          transaction -> {
            for (long key : new long[] {Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
              transaction.insert(numbers, key);
            }
          });
    }
    history.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 2, 300})
  void aWorkersNumberIsInRange(int wrong) {
    requireMessage(
        IllegalArgumentException.class,
        "worker=" + wrong + ", workers=2",
        () -> database.worker(wrong, new ThreadPace(System::nanoTime)));
  }

  @Test
  void aProtocolIsForOneDatabaseAndEnoughWorkers() {
    for (String each : Protocols.names()) {
      Protocol protocol = Protocols.named(each, 2);
      Database first = new Database(protocol, 2);
      requireMessage(IllegalStateException.class, "name=" + each, () -> new Database(protocol, 2));
      assertSame(protocol, first.protocol());
    }
    for (String each :
        List.of(
            "no-wait", "wait-die", "wound-wait", "plor", "multi-version", "rocc", "gwv", "mvrcc")) {
      requireMessage(
          IllegalArgumentException.class,
          "workers=3, madeFor=2",
          () -> new Database(Protocols.named(each, 2), 3));
    }
  }

  @Test
  void aTableOfAnotherDatabaseIsRefused() {
    Database other = new Database(Protocols.named("silo", 1), 1);
    Table foreign = other.create(TableDefinition.ordered("foreign", columns.build()));
    worker.run(transaction -> transaction.insert(numbers, 1));
    requireMessage(
        IllegalArgumentException.class,
        "another engine",
        () -> worker.run(transaction -> transaction.insert(foreign, 1)));
  }
}
