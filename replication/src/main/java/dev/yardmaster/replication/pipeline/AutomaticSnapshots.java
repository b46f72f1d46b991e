package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests a snapshot from the log when the total length of the entries that were applied since the
 * last snapshot reaches a threshold. After a start, the log again applies the entries since its
 * last snapshot, so these entries count too.
 *
 * <p>The threshold is at least the length of the last snapshot. A new member first copies a
 * snapshot, and then needs the entries after this snapshot. If the leader took another snapshot and
 * removed these entries before the copy was complete, the new member would never catch up.
 *
 * <p>The threshold also has a maximum: with data on disk, a snapshot also flushes the changes,
 * which must not fill the memory. If another member is copying the last snapshot, the log refuses
 * the new snapshot, but only after the replica has flushed its changes.
 *
 * <p>All members apply the same entries, and a follower applies no entries while it saves a
 * snapshot. So that the members rarely save at the same time, each member chooses the threshold for
 * each snapshot at random, between half of a limit and the limit. The limit is the configured
 * length, or twice the length of the last snapshot if that is longer.
 *
 * <p>If a snapshot fails, the next attempt follows when the log has grown by another eighth of the
 * limit, or after a pause. The pause is necessary with data on disk: if the memory is full, the log
 * cannot grow until the changes are flushed. If several attempts fail in succession, only the first
 * failure is logged.
 */
final class AutomaticSnapshots implements Replica {

  private static final Logger LOG = LoggerFactory.getLogger(AutomaticSnapshots.class);

  private static final int ATTEMPTS_PER_LIMIT = 8;

  private final Replica replica;
  private final long limitBytes;
  private final long mostBytes;
  private final RandomGenerator random;
  private final Executor starter;
  private final Executor afterPause;

  @Shared(
      writers = "the thread that starts the machine",
      readers = "the log's thread",
      access = "guarded by the monitor of the object, as are the fields below")
  private ReplicatedLog log;

  @Shared(writers = "the log's thread", readers = "the same", access = "guarded by the monitor")
  private long appliedBytes;

  @Shared(
      writers = "the thread that has saved a snapshot, the log's thread",
      readers = "the log's thread",
      access = "guarded by the monitor")
  private long savedBytes;

  @Shared(
      writers = "the thread that has saved a snapshot, the log's thread",
      readers = "the thread that ends a snapshot",
      access = "guarded by the monitor")
  private long snapshotBytes;

  @Shared(
      writers = "the thread that ends a snapshot, the one that repeats a failed one",
      readers = "the log's thread",
      access = "guarded by the monitor")
  private long dueBytes;

  @Shared(
      writers = "the log's thread, the thread that ends a snapshot",
      readers = "the same",
      access = "guarded by the monitor")
  private boolean inProgress;

  @Shared(
      writers = "the thread that ends a snapshot",
      readers = "the same",
      access = "guarded by the monitor")
  private boolean failing;

  /**
   * Creates the object.
   *
   * @param limitBytes the maximum threshold, in bytes, unless the last snapshot is longer than half
   *     of this number; 2 or more
   * @param mostBytes the maximum threshold, in bytes, in any case; 2 or more
   * @param starter runs the calls that start a snapshot on a thread of its own, because the log's
   *     thread must not wait for the log
   * @param afterPause runs the call that repeats a failed attempt after a pause, or does not run it
   */
  AutomaticSnapshots(
      Replica replica,
      long limitBytes,
      long mostBytes,
      RandomGenerator random,
      Executor starter,
      Executor afterPause) {
    this.replica = replica;
    this.limitBytes = limitBytes;
    this.mostBytes = mostBytes;
    this.random = random;
    this.starter = starter;
    this.afterPause = afterPause;
    dueBytes = drawnBytes();
  }

  private long drawnBytes() {
    long bytes = Math.min(Math.max(limitBytes, 2 * snapshotBytes), mostBytes);
    return bytes / 2 + random.nextLong(bytes / 2);
  }

  /** Sets the log. From now on, snapshots are requested from this log. */
  synchronized void joins(ReplicatedLog joined) {
    log = joined;
    startIfDue();
  }

  @Override
  public void apply(long index, long term, ByteBuffer entry) {
    int bytes = entry.remaining();
    replica.apply(index, term, entry);
    synchronized (this) {
      appliedBytes += bytes;
      startIfDue();
    }
  }

  private void startIfDue() {
    if (log != null && !inProgress && appliedBytes - savedBytes >= dueBytes) {
      inProgress = true;
      ReplicatedLog joined = log;
      starter.execute(() -> take(joined));
    }
  }

  private void take(ReplicatedLog joined) {
    try {
      var unused = joined.snapshot().whenComplete((index, failure) -> ended(joined, failure));
    } catch (RuntimeException e) {
      ended(joined, e);
    }
  }

  private void ended(ReplicatedLog joined, Throwable failure) {
    boolean isClosed = failure != null && joined.status().role() == MemberRole.CLOSED;
    synchronized (this) {
      inProgress = false;
      if (failure == null) {
        dueBytes = drawnBytes();
        failing = false;
        startIfDue(); // If memory is full, no further entry comes.
        return;
      }
      long failedAt = dueBytes;
      dueBytes =
          appliedBytes
              - savedBytes
              + Math.max(1, Math.min(limitBytes, mostBytes) / ATTEMPTS_PER_LIMIT);
      if (!failing && !isClosed) {
        LOG.warn("no snapshot can be taken, so the log grows", failure);
      }
      failing = true;
      if (!isClosed) {
        afterPause.execute(() -> retry(failedAt));
      }
    }
  }

  private synchronized void retry(long failedAt) {
    dueBytes = Math.min(dueBytes, failedAt);
    startIfDue();
  }

  @Override
  public void startLeading(long term) {
    replica.startLeading(term);
  }

  @Override
  public void stopLeading(long term) {
    replica.stopLeading(term);
  }

  @Override
  public Save save(Path folder) throws IOException {
    Save rest = replica.save(folder);
    long throughBytes = appliedBytes();
    return () -> {
      rest.run();
      saved(throughBytes, length(folder));
    };
  }

  @Override
  public boolean flushesWhenSaved() {
    return replica.flushesWhenSaved();
  }

  private synchronized long appliedBytes() {
    return appliedBytes;
  }

  private synchronized void saved(long throughBytes, long bytes) {
    savedBytes = throughBytes;
    snapshotBytes = bytes;
  }

  private static long length(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(path);
      }
    }
    return bytes;
  }

  @Override
  public void load(Path folder) throws IOException {
    replica.load(folder);
    saved(appliedBytes(), length(folder));
    synchronized (this) {
      dueBytes = drawnBytes();
    }
  }
}
