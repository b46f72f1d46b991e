package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.storage.log.CommitLog;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/**
 * Writes commits to a log, forces the log to disk, and acknowledges the commits. The records that
 * arrive while the disk is busy with one group form the next group. A group costs one write and one
 * force. {@link Forcing} determines whether each group consists of a single commit, and whether
 * commits are acknowledged before or after the force.
 *
 * <p>Each worker has a {@link LogWriter}. Before a commit's writes are visible, the worker draws
 * the commit's version, which is also the commit's position in the log. When the transaction has
 * released its records, the worker encodes the commit at this position. So versions rise along the
 * log: if a transaction has read or replaced a value, its log record is after the log record of the
 * transaction that has written the value. The log's thread writes the log records up to the first
 * position that is not filled yet. After a crash, a prefix of the log survives. No transaction in
 * this prefix has read a write that is missing from the prefix. A {@link DurableListener} is
 * completed when the log is forced up to a version. For a transaction that writes, this version is
 * the transaction's own version. For any other transaction, this version is the version of the last
 * transaction whose writes it can have read.
 *
 * <p>After the disk fails, the log acknowledges no further commit. The log reports every waiting
 * acknowledgement as lost, and only the next start determines whether the commits have survived.
 */
public class RedoLog implements Runnable {

  /** The maximum length of the queue of acknowledgements. */
  private static final int CAPACITY = 1 << 14;

  private static final int SPINS = 200;

  /**
   * The maximum time for which the log's thread sleeps, in ns. Threads that publish a record or
   * wait for the log wake the log's thread. Because of the timeout, it finds work even if a wake-up
   * was missed.
   */
  private static final long PARK_NS = 20_000_000L;

  /**
   * The time, in ns, for which the log's thread sleeps while an acknowledgement waits for a record
   * that is reserved but not published. A worker also sleeps for this time while the ring is full.
   */
  private static final long SHORT_PARK_NS = 50_000L;

  private final CommitLog log;
  private final LogRing ring;
  private final Forcing forcing;
  private final Consumer<Throwable> failed;
  private final long startVersion;
  private final int maxWriters;

  @Shared(
      writers = "threads that request a writer",
      readers = "the same threads; the thread of the checkpoints",
      access = "CopyOnWriteArrayList")
  private final List<LogWriter> writers = new CopyOnWriteArrayList<>();

  @Shared(
      writers = "threads that wait for the disk",
      readers =
          "the log's thread; once it has ended, the thread that completes late acknowledgements"
              + " under the queue's monitor",
      access =
          "JCTools MPSC queue, bounded by 16,384. If the queue is full, the appending thread "
              + "waits; it has no locks. After a failure of the disk the log's thread continues "
              + "to empty the queue")
  private final Queue<DurableListener> acknowledgements = new MpscArrayQueue<>(CAPACITY);

  /** The waits that the log's thread completes together. */
  private final List<DiskWait> waits = new ArrayList<>();

  private boolean hasUnforced;
  private long oldestUnforcedNs;

  @Shared(
      writers = "the log's thread",
      readers = "threads that wait for the log",
      access = "volatile")
  private volatile long acknowledged;

  @Shared(writers = "the log's thread", readers = "all threads", access = "volatile")
  private volatile Throwable failure;

  @Shared(
      writers = "a worker that could not encode its commit",
      readers = "the log's thread",
      access =
          "volatile. The worker sets the field before it publishes its space as skipped, and the"
              + " log's thread reads it after it has taken the space and before it writes")
  private volatile Throwable broken;

  @Shared(writers = "the closing thread", readers = "the log's thread", access = "volatile")
  private volatile boolean ending;

  @Shared(
      writers = "the log's thread",
      readers = "threads that wait for the log",
      access =
          "volatile. The log's thread sets the field before its last poll of the queue, "
              + "and a waiting thread reads the field after its offer. So one of the two "
              + "threads completes the acknowledgement")
  private volatile boolean ended;

  @Shared(
      writers = "the log's thread",
      readers = "workers; threads that wait for the log; the closing thread",
      access = "volatile; the writer sets the field before its last look for work")
  private volatile Thread sleeper;

  /**
   * Creates a log that continues from a version.
   *
   * @param startVersion the version after which new versions begin
   * @param maxWriters the maximum number of writers, which determines the memory of the ring
   * @param forcing determines when groups are forced to disk
   * @param failed receives the reason why the disk cannot be trusted any more; called at most once,
   *     on the thread that calls {@link #work}
   */
  public RedoLog(
      CommitLog log,
      long startVersion,
      int maxWriters,
      Forcing forcing,
      Consumer<Throwable> failed) {
    this.log = log;
    this.forcing = forcing;
    this.failed = failed;
    this.startVersion = startVersion;
    this.maxWriters = maxWriters;
    ring = new LogRing(startVersion, LogRing.unitsFor(maxWriters));
    acknowledged = startVersion;
  }

  /**
   * Returns a new writer.
   *
   * @param words charges a simulated worker for the atomic additions
   * @throws IllegalStateException if there are already {@code maxWriters} writers
   */
  public final LogWriter writer(SharedWords words) {
    synchronized (writers) {
      if (writers.size() == maxWriters) {
        throw new IllegalStateException("the log has all its writers: writers=" + maxWriters);
      }
      LogWriter writer = newWriter(words);
      writers.add(writer);
      return writer;
    }
  }

  /** Creates a writer. Tests override this method to plant bugs. */
  protected LogWriter newWriter(SharedWords words) {
    return new LogWriter(this, words);
  }

  final LogRing ring() {
    return ring;
  }

  /**
   * Makes the log fail, because a worker could not encode its commit. The log must fail, because
   * later commits may depend on this commit.
   */
  final void fail(Throwable why) {
    broken = why;
  }

  // Any thread may call the following methods.

  /**
   * Returns whether all commits up to a version are on disk; with {@link Forcing#later}, whether
   * their records were passed to the operating system.
   */
  public final boolean isAcknowledged(long version) {
    return version <= acknowledged;
  }

  /**
   * Adds an acknowledgement. The acknowledgement is completed when all commits whose versions were
   * drawn before this call may be acknowledged.
   */
  public final void whenAcknowledged(DurableListener waiting) {
    whenAcknowledged(waiting, lastVersion());
  }

  /**
   * Adds an acknowledgement. The acknowledgement is completed when all commits up to a version may
   * be acknowledged. The caller must hold no locks, because the method waits while the queue is
   * full.
   */
  public final void whenAcknowledged(DurableListener waiting, long through) {
    waiting.through = through;
    for (int spins = 0; !acknowledgements.offer(waiting); spins++) {
      if (ended) {
        waiting.lost(lostBecause());
        return;
      }
      pause(spins);
    }
    VarHandle.fullFence(); // The log's thread does the reverse: sets sleeper, then looks for work.
    wake();
    if (ended) {
      loseLateOnes();
    }
  }

  private static void pause(int spins) {
    if (spins < SPINS) {
      Thread.onSpinWait();
    } else {
      LockSupport.parkNanos(SHORT_PARK_NS);
    }
  }

  /** Waits until the ring has room, or the log has ended. */
  final void awaitRoom() {
    for (int spins = 0; !ring.hasRoom() && !ended; spins++) {
      wake();
      pause(spins);
    }
  }

  /** Wakes the log's thread if it sleeps. */
  final void wake() {
    Thread sleeping = sleeper;
    if (sleeping != null) {
      LockSupport.unpark(sleeping);
    }
  }

  private Throwable lostBecause() {
    return failure == null ? new IllegalStateException("the log has ended") : failure;
  }

  /**
   * Calls {@link DurableListener#lost} for the acknowledgements that were added after the log's
   * thread had ended.
   */
  private void loseLateOnes() {
    synchronized (acknowledgements) {
      for (DurableListener waiting = acknowledgements.poll();
          waiting != null;
          waiting = acknowledgements.poll()) {
        waiting.lost(lostBecause());
      }
    }
  }

  /** Returns the version that was drawn last. The transaction with this version may still abort. */
  public final long lastVersion() {
    return ring.lastVersion();
  }

  /** Returns the length of the records that are not written to the log yet, in bytes. */
  public final long queuedBytes() {
    return ring.queuedBytes();
  }

  /**
   * Returns the highest version of a commit so far. Every commit whose writes are visible has this
   * version or a lower version. The log will contain a record with this version. So at a start,
   * this version shows whether the log ends too early.
   */
  public final long newestCommit() {
    long newest = startVersion;
    for (LogWriter writer : writers) {
      newest = Math.max(newest, writer.newestCommit());
    }
    return newest;
  }

  /** Returns the reason why the disk cannot be trusted; null if the disk has not failed. */
  public final Throwable failure() {
    return failure;
  }

  /**
   * Requests the end of the log's thread. The thread ends when all commits are on disk. No thread
   * may append a commit after this call.
   */
  public final void end() {
    ending = true;
    wake();
  }

  // The log's thread calls the following methods.

  @Override
  public final void run() {
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
    if (!ring.hasNext() && !ending) {
      if (!acknowledgements.isEmpty()) {
        LockSupport.parkNanos(SHORT_PARK_NS);
      } else {
        LockSupport.parkNanos(hasUnforced ? Math.min(PARK_NS, forcing.lossNs()) : PARK_NS);
      }
    }
    sleeper = null;
  }

  /**
   * Writes one group to disk, and completes the acknowledgements that wait for it. {@link #run}
   * calls this method. If no thread executes {@code run}, the owner of the log calls this method,
   * on one thread at a time.
   *
   * @return whether the call has taken a record, completed an acknowledgement or removed a segment
   */
  public final boolean work() {
    boolean any = false;
    try {
      any = takeGroup();
      if (failure == null) {
        if (broken != null) {
          throw new IllegalStateException("a commit could not be encoded", broken);
        }
        log.write();
        force();
        if (any) {
          log.checkFence();
        }
        any |= log.removeCovered();
      }
    } catch (IOException
        | RuntimeException
        | Error e) { // Only this thread completes the acknowledgements.
      failure = e;
      failed.accept(e);
    }
    boolean completed = complete();
    return any || completed;
  }

  /** Completes acknowledgements. Returns whether an acknowledgement was completed. */
  private boolean complete() {
    Throwable why = failure;
    if (why == null) {
      long through = acknowledgedThrough();
      if (through != acknowledged) {
        acknowledged = through;
      }
    }
    boolean any = false;
    for (DurableListener waiting = acknowledgements.peek();
        waiting != null && (why != null || waiting.through <= acknowledged);
        waiting = acknowledgements.peek()) {
      acknowledgements.remove();
      any = true;
      if (waiting.through > acknowledged) {
        waiting.lost(why);
      } else if (waiting instanceof DiskWait wait) {
        waits.add(wait);
      } else {
        waiting.onDisk();
      }
    }
    DiskWait.completeAll(waits);
    return any;
  }

  /**
   * Returns the version up to which commits may be acknowledged. This method is called after the
   * group was written and, if {@link Forcing} requires it, forced. Tests override this method to
   * plant bugs.
   */
  protected long acknowledgedThrough() {
    return ring.taken();
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
    try {
      return takePublished();
    } finally { // Also after a failure: workers may wait for room.
      if (ring.hasTaken()) {
        ring.free();
      }
    }
  }

  private boolean takePublished() {
    boolean any = false;
    while ((failure != null || !log.isGroupFull()) && ring.hasNext()) {
      any = true;
      long version = ring.nextVersion();
      ByteBuffer record = ring.take();
      if (failure == null) {
        if (record == null) {
          log.skip(version);
        } else {
          log.append(record, version);
        }
      }
      if (record != null && !forcing.sharesForces()) {
        break;
      }
    }
    return any;
  }
}
