package dev.yardmaster.engine.protocol.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.ThreadedRun;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests Hybrid with several sets of hot keys. */
class HybridTest {

  private static final int SEEDS = 20;
  private static final int TRANSACTIONS_EACH = 60;
  private static final int WORKERS = InterleavedRun.WORKERS;

  enum Hot {
    ALL,
    EVERY_SECOND,
    FEW;

    HotKeyPartitioning keys() {
      return switch (this) {
        case ALL -> (table, key, rest) -> true;
        case EVERY_SECOND -> (table, key, rest) -> key % 2 == 0;
        case FEW -> (table, key, rest) -> key < 3;
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void hotRecordsAreSerializable(Hot hot) throws IOException {
    for (int seed = 1; seed <= 5 * InterleavedRun.EFFORT; seed++) {
      InterleavedRun.of(Protocols.hybrid(WORKERS, hot.keys()), seed, TRANSACTIONS_EACH)
          .requireGood(hot + ", seed=" + seed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void hotRecordsOnThreadsAreSerializable(Hot hot) throws Exception {
    ThreadedRun.of(Protocols.hybrid(WORKERS, hot.keys())).requireGood(hot.name());
  }

  /** The planted bug: a record is hot for one transaction but not for another. */
  @Test
  void aSetOfHotKeysThatChangesIsFound() throws IOException {
    int seed = 1;
    while (seed <= SEEDS && isGood(seed)) {
      seed++;
    }
    assertTrue(seed <= SEEDS, "not found by seeds to " + SEEDS);
  }

  private static boolean isGood(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    HotKeyPartitioning changing = (table, key, rest) -> random.nextBoolean();
    try {
      InterleavedRun.of(Protocols.hybrid(WORKERS, changing), seed, TRANSACTIONS_EACH)
          .requireGood("seed=" + seed);
      return true;
    } catch (IllegalStateException | AssertionError found) {
      return false;
    }
  }

  /**
   * A transaction that writes a hot record aborts at the access; a transaction that writes another
   * record commits.
   */
  @Test
  void onlyHotRecordsAreLockedAtTheAccess() {
    Database database = new Database(Protocols.hybrid(2, (table, key, rest) -> key == 1), 2);
    Table rows = database.create(TableDefinition.hashed("rows", RowLayout.value(), 2));
    Worker reader = database.worker(0, new ThreadPace(() -> 0));
    Worker writer = database.worker(1, new ThreadPace(() -> 0));
    reader.loader().load(rows, 1, Row.of(rows.layout()));
    reader.loader().load(rows, 2, Row.of(rows.layout()));
    List<AttemptResult> writes = new ArrayList<>();
    reader.begin();
    AttemptResult read =
        reader.attempt(
            reading -> {
              var unusedHot = reading.read(rows, 1);
              var unusedCold = reading.read(rows, 2);
              writes.add(write(writer, rows, 1));
              writes.add(write(writer, rows, 2));
            });
    assertEquals(List.of(AttemptResult.CONFLICT, AttemptResult.COMMITTED), writes);
    assertEquals(AttemptResult.CONFLICT, read); // The other record has changed.
  }

  private static AttemptResult write(Worker by, Table rows, long key) {
    by.begin();
    return by.attempt(writing -> writing.update(rows, key).setValue(new byte[1]));
  }
}
