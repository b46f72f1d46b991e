package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryReader;
import dev.yardmaster.history.HistoryVisitor;
import dev.yardmaster.processor.SteppedPipeline.Submitted;
import dev.yardmaster.processor.caller.CallerSide;
import dev.yardmaster.processor.caller.CallerTurns;
import dev.yardmaster.processor.caller.PipelineSession;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.storage.worker.StorageWorker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the reads that a session makes on the caller's thread, and how the session gets the turn to
 * run the agents. No other thread runs the agents.
 */
@Timeout(30)
class PipelineSessionTest {

  private static final List<Key> KEYS = List.of(Key.of("t", 1));
  private static final long TIMEOUT_NS = TransactionOptions.defaults().timeout().toNanos();

  private final PipelineAgents agents =
      PipelineAgents.of(PipelineConfig.defaults().onCores(1), new PipelineParts());
  private final Processor processor = agents.processors().get(0);
  private final List<String> turns = new ArrayList<>();
  private long nowNs = new PipelineParts().clock().nanoTime();
  private boolean terminated;

  private PipelineSession session;

  /** Opens a session on the test's thread. */
  private void open() {
    session =
        new PipelineSession(
            TransactionOptions.defaults(),
            null,
            nowNs,
            processor,
            new CallerSide(
                agents.callerReads(),
                new RecordedTurns(),
                (waits, over) -> processor.doWork(),
                () -> nowNs,
                () -> terminated));
  }

  /** Never grants the turn to run the agents, and records the calls. */
  private final class RecordedTurns implements CallerTurns {
    @Override
    public void arrive(long longestNs) {
      turns.add("arrives for at most " + longestNs);
    }

    @Override
    public boolean begin() {
      turns.add("begins");
      return false;
    }

    @Override
    public void end(BooleanSupplier over) {
      throw new AssertionError("the caller has no turn");
    }

    @Override
    public void abandon() {
      turns.add("abandons");
    }

    @Override
    public boolean run(BooleanSupplier over) {
      return false;
    }

    @Override
    public void wake(Thread caller) {}
  }

  private void assertOver() {
    YardmasterException error = assertThrows(YardmasterException.class, () -> session.values(KEYS));
    assertEquals(ErrorCode.TRANSACTION_OVER, error.code());
  }

  @Test
  void aReadNeedsNoAgent() {
    open();
    assertTrue(session.begin());
    assertEquals(1, session.values(KEYS).length);
    session.end();
    assertEquals(List.of("arrives for at most " + TIMEOUT_NS, "abandons"), turns);
  }

  @Test
  void nothingIsReadAfterTheDeadline() {
    open();
    nowNs += TIMEOUT_NS + 1;
    assertOver();
    assertEquals(
        AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, session.outcome()).cause());
  }

  @Test
  void nothingIsReadAfterTheEndOfTheService() {
    open();
    terminated = true;
    assertOver();
    assertEquals(
        ErrorCode.CLOSED,
        assertInstanceOf(Outcome.Rejected.class, session.outcome()).error().code());
  }

  @Test
  void nothingIsReadAfterAnInterruptWhichIsKept() {
    open();
    Thread.currentThread().interrupt();
    assertOver();
    assertFalse(Thread.currentThread().isInterrupted());
    session.end();
    assertTrue(Thread.interrupted());
  }

  @Test
  void aCallerWhoseStackWasFullTakesNoTurn() {
    open();
    terminated = true;
    session.fail(new StackOverflowError());
    assertEquals(List.of(), turns);
  }

  @Test
  void aCallerThatCommitsTriesToGetTheTurn() {
    open();
    terminated = true;
    session.commit(Map.of(), null);
    assertEquals(List.of("begins"), turns);
  }

  @Test
  void eachReadIsHandedOverOnce() throws IOException {
    HistoryLog history = HistoryLog.inMemory();
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults(), history)) {
      pipeline.execute(
          transaction -> {
            for (int i = 0; i < 4; i++) {
              transaction.getLong(Key.of("t", i));
              transaction.scan(Key.of("u", i), Key.of("u", i + 1), 1);
            }
            transaction.putLong(Key.of("t", 9), 1);
            return null;
          });
    }
    history.close();
    ReadNumbers reads = new ReadNumbers();
    HistoryReader.read(history.bytes(), reads);
    assertEquals(List.of(0L, 1L, 2L, 3L), reads.numbers.stream().sorted().toList());
  }

  /** Collects the numbers of the keys of table t that were read. */
  private static final class ReadNumbers implements HistoryVisitor {
    private final List<Long> numbers = new ArrayList<>();
    private int read;

    @Override
    public void table(int table, String name) {
      read = name.equals("t") ? table : read;
    }

    @Override
    public void begin(long transactionId, long commitVersion, long beginNs, long endNs) {}

    @Override
    public void read(int table, long number, long version, int digest) {
      if (table == read) {
        numbers.add(number);
      }
    }

    @Override
    public void read(
        int table,
        Key.Kind kind,
        byte[] buffer,
        int idOffset,
        int idLength,
        long version,
        int digest) {}

    @Override
    public void write(int table, long number, long version, int digest) {}

    @Override
    public void write(
        int table,
        Key.Kind kind,
        byte[] buffer,
        int idOffset,
        int idLength,
        long version,
        int digest) {}

    @Override
    public void end() {}
  }

  /**
   * A pipeline in which one transaction may run at a time, and whose storage stops as soon as an
   * interactive transaction has met a commit.
   */
  private static final class StoppedStorage implements AutoCloseable {

    final SteppedPipeline stepped =
        new SteppedPipeline(PipelineConfig.builder().window(Window.fixed(1)).build());
    final List<Long> seen = new ArrayList<>();

    /** The number of steps in which storage has not run. */
    int stopped;

    private boolean met;

    /** Runs storage again when {@code holds} returns true after a step. */
    StoppedStorage(Predicate<StoppedStorage> holds) {
      stepped.runs =
          agent -> {
            if (!(agent instanceof StorageWorker) || !met || holds.test(this)) {
              return true;
            }
            stopped++;
            return false;
          };
    }

    Submitted<OneShot.Result> put(long key, long number) {
      OneShot put = OneShot.builder().put(Key.of("t", key), Values.ofLong(number)).build();
      return new Submitted<>(stepped.pipeline.submit(put).toCompletableFuture());
    }

    /** Executes a transaction that reads key 1, whose value another transaction then replaces. */
    Outcome<Object> execute() {
      return stepped.pipeline.execute(
          transaction -> {
            seen.add(transaction.getLong(KEYS.get(0)));
            if (!met) {
              // Storage must not run after the processor has answered.
              var unused = put(1, 7).stage().whenComplete((outcome, failure) -> met = true);
              stepped.stepUntil(() -> met);
            }
            transaction.putLong(Key.of("t", 2), 1);
            return null;
          },
          TransactionOptions.defaults());
    }

    /** Requires that one transaction may run at a time, neither more nor fewer. */
    void requireTheWholeWindow() {
      Submitted<OneShot.Result> first = put(8, 1);
      Submitted<OneShot.Result> second = put(9, 1);
      stepped.step();
      assertEquals(1, stepped.pipeline.load().inFlight());
      stepped.stepUntil(() -> first.isDone() && second.isDone());
      assertEquals(0, stepped.pipeline.load().inFlight());
    }

    @Override
    public void close() {
      stepped.close();
    }
  }

  @Test
  void aRestartedRunReadsTheCommitThatAbortedTheRunBefore() {
    AtomicReference<Submitted<OneShot.Result>> meanwhile = new AtomicReference<>();
    try (StoppedStorage storage =
        new StoppedStorage(
            stop -> {
              if (stop.stopped == 50) {
                meanwhile.set(stop.put(3, 1));
              }
              return stop.stopped >= 100;
            })) {
      assertInstanceOf(Outcome.Committed.class, storage.execute());
      assertEquals(100, storage.stopped);
      assertEquals(List.of(0L, 7L), storage.seen);
      assertTrue(meanwhile.get().isDone(), "a run that waits leaves room for others");
      storage.requireTheWholeWindow();
    }
  }

  @Test
  void aRunThatWaitsForAnInstallEndsAtItsDeadline() {
    AtomicBoolean over = new AtomicBoolean();
    try (StoppedStorage storage =
        new StoppedStorage(
            stop -> {
              if (stop.stopped == 50) {
                stop.stepped.nowNs += TIMEOUT_NS + 1;
              }
              return over.get();
            })) {
      Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, storage.execute());
      assertEquals(AbortCause.TIMEOUT, aborted.cause());
      assertEquals(List.of(0L), storage.seen);
      over.set(true);
      storage.requireTheWholeWindow();
      storage.execute();
      assertEquals(List.of(0L, 7L), storage.seen);
    }
  }

  @Test
  void aTransactionIsInFlightFromItsFirstRead() {
    open();
    assertTrue(agents.callerReads().areEnded());
    session.values(KEYS);
    assertFalse(agents.callerReads().areEnded());
    session.values(KEYS);
    session.end();
    assertTrue(agents.callerReads().areEnded());
  }
}
