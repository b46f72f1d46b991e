package dev.yardmaster.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What workers log, and what they pay for a log in memory. */
class LoggingTest {

  private static final int RECORD_BYTES = 24 + Long.BYTES;
  private static final long RECORD_NS = 50 + RECORD_BYTES / 4;
  private static final long END_NS = 50 + 24 / 4;

  private final List<Long> paidNs = new ArrayList<>();

  @Test
  void aRedoLogHasOneRecordForACommit() {
    runTwoUpdates(Logging.REDO.inMemory(paidNs::add));
    assertEquals(List.of(50 + 2L * RECORD_BYTES / 4), paidNs);
  }

  @Test
  void anUndoLogHasARecordForEachWriteAndForTheEnd() {
    runTwoUpdates(Logging.UNDO.inMemory(paidNs::add));
    assertEquals(List.of(RECORD_NS, RECORD_NS, END_NS), paidNs);
  }

  @Test
  void noLogIsNoListener() {
    assertNull(Logging.NONE.inMemory(paidNs::add));
  }

  /** After a crash, a redo log has the new rows, 1 and 2, and an undo log the old ones, 0. */
  @ParameterizedTest
  @CsvSource({"REDO, true, 1", "REDO, false, 1", "UNDO, true, 0", "UNDO, false, 0"})
  void durableRowsAreOnDisk(Logging logging, boolean groupCommit, int factor, @TempDir Path folder)
      throws Exception {
    Map<Key, byte[]> rows = new HashMap<>();
    try (DiskLog disk = new DiskLog(folder, groupCommit)) {
      WorkerLog log = logging.on(disk);
      runTwoUpdates(log);
      log.awaitDurable();
      Path crashed = Files.createDirectory(folder.resolve("crashed"));
      for (ScratchDirectory.Entry file : ScratchDirectory.list(disk.directory())) {
        Files.copy(disk.directory().resolve(file.name()), crashed.resolve(file.name()));
      }
      try (FileDisk files = FileDisk.open(crashed)) {
        Recovery.run(files, (key, value, version) -> rows.put(key, value), (bytes, of) -> {});
      }
    }
    Map<Key, Long> numbers = new HashMap<>();
    rows.forEach(
        (key, row) ->
            numbers.put(key, LongStream.range(0, row.length).map(i -> row[(int) i]).sum()));
    assertEquals(
        Map.of(Key.of("numbers", 1), factor * 1L, Key.of("numbers", 2), factor * 2L), numbers);
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(folder.resolve("crashed")), left.toList());
    }
  }

  private static void runTwoUpdates(WorkerLog log) {
    Database database = new Database(Protocols.named("plor", 1), 1);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.hashed("numbers", columns.build(), 2));
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime), log, null);
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
