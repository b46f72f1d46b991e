package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.Recovery;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the start from a checkpoint with rows that were deleted while the checkpoint was written.
 * The deletions are above the watermark of the checkpoint, so the replay of the log must repeat
 * them; otherwise the rows would come back.
 */
@Timeout(60)
class FuzzyCheckpointTest {

  private static final int ROWS = 4_000;
  private static final LogSettings SETTINGS = LogSettings.sync().withLengths(1 << 16, 1 << 16);

  /** All entries of a checkpoint of typed tables have this version. */
  private static final long OF_CHECKPOINT = 1;

  @TempDir private Path folder;

  private Table numbers;

  /**
   * Opens the database without threads, so each wait for the log also executes one step of a
   * checkpoint.
   */
  private Database open(UnaryOperator<Recovery.Sink> recovering) {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn unused = columns.number("number");
    RowLayout layout = columns.build();
    return Database.open(
        folder,
        workers -> Protocols.named("silo", workers),
        1,
        SETTINGS,
        new LogParts() {
          @Override
          public Recovery.Sink recovering(Recovery.Sink tables) {
            return recovering.apply(tables);
          }

          @Override
          public boolean startsThreads() {
            return false;
          }
        },
        database -> numbers = database.create(TableDefinition.ordered("numbers", layout)));
  }

  private static Worker worker(Database database) {
    return database.pipelinedWorker(0, new ThreadPace(System::nanoTime), null, null);
  }

  private Set<Long> keys(Database database) {
    Set<Long> keys = new TreeSet<>();
    var unused =
        worker(database)
            .run(
                transaction ->
                    transaction.scan(
                        numbers,
                        0,
                        ROWS,
                        ROWS,
                        (key, rest, row) -> {
                          keys.add(key);
                          return true;
                        }));
    return keys;
  }

  /** Deletes rows while a checkpoint is written, and returns the keys of the rows that are left. */
  private Set<Long> deletedMeanwhile() {
    Set<Long> left = new TreeSet<>();
    try (Database database = open(tables -> tables)) {
      Worker worker = worker(database);
      for (long key = 0; key < ROWS; key++) {
        long ofKey = key;
        var unused = worker.run(transaction -> transaction.put(numbers, ofKey));
        left.add(key);
      }
      // The watermark of the first checkpoint is at this point, or a few deletions later.
      for (long key = 0; database.log().checkpoints().written() == 0; key++) {
        long ofKey = key;
        var unused = worker.run(transaction -> transaction.delete(numbers, ofKey));
        left.remove(key);
        database.log().await();
      }
    }
    return left;
  }

  @Test
  void aRowThatWasDeletedAboveTheWatermarkDoesNotComeBack() {
    Set<Long> left = deletedMeanwhile();
    Set<Long> deletedInCheckpoint = new TreeSet<>();
    try (Database database =
        open(
            tables ->
                (write, version) -> {
                  if (version == OF_CHECKPOINT && write.table().equals("numbers")) {
                    deletedInCheckpoint.add(write.number());
                  }
                  tables.entry(write, version);
                })) {
      deletedInCheckpoint.removeAll(left);
      assertFalse(deletedInCheckpoint.isEmpty(), "the checkpoint has no deleted row");
      assertEquals(left, keys(database));
    }
  }

  /** A planted bug: the replay of the log skips deletions; the test must notice. */
  @Test
  void aReplayWithoutDeletionsIsFound() {
    Set<Long> left = deletedMeanwhile();
    try (Database database =
        open(
            tables ->
                (write, version) -> {
                  if (!write.isDeletion()) {
                    tables.entry(write, version);
                  }
                })) {
      Set<Long> found = keys(database);
      assertTrue(found.containsAll(left));
      assertFalse(found.equals(left), "no deleted row has come back");
    }
  }
}
