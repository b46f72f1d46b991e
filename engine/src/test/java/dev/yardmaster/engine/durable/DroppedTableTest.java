package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.CacheLines;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.Forcing;
import dev.yardmaster.engine.redo.LogWriter;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.CommitLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the drop of tables, in memory and in a directory. */
@Timeout(60)
class DroppedTableTest {

  private static final int ROWS = 1_000;

  @TempDir private Path folder;
  private LongColumn number;
  private final RowLayout layout = layout();

  private RowLayout layout() {
    RowLayout.Builder columns = RowLayout.columns();
    number = columns.number("number");
    return columns.build();
  }

  private static Database inMemory(String protocol) {
    return new Database(Protocols.named(protocol, 3), 3);
  }

  private Database open(Consumer<Database> tables) {
    return Database.open(
        folder, workers -> Protocols.named("silo", workers), 2, LogSettings.sync(), tables);
  }

  private static Worker worker(Database database, int worker) {
    return database.worker(worker, new ThreadPace(System::nanoTime));
  }

  private TableDefinition definition(String name, boolean hashed) {
    return hashed
        ? TableDefinition.hashed(name, layout, 10)
        : TableDefinition.ordered(name, layout);
  }

  private void fill(Worker worker, Table table, long first) {
    worker.run(
        transaction -> {
          for (long key = first; key < first + ROWS; key++) {
            transaction.insert(table, key).setLong(number, key);
          }
        });
  }

  @Test
  void aDroppedTableIsGone() {
    Database database = inMemory("silo");
    Table table = database.create(definition("rows", false).indexedBy("by number", "number"));
    Worker worker = worker(database, 0);
    fill(worker, table, 0);
    assertTrue(database.dataBytes() > 2 * ROWS * 48);
    database.drop("rows");
    assertNull(database.table("rows"));
    assertEquals(0, database.dataBytes());
    assertTrue(
        assertThrows(
                IllegalStateException.class,
                () -> worker.run(transaction -> transaction.read(table, 1)))
            .getMessage()
            .contains("table=rows"));
    assertThrows(IllegalArgumentException.class, () -> database.drop("rows"));
    Table again = database.create(definition("rows", true));
    fill(worker, again, 5);
    for (int round = 0; round < 10; round++) {
      worker.tidy();
    }
    worker.run(transaction -> assertEquals(7, transaction.read(again, 7).getLong(number)));
  }

  /**
   * The drop waits for the transaction in progress. The transaction keeps what it has read, but
   * cannot read more of the table.
   */
  @Test
  void aTransactionInProgressEndsFirst() throws Exception {
    Database database = inMemory("silo");
    Table table = database.create(definition("rows", false));
    Worker worker = worker(database, 0);
    fill(worker, table, 0);
    CountDownLatch dropped = new CountDownLatch(1);
    Thread dropping =
        new Thread(
            () -> {
              database.drop("rows");
              dropped.countDown();
            });
    worker.begin();
    AttemptResult result =
        worker.attempt(
            transaction -> {
              assertNotNull(transaction.read(table, 1));
              dropping.start();
              while (!table.isDropped()) {
                Thread.onSpinWait();
              }
              assertEquals(1, dropped.getCount());
              transaction.read(table, 2);
            });
    assertSame(AttemptResult.FAILED, result);
    assertTrue(worker.failure().getMessage().contains("dropped"), worker.failure()::toString);
    assertTrue(dropped.await(30, TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDropSurvivesAStart(boolean hashed) {
    try (Database database =
        open(
            into -> {
              into.create(definition("rows", hashed));
              into.create(definition("others", hashed));
            })) {
      Worker worker = worker(database, 0);
      fill(worker, database.table("rows"), 0);
      fill(worker, database.table("others"), 0);
      database.drop("rows");
      fill(worker, database.table("others"), ROWS);
    }
    // After a drop, the application may create the table again, even with another definition, or
    // leave it out.
    try (Database database =
        open(
            into -> {
              into.create(definition("rows", !hashed));
              into.create(definition("others", hashed));
            })) {
      assertEquals(0, database.table("rows").index().size());
      assertEquals(2 * ROWS, database.table("others").index().size());
      fill(worker(database, 0), database.table("rows"), 7);
      database.drop("others");
    }
    try (Database database = open(into -> into.create(definition("rows", !hashed)))) {
      assertEquals(ROWS, database.table("rows").index().size());
      worker(database, 0)
          .run(
              transaction ->
                  assertEquals(9, transaction.read(database.table("rows"), 9).getLong(number)));
    }
  }

  @Test
  void rowsFromBeforeTheDropDoNotComeBack() {
    try (Database database = open(into -> into.create(definition("rows", false)))) {
      Worker worker = worker(database, 0);
      fill(worker, database.table("rows"), 0);
      database.drop("rows");
      fill(worker, database.create(definition("rows", false)), 10 * ROWS);
    }
    try (Database database = open(into -> into.create(definition("rows", false)))) {
      Table table = database.table("rows");
      assertEquals(ROWS, table.index().size());
      worker(database, 0).run(transaction -> assertNull(transaction.read(table, 1)));
    }
  }

  @Test
  void aTableThatWasNotDroppedIsRequired() {
    open(into -> {
          into.create(definition("rows", false));
          into.create(definition("others", false));
        })
        .close();
    YardmasterException refused =
        assertThrows(
            YardmasterException.class, () -> open(into -> into.create(definition("rows", false))));
    assertSame(ErrorCode.BAD_CONFIG, refused.code());
    assertTrue(refused.getMessage().contains("table=others"), refused.getMessage());
  }

  /** A checkpoint without the table's rows must not become valid before the drop is in the log. */
  @Test
  void aScanForACheckpointWaitsForTheDrop() throws Exception {
    Database database = inMemory("silo");
    Table table = database.create(definition("rows", false));
    fill(worker(database, 0), table, 0);
    Map<String, Table> tables = new ConcurrentHashMap<>(Map.of("rows", table));
    TypedScan scan = new TypedScan(tables, worker(database, 1), true);
    List<Key> found = new ArrayList<>();
    Thread scanning =
        new Thread(
            () ->
                scan.scan(
                    null,
                    entry -> {
                      if (found.isEmpty()) {
                        table.drop(); // The scan has already visited the definition.
                      }
                      return found.add(entry.key());
                    }));
    scanning.start();
    while (scanning.isAlive() && scanning.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertTrue(scanning.isAlive());
    tables.remove("rows"); // Now the drop is in the log.
    scanning.join();
    assertEquals(List.of(Key.ofDefinition("rows")), found);
  }

  /**
   * If the log contained a commit to a table before the table's definition, the next start would
   * lose the commit.
   */
  @Test
  void aTableIsFoundOnlyWhenItsDefinitionHasAPlaceInTheLog() {
    AtomicReference<Database> opened = new AtomicReference<>();
    List<String> early = new ArrayList<>();
    CacheLines looking =
        new CacheLines() {
          @Override
          public void read(Object words, int at) {}

          @Override
          public void change(Object words, int at) { // The writer is about to reserve log space.
            if (opened.get() != null) {
              early.add(opened.get().table("late") == null ? "unknown" : "known");
            }
          }

          @Override
          public void copy(int longs) {}
        };
    LogParts parts =
        new LogParts() {
          @Override
          public RedoLog redoLog(
              CommitLog log,
              long startVersion,
              int maxWriters,
              Forcing forcing,
              Consumer<Throwable> failed) {
            return new RedoLog(log, startVersion, maxWriters, forcing, failed) {
              @Override
              protected LogWriter newWriter(SharedWords words) {
                return new LogWriter(this, new SharedWords(looking)) {};
              }
            };
          }
        };
    try (Database database =
        Database.open(
            folder,
            workers -> Protocols.named("silo", workers),
            1,
            LogSettings.sync(),
            parts,
            into -> into.create(definition("rows", false)))) {
      opened.set(database);
      Table late = database.create(definition("late", false));
      assertSame(late, database.table("late"));
      assertEquals(List.of("unknown"), early);
    }
  }

  /** A suspended transaction that has written the table must not commit after the drop. */
  @Test
  void aSuspendedTransactionDoesNotCommit() {
    Database database =
        Database.open(
            folder,
            workers -> Protocols.named("plor", workers),
            1,
            LogSettings.sync(),
            into -> into.create(definition("rows", false)));
    Table table = database.table("rows");
    Worker worker = worker(database, 0);
    worker.begin();
    worker.open();
    worker.step(transaction -> transaction.insert(table, 1).setLong(number, 1));
    database.drop("rows");
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> worker.finish(transaction -> {}));
    assertTrue(refused.getMessage().contains("table=rows"), refused.getMessage());
    database.close();
    open(into -> {}).close();
  }
}
