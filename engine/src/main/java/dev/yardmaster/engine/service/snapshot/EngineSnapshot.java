package dev.yardmaster.engine.service.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.service.keys.KeyScan;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.worker.SnapshotRead;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/**
 * An open snapshot of an engine. The snapshot is one read-only transaction with the isolation level
 * {@link Isolation#SNAPSHOT}, and has its own thread and its own worker. The logic of the
 * transaction executes the read steps that arrive, until the snapshot is closed or reaches a limit.
 * The protocol keeps the versions that the transaction reads.
 *
 * <p>Each step uses a scan, even to read a single key. A scan of such a transaction adds nothing to
 * its access set, so the snapshot can read any number of keys.
 */
@NullUnmarked // Internal: fields and results may be null.
final class EngineSnapshot implements OpenSnapshot, RecordLogic, Runnable {

  private static final int PAGE_ENTRIES = 512;
  private static final int PAGE_BYTES = 1 << 18;

  /** The time between two checks of the limits while no step arrives, in ns. */
  private static final long LOOK_NS = 10_000_000;

  /** One step of the snapshot: a read, and the future of its result. */
  private record Step<T>(Function<RecordTransaction, T> reading, CompletableFuture<T> result) {

    void run(RecordTransaction records) {
      result.complete(reading.apply(records));
    }
  }

  private final ServiceWorker worker;
  private final SnapshotOptions options;
  private final EngineSnapshots snapshots;
  private final EngineSnapshots.Context context;
  private final long deadlineNs;
  private final CompletableFuture<OpenSnapshot> opened = new CompletableFuture<>();

  @Shared(
      writers = "the thread that uses the snapshot",
      readers = "the snapshot's thread",
      access = "array blocking queue of 1: a step follows the result of the step before")
  private final BlockingQueue<Step<?>> steps = new ArrayBlockingQueue<>(1);

  @Shared(
      writers = "the thread that closes the snapshot",
      readers = "the snapshot's thread",
      access = "volatile; set once, under the monitor of the EngineSnapshot")
  private volatile boolean closed;

  @Shared(
      writers = "the snapshot's thread",
      readers = "the thread that uses the snapshot",
      access =
          "volatile; set once, under the monitor of the EngineSnapshot. A thread that reads the error after it has offered a step removes"
              + " the step")
  private volatile YardmasterException ended;

  private long version;

  /** The step that the snapshot's thread is executing; null if there is none. */
  private Step<?> current;

  EngineSnapshot(ServiceWorker worker, SnapshotOptions options, EngineSnapshots snapshots) {
    this.worker = worker;
    this.options = options;
    this.snapshots = snapshots;
    context = snapshots.context();
    deadlineNs = context.clockNs().getAsLong() + options.timeout().toNanos();
  }

  CompletionStage<OpenSnapshot> opened() {
    return opened;
  }

  // The thread of the snapshot calls the following methods.

  @Override
  public void run() {
    try {
      worker.busy(true);
      worker.pace().untilInterrupted(deadlineNs);
      worker.point().expectNothing();
      version = snapshots.visibleVersion(); // All commits up to this version are visible.
      worker.worker().begin();
      AttemptResult result = worker.attempt(this);
      if (result == AttemptResult.FAILED) {
        context.closing().fail(worker.worker().failure());
      }
    } catch (Throwable bug) { // After a bug in the engine, its state can no longer be trusted.
      context.closing().fail(bug);
    } finally {
      boolean wasClosed = end();
      opened.completeExceptionally(ended);
      if (current != null) {
        current.result.completeExceptionally(ended);
      }
      refuseSteps(ended);
      worker.busy(false);
      snapshots.giveBack(worker, wasClosed);
    }
  }

  /**
   * Stores the reason why the snapshot has ended. Returns whether the snapshot was already closed.
   */
  private synchronized boolean end() {
    ended = reason();
    return closed;
  }

  /** Returns the reason why the snapshot has ended. */
  private YardmasterException reason() {
    if (closed) {
      return new YardmasterException(ErrorCode.TRANSACTION_OVER, "the snapshot is closed");
    }
    if (context.closing().isClosing()) {
      return context.closing().error();
    }
    return isLate()
        ? SnapshotRead.tooOld(version, "timeout", options.timeout())
        : SnapshotRead.tooOld(version, "maxDataBytes", context.limits().data().maxBytes());
  }

  private boolean isLate() {
    return context.clockNs().getAsLong() - deadlineNs >= 0;
  }

  /**
   * Returns whether the data, including the old versions that snapshots keep alive, exceeds the
   * engine's memory limit.
   */
  private boolean isFull() {
    return context.limits().data().bytes() > context.limits().data().maxBytes();
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public Isolation isolation() {
    return Isolation.SNAPSHOT;
  }

  @Override
  public void run(RecordTransaction records) {
    // A commit is visible before it is on disk. The commits that the snapshot sees must be on disk
    // before a caller sees the snapshot.
    Outcome<Object> durable =
        context
            .acknowledger()
            .acknowledge(
                new Outcome.Committed<>(null, 0, 0, 0, null), context.acknowledger().newest());
    if (!(durable instanceof Outcome.Committed<Object>)) {
      return;
    }
    opened.complete(this);
    while (!closed && !context.closing().isClosing() && !isLate() && !isFull()) {
      try {
        Step<?> step = steps.poll(LOOK_NS, TimeUnit.NANOSECONDS);
        if (step != null) {
          current = step;
          step.run(records);
          current = null;
        }
        // Between two steps, the thread has no reference to a record, so it may enter the current
        // epoch. So an idle snapshot does not delay the reuse of the slots of versions that it does
        // not need.
        worker.worker().context().member().refresh();
      } catch (InterruptedException e) {
        return; // Only this snapshot uses the thread, so an interrupt means the end.
      }
    }
  }

  private byte[][] read(RecordTransaction records, List<Key> keys) {
    byte[][] values = new byte[keys.size()][];
    for (int i = 0; i < values.length; i++) {
      ScannedEntries first = run(records, Scan.forward(keys.get(i), null, 1));
      boolean isFound = first.size() > 0 && first.key(0).equals(keys.get(i));
      values[i] = isFound ? first.value(0) : null;
    }
    return values;
  }

  private ScannedEntries read(RecordTransaction records, Scan scan, boolean afterFirst) {
    boolean leavesOut = afterFirst && !scan.backward();
    int limit = Math.min(scan.limit(), PAGE_ENTRIES) + (leavesOut ? 1 : 0);
    Key to = scan.isToTableEnd() ? null : scan.to();
    ScannedEntries found = run(records, new Scan(scan.from(), to, limit, scan.backward()));
    if (!leavesOut || found.size() == 0 || !found.key(0).equals(scan.from())) {
      return found.upTo(scan.limit());
    }
    return found.withoutFirst();
  }

  private ScannedEntries run(RecordTransaction records, Scan scan) {
    KeyScan reading = new KeyScan(scan, PAGE_BYTES);
    worker.access().scan(records, reading);
    return reading.entries();
  }

  // The thread that uses the snapshot calls the following methods.

  @Override
  public long version() {
    return version;
  }

  @Override
  public CompletionStage<byte[][]> values(List<Key> keys) {
    try {
      keys.forEach(context.limits()::checkTable);
    } catch (YardmasterException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return send(records -> read(records, keys));
  }

  @Override
  public CompletionStage<ScannedEntries> page(Scan scan, boolean afterFirst) {
    try {
      context.limits().checkTable(scan.from());
    } catch (YardmasterException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return send(records -> read(records, scan, afterFirst));
  }

  private <T> CompletionStage<T> send(Function<RecordTransaction, T> reading) {
    Step<T> step = new Step<>(reading, new CompletableFuture<>());
    if (!steps.offer(step)) {
      return CompletableFuture.failedFuture(
          new YardmasterException(
              ErrorCode.BAD_MESSAGE, "the read before is not answered yet", "limit", 1));
    }
    YardmasterException why = ended;
    if (why != null) {
      refuseSteps(why);
    }
    return step.result;
  }

  private void refuseSteps(YardmasterException why) {
    for (Step<?> step; (step = steps.poll()) != null; ) {
      step.result.completeExceptionally(why);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      if (ended != null) {
        return;
      }
      snapshots.closes();
    }
    // An empty step wakes the thread. If the queue already contains a step, this step wakes the
    // thread.
    var unused = steps.offer(new Step<>(records -> null, new CompletableFuture<>()));
  }
}
