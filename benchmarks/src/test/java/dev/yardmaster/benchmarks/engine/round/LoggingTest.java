package dev.yardmaster.benchmarks.engine.round;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.DiskLog;
import dev.yardmaster.benchmarks.engine.log.Logging;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.engine.log.WorkerLog;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.RecordTransaction;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what workers log, and the time that simulated workers are charged for a log in memory. */
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

  /**
   * The log makes an old row durable before the worker overwrites the row's record. After a
   * transaction's last record, the worker's loop waits until the record is durable; the log itself
   * does not wait.
   */
  @ParameterizedTest
  @CsvSource({
    "false, 'add, add, write'",
    "true, 'add, write, await, add, write, await, write'",
  })
  void anUndoLogWaitsBeforeEachWrite(boolean logsUndo, String expected) {
    List<String> steps = new ArrayList<>();
    runTwoUpdates(
        new WorkerLog(logsUndo) {
          @Override
          public void add(Access access) {
            steps.add("add");
          }

          @Override
          public void write() {
            steps.add("write");
          }

          @Override
          public void awaitDurable() {
            steps.add("await");
          }
        });
    assertEquals(expected, String.join(", ", steps));
  }

  @ParameterizedTest
  @EnumSource(value = Device.class, names = "MEMORY", mode = EnumSource.Mode.EXCLUDE)
  void aLogWhoseFilesVanishFailsItsWorkers(Device device, @TempDir Path folder) throws Exception {
    try (DiskLog disk = new DiskLog(folder, device, 1)) {
      WorkerLog log = Logging.REDO.on(disk);
      for (ScratchDirectory.Entry file : ScratchDirectory.list(disk.directory())) {
        Files.delete(disk.directory().resolve(file.name()));
      }
      for (int i = 0; i < 2; i++) {
        log.write();
        WorkloadFailure failure = assertThrows(WorkloadFailure.class, log::awaitDurable);
        assertTrue(failure.getMessage().startsWith("the log failed: "), failure.getMessage());
      }
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  /** After a crash, a redo log has the new rows, 1 and 2; an undo log has the old rows, 0. */
  @ParameterizedTest
  @CsvSource({"REDO, DISK_GROUPS, 1", "REDO, DISK, 1", "UNDO, DISK_GROUPS, 0", "UNDO, DISK, 0"})
  void durableRowsAreOnDisk(Logging logging, Device device, int factor, @TempDir Path folder)
      throws Exception {
    Map<Key, byte[]> rows = new HashMap<>();
    try (DiskLog disk = new DiskLog(folder, device, 1)) {
      WorkerLog log = logging.on(disk);
      runTwoUpdates(log);
      log.awaitDurable();
      Path crashed = Files.createDirectory(folder.resolve("crashed"));
      for (ScratchDirectory.Entry file : ScratchDirectory.list(disk.directory())) {
        Files.copy(disk.directory().resolve(file.name()), crashed.resolve(file.name()));
      }
      try (FileDisk files = FileDisk.open(crashed)) {
        Recovery.run(
            files, (write, version) -> rows.put(write.key(), write.value()), (bytes, of) -> {});
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

  /**
   * With groups, each group takes its own block in the log; without groups, each record takes its
   * own block.
   */
  @ParameterizedTest
  @CsvSource({"DISK, true", "DISK_GROUPS, false"})
  void everyRecordIsForcedByItselfWithoutGroups(
      Device device, boolean byItself, @TempDir Path folder) {
    int records = 1_000;
    try (DiskLog disk = new DiskLog(folder, device, 1)) {
      WorkerLog log = Logging.REDO.on(disk);
      for (int i = 0; i < records; i++) {
        log.write();
      }
      log.awaitDurable();
      long bytes =
          ScratchDirectory.list(disk.directory()).stream()
              .mapToLong(ScratchDirectory.Entry::bytes)
              .sum();
      assertEquals(byItself, bytes >= records * 4_096L, () -> bytes + " bytes");
    }
  }

  /**
   * A worker counts a transaction as committed only after the transaction's records are durable.
   */
  @Test
  void aTransactionCommitsWhenItsRecordsAreDurable() {
    Database database = new Database(Protocols.named("plor", 1), 1);
    Table table = database.create(TableDefinition.hashed("rows", RowLayout.value(), 1));
    List<Integer> writtenWhenDurable = new ArrayList<>();
    List<Integer> durableWhenEnded = new ArrayList<>();
    WorkerLog log =
        new WorkerLog(false) {
          private int written;

          @Override
          public void add(Access access) {}

          @Override
          public void write() {
            written++;
          }

          @Override
          public void awaitDurable() {
            writtenWhenDurable.add(written);
          }
        };
    Worker worker = database.worker(0, new ThreadPace(() -> 0), log, null);
    worker.loader().load(table, 1, Row.of(table.layout()));
    CallSource calls =
        new CallSource() {
          @Override
          public DispatchedCall next() {
            DispatchedCall call = new DispatchedCall();
            call.call = new Update(table);
            return call;
          }

          @Override
          public void enter(int phase) {}

          @Override
          public void ended(DispatchedCall call, boolean committed) {
            durableWhenEnded.add(writtenWhenDurable.size());
          }
        };
    RoundPhase phase =
        new RoundPhase() {
          @Override
          public Phase get() {
            return durableWhenEnded.size() < 3 ? Phase.RECORDING : Phase.OVER;
          }

          @Override
          public long recordedFromNs() {
            return 0;
          }

          @Override
          public long endNs() {
            return 0;
          }
        };
    RoundWorker loop = new RoundWorker(worker, calls, phase, log, plain(), null, null, null);
    loop.run();
    assertEquals(3, loop.committed);
    assertEquals(List.of(1, 2, 3), writtenWhenDurable);
    assertEquals(List.of(1, 2, 3), durableWhenEnded);
  }

  private static EngineSetup plain() {
    return new EngineSetup(
        null, 1, false, 0, 1, 0, 0, 1, 1, false, false, false, 0, 0, Device.MEMORY, null);
  }

  /** Updates the only record. */
  private record Update(Table table) implements RecordCall {
    @Override
    public String type() {
      return "update";
    }

    @Override
    public int records() {
      return 1;
    }

    @Override
    public void declare(KeyHints keys) {}

    @Override
    public void run(RecordTransaction transaction) {
      transaction.update(table, 1).setValue(new byte[1]);
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
