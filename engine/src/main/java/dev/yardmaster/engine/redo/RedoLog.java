package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.CommitLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/**
 * Writes commits to a log and forces the log to disk before the commits are acknowledged. The
 * records that arrive while the disk is busy with one group form the next group, and a group costs
 * one write and one force. {@link Forcing} determines whether each commit is a group, and whether
 * commits are acknowledged before the force.
 *
 * <p>A commit gets its version and its place in the queue in one step, before the commit's writes
 * are visible. So versions rise along the log, and a transaction that has read or replaced a value
 * follows the transaction that wrote the value. After a crash a prefix of the log survives. No
 * transaction in this prefix has read a write that is missing from the prefix. An acknowledgement
 * follows every commit that its transaction can have read, and waits until its group is forced to
 * disk.
 *
 * <p>After the disk fails, the log acknowledges no further commit. Every waiting acknowledgement is
 * lost, and the next start determines whether the acknowledgement's commit survived.
 */
public final class RedoLog implements Runnable {

  /** An entry of the queue. */
  sealed interface Entry permits RedoRecord, Acknowledgement {}

  private static final int CAPACITY = 1 << 14;
  private static final int SPINS = 200;

  /**
   * The longest time that the log's thread sleeps. Every thread that appends wakes the log's
   * thread; because of the timeout, the log's thread also finds work that arrived without a
   * wake-up.
   */
  private static final long PARK_NS = 20_000_000L;

  private static final long FULL_NS = 50_000L;

  private final CommitLog log;
  private final Forcing forcing;
  private final Consumer<Throwable> failed;

  @Shared(
      writers = "workers; callers that wait for the disk",
      readers =
          "the log's thread; once it has ended, the thread that completes late entries under "
              + "the queue's monitor",
      access =
          "JCTools MPSC queue, bounded by 16,384. If the queue is full, the appending thread "
              + "waits while its records are locked, but it waits only for the disk. After a "
              + "failure of the disk the log's thread continues to empty the queue")
  private final Queue<Entry> queue = new MpscArrayQueue<>(CAPACITY);

  private final WriteSet writes = new WriteSet();
  private final List<Acknowledgement> group = new ArrayList<>();
  private boolean hasUnforced;
  private long oldestUnforcedNs;

  @Shared(
      writers = "workers in their commits",
      readers = "the same threads; the thread of the checkpoints",
      access =
          "volatile, written under the monitor of the RedoLog. A commit's record enters the queue "
              + "under the same monitor, so versions rise along the queue")
  private volatile long lastVersion;

  @Shared(writers = "the log's thread", readers = "all threads", access = "volatile")
  private volatile Throwable failure;

  @Shared(writers = "the closing thread", readers = "the log's thread", access = "volatile")
  private volatile boolean ending;

  @Shared(
      writers = "the log's thread",
      readers = "threads that append",
      access =
          "volatile. The log's thread sets the field before its last poll of the queue, "
              + "and an appending thread reads the field after its offer. So one of the two "
              + "threads completes the entry")
  private volatile boolean ended;

  @Shared(
      writers = "the log's thread",
      readers = "threads that append; the closing thread",
      access = "volatile; the writer sets the field before its last check of the queue")
  private volatile Thread sleeper;

  /**
   * Creates a log that continues from a version.
   *
   * @param startVersion the version that all new versions exceed
   * @param forcing when groups are forced to disk
   * @param failed receives the reason why the disk cannot be trusted any more; is called at most
   *     once, on the log's thread
   */
  public RedoLog(CommitLog log, long startVersion, Forcing forcing, Consumer<Throwable> failed) {
    this.log = log;
    this.forcing = forcing;
    this.failed = failed;
    lastVersion = startVersion;
  }

  // Workers call the following methods.

  /**
   * Appends a commit whose writes are not visible yet and whose records no other transaction can
   * write. Waits while the queue is full.
   *
   * @return the version of the commit
   */
  public synchronized long append(RedoRecord record) {
    long version = lastVersion + 1;
    record.at(version);
    lastVersion = version;
    put(record);
    return version;
  }

  /**
   * Appends an acknowledgement, which is completed when all commits that were appended before it
   * are on disk, or with {@link Forcing#later} when the operating system has their records.
   */
  public void tell(Acknowledgement told) {
    if (!put(told)) {
      told.lost(failure);
    }
  }

  /**
   * Adds an entry to the queue, and waits while the queue is full. Returns false if the disk failed
   * before the queue had room.
   */
  private boolean put(Entry entry) {
    for (int spins = 0; !queue.offer(entry); spins++) {
      if (failure != null) {
        return false;
      }
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(FULL_NS);
      }
    }
    Thread sleeping = sleeper;
    if (sleeping != null) {
      LockSupport.unpark(sleeping);
    }
    if (ended) {
      loseLateOnes();
    }
    return true;
  }

  /** Completes the acknowledgements that arrived after the log's thread had ended. */
  private void loseLateOnes() {
    Throwable why = failure == null ? new IllegalStateException("the log has ended") : failure;
    synchronized (queue) {
      for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
        if (entry instanceof Acknowledgement told) {
          told.lost(why);
        }
      }
    }
  }

  /**
   * Returns the highest version that a commit has received so far. Any thread may call this method.
   */
  public long lastVersion() {
    return lastVersion;
  }

  /** Returns the reason why the disk cannot be trusted, or null while the disk has not failed. */
  public Throwable failure() {
    return failure;
  }

  /**
   * Ends the thread when all entries are on disk. No thread may append an entry after this call.
   */
  public void end() {
    ending = true;
    Thread sleeping = sleeper;
    if (sleeping != null) {
      LockSupport.unpark(sleeping);
    }
  }

  // The log's thread calls the following methods.

  @Override
  public void run() {
    int idle = 0;
    while (true) {
      boolean last = ending;
      if (work()) {
        idle = 0;
      } else if (last) {
        ended = true;
        loseLateOnes();
        return;
      } else if (++idle < SPINS) {
        Thread.onSpinWait();
      } else {
        sleep();
      }
    }
  }

  private void sleep() {
    sleeper = Thread.currentThread();
    if (queue.isEmpty() && !ending) {
      LockSupport.parkNanos(hasUnforced ? Math.min(PARK_NS, forcing.lossNs()) : PARK_NS);
    }
    sleeper = null;
  }

  /**
   * Writes one group to disk and completes the group's acknowledgements. {@link #run} calls this
   * method; without a thread for {@code run}, the owner of the log calls it, one thread at a time.
   *
   * @return whether the queue had an entry, or a segment was removed
   */
  public boolean work() {
    boolean any = false;
    try {
      any = takeGroup();
      if (failure == null) {
        log.write();
        force();
        if (any) {
          log.checkFence();
        }
        any |= log.removeCovered();
      }
    } catch (IOException
        | RuntimeException
        | Error e) { // No other thread would complete the acknowledgements.
      failure = e;
      failed.accept(e);
    }
    Throwable why = failure;
    for (Acknowledgement told : group) {
      if (why == null) {
        told.onDisk();
      } else {
        told.lost(why);
      }
    }
    group.clear();
    return any;
  }

  private void force() throws IOException {
    if (forcing.isSync() || ending) {
      log.force();
      return;
    }
    if (log.appendedVersion() == log.forcedVersion()) {
      hasUnforced = false;
      return;
    }
    long nowNs = forcing.nowNs();
    if (!hasUnforced) {
      hasUnforced = true;
      oldestUnforcedNs = nowNs;
    }
    if (nowNs - oldestUnforcedNs >= forcing.lossNs()) {
      log.force();
      hasUnforced = false;
    }
  }

  private boolean takeGroup() {
    boolean any = false;
    Entry entry;
    while ((failure != null || !log.isGroupFull())
        && group.size() < CAPACITY
        && (entry = queue.peek()) != null
        && (forcing.sharesForces() || !any || entry instanceof Acknowledgement)) {
      any = true;
      queue.remove();
      if (entry instanceof Acknowledgement told) {
        group.add(told);
      } else if (failure == null) {
        append(log, (RedoRecord) entry);
      }
    }
    return any;
  }

  private void append(CommitLog into, RedoRecord record) {
    writes.clear();
    record.fill(writes);
    into.append(record.transactionId(), record.version(), writes);
  }
}
