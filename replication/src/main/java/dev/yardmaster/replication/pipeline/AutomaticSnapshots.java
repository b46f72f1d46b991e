package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.Role;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the log take a snapshot when the entries that the replica has applied since the last one
 * have a number of bytes. After a start, the log applies the entries since its last snapshot again,
 * so they count too.
 *
 * <p>The number is at least the length of the last snapshot. A new member first gets a snapshot and
 * then the entries after it; if the leader took the next snapshot and removed those entries before
 * the new member had copied the first one, the new member would never catch up.
 *
 * <p>All members apply the same entries, and a follower applies none while it saves. So that the
 * members seldom save at the same time, each of them draws the number for each snapshot between
 * half of the limit and the limit.
 *
 * <p>If a snapshot fails, the next attempt is made when the log has grown by a further eighth of
 * the limit. Only the first of several failures in succession is logged.
 */
final class AutomaticSnapshots implements Replica {

  private static final Logger LOG = LoggerFactory.getLogger(AutomaticSnapshots.class);

  private static final int ATTEMPTS_PER_LIMIT = 8;

  private final Replica replica;
  private final long limitBytes;
  private final RandomGenerator random;
  private final Executor starter;

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
      writers = "the thread that ends a snapshot",
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
   * @param limitBytes the number of bytes after which a snapshot is taken at the latest; 2 or more
   * @param starter runs the calls that start a snapshot on another thread than the caller's,
   *     because the log's thread must not wait for the log
   */
  AutomaticSnapshots(Replica replica, long limitBytes, RandomGenerator random, Executor starter) {
    this.replica = replica;
    this.limitBytes = limitBytes;
    this.random = random;
    this.starter = starter;
    dueBytes = drawnBytes();
  }

  private long drawnBytes() {
    long bytes = Math.max(limitBytes, 2 * snapshotBytes);
    return bytes / 2 + random.nextLong(bytes / 2);
  }

  /** Sets the log, from which snapshots are requested from now on. */
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
    boolean isClosed = failure != null && joined.status().role() == Role.CLOSED;
    synchronized (this) {
      inProgress = false;
      if (failure == null) {
        dueBytes = drawnBytes();
        failing = false;
        return;
      }
      dueBytes = appliedBytes - savedBytes + Math.max(1, limitBytes / ATTEMPTS_PER_LIMIT);
      if (!failing && !isClosed) {
        LOG.warn("no snapshot can be taken, so the log grows", failure);
      }
      failing = true;
    }
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

  private synchronized long appliedBytes() {
    return appliedBytes;
  }

  private synchronized void saved(long throughBytes, long bytes) {
    savedBytes = throughBytes;
    snapshotBytes = bytes;
  }

  private static long length(Path folder) throws IOException {
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
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
