package dev.yardmaster.engine.protocol.mocc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.BugSearch;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests MOCC with records that become hot quickly, and with records that are all hot. */
class MoccTest {

  private static final int SEEDS = 20;
  private static final int TRANSACTIONS_EACH = 60;
  private static final long PERIOD_NS = 1_000_000_000L;

  private final Database database = new Database(new Mocc(2, 1), 2);
  private final RowLayout.Builder columns = RowLayout.columns();
  private final LongColumn number = columns.number("number");
  private final Table table =
      database.create(TableDefinition.hashed("numbers", columns.build(), 2));
  private final AtomicLong othersClockNs = new AtomicLong();
  private final Worker worker = database.worker(0, new ThreadPace(() -> 0));
  private final Worker other =
      database.worker(
          1,
          new ThreadPace(othersClockNs::get) {
            @Override
            public boolean givesUp() {
              return true; // This worker never waits for another transaction.
            }
          });

  @BeforeEach
  void load() {
    worker.loader().load(table, 1, Row.of(table.layout()));
    worker.loader().load(table, 2, Row.of(table.layout()));
  }

  /** Bugs that are planted in one step of a worker's part. */
  enum Bug {
    /** A reader that has set its bit does not see that a writer has locked the record. */
    READER_IGNORES_WRITER {
      @Override
      MoccControl plant(WorkerContext context, int workers) {
        return new MoccControl(context, workers, 0) {
          @Override
          long lookForWriter(MoccAccess access) {
            long header = super.lookForWriter(access);
            boolean present = !RecordHeader.isAbsent(header) && !RecordHeader.isDead(header);
            return present ? RecordHeader.present(RecordHeader.version(header)) : header;
          }
        };
      }
    },

    /** A writer does not see the bits of readers. */
    WRITER_IGNORES_READERS {
      @Override
      MoccControl plant(WorkerContext context, int workers) {
        return new MoccControl(context, workers, 0) {
          @Override
          int nextReader(Access access, int from) {
            return -1;
          }
        };
      }
    };

    abstract MoccControl plant(WorkerContext context, int workers);
  }

  @ParameterizedTest
  @EnumSource(Bug.class)
  void aPlantedBugIsFound(Bug bug) throws IOException {
    BugSearch.requireFound(
        bug,
        SEEDS,
        BugSearch.failing(
            seed ->
                InterleavedRun.of(planted(bug), seed, TRANSACTIONS_EACH)
                    .requireGood("seed=" + seed)));
  }

  private static Mocc planted(Bug bug) {
    return new Mocc(InterleavedRun.WORKERS, 0) {
      @Override
      MoccControl control(WorkerContext worker, int workers, int hot) {
        return bug.plant(worker, workers);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void hotRecordsAreSerializable(int hot) throws IOException {
    for (int seed = 1; seed <= 5 * InterleavedRun.EFFORT; seed++) {
      InterleavedRun.of(new Mocc(InterleavedRun.WORKERS, hot), seed, TRANSACTIONS_EACH)
          .requireGood("hot=" + hot + ", seed=" + seed);
    }
  }

  /** A read that fails its validation heats the record, and the next attempt locks the record. */
  @Test
  void aRecordThatFailedAValidationIsLocked() {
    assertEquals(List.of(AttemptResult.COMMITTED, AttemptResult.CONFLICT), incrementsWhileRead(0));
    assertEquals(AttemptResult.COMMITTED, attempt(other, this::increment));
  }

  /**
   * The record is cold for the writer. So the writer locks the record only at its commit, and then
   * finds the reader's lock.
   */
  @Test
  @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // The test would wait for itself.
  void aCommitThatMayNotWaitForAReaderGivesUp() {
    assertEquals(
        List.of(AttemptResult.COMMITTED, AttemptResult.CONFLICT), incrementsWhileRead(PERIOD_NS));
    assertEquals(AttemptResult.COMMITTED, attempt(worker, this::increment));
  }

  @Test
  void aHotRecordIsColdInTheNextPeriod() {
    assertEquals(AttemptResult.COMMITTED, incrementsWhileRead(0).get(0));
    othersClockNs.set(PERIOD_NS);
    AttemptResult reader =
        attempt(
            other,
            transaction -> {
              var unused = transaction.read(table, 1);
              assertEquals(AttemptResult.COMMITTED, attempt(worker, this::increment));
            });
    assertEquals(AttemptResult.CONFLICT, reader);
  }

  /**
   * Increments a record twice, each time while another transaction has read it. The first increment
   * makes the record hot, so the reader locks the record in its second attempt.
   *
   * @param laterNs the writer's clock during the second increment; the reader's clock is 0
   * @return the results of the two increments
   */
  private List<AttemptResult> incrementsWhileRead(long laterNs) {
    List<AttemptResult> increments = new ArrayList<>();
    int restarts =
        worker.run(
            transaction -> {
              var unused = transaction.read(table, 1);
              transaction.update(table, 2).addLong(number, 1);
              increments.add(attempt(other, this::increment));
              othersClockNs.set(laterNs);
            });
    assertEquals(1, restarts);
    return increments;
  }

  private void increment(RecordTransaction transaction) {
    transaction.update(table, 1).addLong(number, 1);
  }

  private static AttemptResult attempt(Worker by, RecordLogic logic) {
    by.begin();
    return by.attempt(logic);
  }

  /**
   * A reader that will abort still has its bit set when the writer's commit locks the written
   * records.
   */
  @Test
  void aReaderThatFindsAnEarlyLockDoesNotAbortTheWriter() {
    List<MoccControl> controls = new ArrayList<>();
    List<Boolean> commitsLock = new ArrayList<>();
    Mocc mocc =
        new Mocc(2, 0) {
          @Override
          MoccControl control(WorkerContext context, int workers, int hot) {
            MoccControl control =
                new MoccControl(context, workers, hot) {
                  @Override
                  long lookForWriter(MoccAccess access) {
                    commitsLock.add(controls.get(1).lock());
                    return super.lookForWriter(access);
                  }
                };
            controls.add(control);
            return control;
          }
        };
    Database locked = new Database(mocc, 2);
    Table rows = locked.create(TableDefinition.hashed("rows", RowLayout.value(), 1));
    Worker reader = locked.worker(0, new ThreadPace(() -> 0));
    Worker writer = locked.worker(1, new ThreadPace(() -> 0));
    reader.loader().load(rows, 1, Row.of(rows.layout()));
    List<AttemptResult> reads = new ArrayList<>();
    AttemptResult write =
        attempt(
            writer,
            writing -> {
              writing.update(rows, 1).setValue(new byte[1]);
              reads.add(attempt(reader, reading -> reading.read(rows, 1)));
            });
    assertEquals(List.of(true), commitsLock);
    assertEquals(List.of(AttemptResult.CONFLICT), reads);
    assertEquals(AttemptResult.COMMITTED, write);
  }
}
