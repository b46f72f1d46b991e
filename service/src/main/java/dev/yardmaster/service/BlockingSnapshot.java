package dev.yardmaster.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.SnapshotSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;

/**
 * Adapts a back end's snapshot for a caller in the same process. The caller's thread waits for each
 * read.
 */
final class BlockingSnapshot implements SnapshotSource {

  private final OpenSnapshot snapshot;
  private final Closing closing;

  private BlockingSnapshot(OpenSnapshot snapshot, Closing closing) {
    this.snapshot = snapshot;
    this.closing = closing;
  }

  /**
   * Waits until a snapshot is open.
   *
   * @throws YardmasterException if the snapshot cannot be opened
   */
  static BlockingSnapshot open(CompletionStage<OpenSnapshot> opening, Closing closing) {
    try {
      return new BlockingSnapshot(await(opening, closing), closing);
    } catch (Throwable thrown) {
      // The snapshot may open after the caller has stopped waiting. It must then be closed.
      var unused = opening.thenAccept(OpenSnapshot::close);
      throw thrown;
    }
  }

  private static <T> T await(CompletionStage<T> stage, Closing closing) {
    if (closing.isOwnThread()) {
      throw Failures.wrongThread("service");
    }
    CompletableFuture<T> future = stage.toCompletableFuture();
    if (!future.isDone()) {
      Thread caller = Thread.currentThread();
      var unused = future.whenComplete((value, thrown) -> LockSupport.unpark(caller));
    }
    for (int waits = 0; !future.isDone(); waits++) {
      if (Thread.currentThread().isInterrupted()) {
        throw new YardmasterException(
            ErrorCode.INTERRUPTED, "the thread was interrupted while it waited for a snapshot");
      }
      if (closing.isTerminated()) {
        throw closing.error();
      }
      closing.moment(waits, future::isDone);
    }
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof YardmasterException error) {
        throw error;
      }
      throw e;
    }
  }

  @Override
  public long version() {
    return snapshot.version();
  }

  @Override
  public byte[][] values(List<Key> keys) {
    return await(snapshot.values(keys), closing);
  }

  @Override
  public ScannedEntries page(Scan scan, boolean afterFirst) {
    return await(snapshot.page(scan, afterFirst), closing);
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
