package dev.yardmaster.engine.service.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.service.commit.Acknowledger;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.service.TransactionLimits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * The open snapshots of an engine whose protocol keeps old versions. An open snapshot occupies a
 * worker and a thread. Any thread may call the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class EngineSnapshots {

  /**
   * The objects that all snapshots of an engine share.
   *
   * @param watermark supplies a version up to which all commits are visible
   */
  public record Context(
      Closing closing,
      Acknowledger acknowledger,
      TransactionLimits limits,
      LongSupplier watermark,
      LongSupplier clockNs) {}

  /**
   * A request to open a snapshot. The request waits for the worker of a snapshot that is being
   * closed.
   */
  private record Waiting(SnapshotOptions options, CompletableFuture<OpenSnapshot> opened) {}

  private final Context context;
  private final Function<Runnable, Thread> threads;
  private final int most;

  @Shared(
      writers = "threads that open or close a snapshot, the threads of snapshots",
      readers = "the same, the closing thread",
      access =
          "guarded by the monitor of the EngineSnapshots, like the fields after it; a worker belongs"
              + " to the snapshot that has taken it")
  private final Deque<ServiceWorker> free;

  private final Deque<Waiting> waiting = new ArrayDeque<>();

  /** The number of snapshots that were closed but still use a worker. */
  private int closing;

  /** The highest version that {@link #visibleVersion} has returned. */
  private long newest;

  /**
   * Creates the object without open snapshots.
   *
   * @param workers the workers for snapshots; their number is the maximum number of open snapshots
   * @param threads creates the thread of a snapshot
   */
  public EngineSnapshots(
      List<ServiceWorker> workers, Context context, Function<Runnable, Thread> threads) {
    this.context = context;
    this.threads = threads;
    most = workers.size();
    free = new ArrayDeque<>(workers);
  }

  Context context() {
    return context;
  }

  /**
   * Returns a version up to which all commits are visible. The result never falls. In contrast, the
   * watermark can fall: a worker publishes a lower bound, which may be below the version that the
   * worker then draws.
   */
  synchronized long visibleVersion() {
    newest = Math.max(newest, context.watermark().getAsLong());
    return newest;
  }

  /** Opens a snapshot; see {@link dev.yardmaster.service.BackEnd#snapshot}. */
  public CompletionStage<OpenSnapshot> open(SnapshotOptions options) {
    ServiceWorker worker;
    synchronized (this) {
      worker = free.poll();
      if (worker == null) {
        if (waiting.size() == closing) {
          return CompletableFuture.failedFuture(overloaded("too many snapshots are open", null));
        }
        Waiting next = new Waiting(options, new CompletableFuture<>());
        waiting.add(next);
        return next.opened;
      }
    }
    return start(worker, options);
  }

  private CompletionStage<OpenSnapshot> start(ServiceWorker worker, SnapshotOptions options) {
    EngineSnapshot snapshot = new EngineSnapshot(worker, options, this);
    try {
      threads.apply(snapshot).start();
    } catch (OutOfMemoryError noThread) { // The machine has reached its limit of threads.
      giveBack(worker, false);
      return CompletableFuture.failedFuture(overloaded("the snapshot gets no thread", noThread));
    }
    return snapshot.opened();
  }

  private YardmasterException overloaded(String text, Throwable cause) {
    return new YardmasterException(ErrorCode.OVERLOADED, text, cause, "limit", most);
  }

  /** Records that an open snapshot was closed, so that its worker will soon be free. */
  synchronized void closes() {
    closing++;
  }

  /**
   * Takes back the worker of a snapshot. If a request to open a snapshot waits, the request gets
   * the worker.
   *
   * @param wasClosed whether {@link #closes} was called for the snapshot
   */
  void giveBack(ServiceWorker worker, boolean wasClosed) {
    Waiting next;
    synchronized (this) {
      closing -= wasClosed ? 1 : 0;
      next = waiting.poll();
      if (next == null) {
        free.add(worker);
        return;
      }
    }
    var unused =
        start(worker, next.options)
            .whenComplete(
                (opened, thrown) -> {
                  if (thrown == null) {
                    next.opened.complete(opened);
                  } else {
                    next.opened.completeExceptionally(thrown);
                  }
                });
  }

  /** Returns whether no snapshot uses a worker. */
  public synchronized boolean areEnded() {
    return free.size() == most;
  }
}
