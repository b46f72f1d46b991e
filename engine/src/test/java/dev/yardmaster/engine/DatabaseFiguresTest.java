package dev.yardmaster.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the counts of a database, and that the guide lists its meters. */
class DatabaseFiguresTest {

  private static final Path GUIDE = Path.of("..", "docs", "guide-engine.md");

  @TempDir private Path folder;

  private final LongColumn balance;
  private final TableDefinition accounts;

  DatabaseFiguresTest() {
    RowLayout.Builder columns = RowLayout.columns();
    balance = columns.number("balance");
    accounts =
        TableDefinition.hashed("accounts", columns.build(), 100).indexedBy("by balance", "balance");
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  private static Worker worker(Database database, int number) {
    return database.worker(number, new ThreadPace(System::nanoTime));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void attemptsRowsAndWhatIsLeftToTidyAreCounted(String protocol) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    Table table = database.create(accounts);
    Worker worker = worker(database, 0);
    for (long key = 0; key < 10; key++) {
      long account = key;
      worker.run(transaction -> transaction.insert(table, account).setLong(balance, account));
    }
    worker.run(transaction -> transaction.delete(table, 3));
    worker.run(
        transaction -> {
          throw transaction.abort("changed my mind");
        });
    worker.begin();
    assertEquals(
        AttemptResult.FAILED,
        worker.attempt(
            transaction -> {
              throw new IllegalStateException("a bug of the application");
            }));
    for (int i = 0; i < 100 && !worker.isTidy(); i++) {
      worker.tidy();
    }

    DatabaseFigures figures = database.figures(1);
    assertEquals(13, figures.attempts());
    assertEquals(11, figures.committed());
    assertEquals(1, figures.aborted().get(AbortCause.USER));
    assertEquals(0, figures.aborted().get(AbortCause.VALIDATION));
    assertEquals(1, figures.logicFailed());
    assertEquals(
        List.of(
            new DatabaseFigures.TableFigures(
                "accounts", 9, List.of(new DatabaseFigures.IndexFigures("by balance", 9)))),
        figures.tables());
    assertEquals(
        0, figures.oldVersions() + figures.deletedRecords() + figures.retiredSlots(), "all tidy");
  }

  /** Every attempt that has ended is counted once, even if the commit listener has failed. */
  @ParameterizedTest
  @MethodSource("protocols")
  void anAttemptThatTheListenerRefusesIsCounted(String protocol) {
    Database database = new Database(Protocols.named(protocol, 1), 1);
    Table table = database.create(accounts);
    CommitListener refusing =
        (version, accesses) -> {
          throw new IllegalStateException("the log is full");
        };
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime), refusing, null);
    assertThrows(
        IllegalStateException.class, () -> worker.run(transaction -> transaction.put(table, 1)));
    DatabaseFigures figures = database.figures(1);
    assertEquals(1, figures.attempts());
    assertEquals(1, figures.logicFailed(), figures.toString());
  }

  /** Another worker changes the row between a read and the commit. */
  @Test
  void aConflictIsCountedOnceForEachAttempt() {
    Database database = new Database(Protocols.named("silo", 2), 2);
    Table table = database.create(accounts);
    Worker worker = worker(database, 0);
    Worker other = worker(database, 1);
    worker.run(transaction -> transaction.insert(table, 1).setLong(balance, 1));
    int[] runs = {0};
    int restarts =
        worker.run(
            transaction -> {
              transaction.update(table, 1).addLong(balance, 1);
              if (runs[0]++ < 3) {
                other.run(inner -> inner.update(table, 1).addLong(balance, 1));
              }
            });
    assertEquals(3, restarts);
    DatabaseFigures figures = database.figures(1);
    assertEquals(3, figures.aborted().get(AbortCause.VALIDATION));
    assertEquals(8, figures.attempts());
    assertEquals(5, figures.committed());
  }

  /**
   * The age of a reader counts from the first call of {@code figures} that found this reader. The
   * database keeps old versions for the reader.
   */
  @Test
  void aLongReaderAndTheVersionsThatWaitForItAreSeen() {
    Database database = new Database(Protocols.named("multi-version", 2), 2);
    Table table = database.create(accounts);
    Worker worker = worker(database, 0);
    Worker reader = worker(database, 1);
    worker.run(transaction -> transaction.insert(table, 1).setLong(balance, 1));
    assertEquals(0, database.figures(1_000).longestReaderNs());
    reader.run(
        transaction -> {
          assertEquals(1, transaction.read(table, 1).getLong(balance));
          assertEquals(0, database.figures(2_000).longestReaderNs());
          for (int i = 0; i < 64; i++) {
            worker.run(inner -> inner.update(table, 1).addLong(balance, 1));
          }
          DatabaseFigures figures = database.figures(9_000);
          assertEquals(7_000, figures.longestReaderNs());
          assertTrue(figures.oldVersions() + figures.retiredSlots() > 0, figures.toString());
        });
    assertEquals(0, database.figures(10_000).longestReaderNs());
  }

  @Test
  void theLogAndItsCheckpointsAreCounted() throws InterruptedException {
    try (Database database =
        Database.open(
            folder,
            workers -> Protocols.named("silo", workers),
            1,
            LogSettings.sync().withLengths(1 << 16, 1 << 16),
            opened -> opened.create(accounts))) {
      Table table = database.table("accounts");
      Worker worker = worker(database, 0);
      DatabaseFigures before = database.figures(0);
      assertEquals(0, before.checkpoints().lastAgeNs());
      long untilNs = System.nanoTime() + 60_000_000_000L;
      long commits = 0;
      long written = 0;
      while (written == 0 && System.nanoTime() < untilNs) {
        long key = commits++ % 50;
        worker.run(transaction -> transaction.put(table, key).setLong(balance, key));
        written = database.log().checkpoints().written();
      }
      DatabaseFigures after = database.figures(0);
      long writtenLater = database.log().checkpoints().written();
      assertTrue(written >= 1, "no checkpoint within a minute");
      assertTrue(
          written <= after.checkpoints().written() && after.checkpoints().written() <= writtenLater,
          "from " + written + " to " + writtenLater + ": " + after);
      assertTrue(after.checkpoints().lastBytes() > 0, after.toString());
      assertTrue(after.checkpoints().lastDurationNs() > 0, after.toString());
      assertTrue(after.checkpoints().lastAgeNs() > 0, after.toString());
      assertEquals(commits, after.committed());
      assertEquals(commits, after.log().transactions() - before.log().transactions());
      assertTrue(after.log().forces() >= before.log().forces() + commits, after.toString());
      assertEquals(0, after.logQueueBytes(), "every commit was awaited");
    }
  }

  @Test
  void theGuideListsTheMeters() throws IOException {
    Set<String> documented =
        Files.readAllLines(GUIDE).stream()
            .filter(line -> line.startsWith("| `yardmaster."))
            .map(line -> line.split("\\|", -1)[1])
            .flatMap(cell -> Arrays.stream(cell.split(",", -1)))
            .map(name -> name.replace("`", "").trim())
            .collect(Collectors.toCollection(TreeSet::new));
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (Database database =
        Database.open(
            folder,
            workers -> Protocols.named("silo", workers),
            1,
            LogSettings.sync(),
            opened -> opened.create(accounts))) {
      new DatabaseMeters(database, System::nanoTime).bindTo(registry);
      Set<String> bound =
          registry.getMeters().stream()
              .map(Meter::getId)
              .map(Meter.Id::getName)
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(bound, documented);
      registry.getMeters().stream()
          .flatMap(meter -> measured(meter).stream())
          .forEach(value -> assertTrue(value >= 0, registry::getMetersAsString));
    }
  }

  /**
   * A metrics registry usually lives as long as its process, but a database may be closed earlier.
   */
  @Test
  void theRegistryDoesNotKeepTheDatabase() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    WeakReference<Database> bound = bound(registry);
    long untilNs = System.nanoTime() + 60_000_000_000L;
    while (bound.get() != null && System.nanoTime() < untilNs) {
      System.gc();
    }
    assertNull(bound.get(), "the registry refers to the database");
    assertFalse(registry.getMeters().isEmpty());
  }

  private WeakReference<Database> bound(SimpleMeterRegistry registry) {
    Database database = new Database(Protocols.named("silo", 1), 1);
    var unused = database.create(accounts);
    new DatabaseMeters(database, System::nanoTime).bindTo(registry);
    return new WeakReference<>(database);
  }

  @Test
  void theMetersOfATableAreThoseOfTheTableThatHasTheName() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Database database = new Database(Protocols.named("silo", 1), 1);
    Worker worker = worker(database, 0);
    for (long rows = 2; rows > 0; rows--) {
      Table table = database.create(accounts);
      new DatabaseMeters(database, System::nanoTime).bindTo(registry);
      for (long key = 0; key < rows; key++) {
        long account = key;
        worker.run(transaction -> transaction.insert(table, account).setLong(balance, account));
      }
      assertEquals((double) rows, registry.get("yardmaster.table.rows").gauge().value());
      assertEquals((double) rows, registry.get("yardmaster.index.entries").gauge().value());
      database.drop("accounts");
      assertEquals(0, registry.get("yardmaster.table.rows").gauge().value());
      assertEquals(0, registry.get("yardmaster.index.entries").gauge().value());
    }
  }

  private static List<Double> measured(Meter meter) {
    return StreamSupport.stream(meter.measure().spliterator(), false)
        .map(Measurement::getValue)
        .toList();
  }
}
