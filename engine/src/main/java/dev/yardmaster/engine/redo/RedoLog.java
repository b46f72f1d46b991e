package dev.yardmaster.engine.redo;

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
 * Puts commits on disk before they are told: what has arrived while the disk was busy with the last
 * group makes the next, and a group costs one write and one force.
 *
 * <p>A commit gets its version and its place in the queue at once, while nobody can see its writes:
 * so versions rise along the log, whoever has read or replaced something comes behind who wrote it,
 * and what survives a crash is a prefix in which nobody has read what is missing. What is to be
 * told comes behind all that it can have read, and waits for the force of the group that it is in.
 *
 * <p>When the disk fails nothing more is told: what is here then is lost to those who wait, and
 * found or not found by the next start.
 */
public final class RedoLog implements Runnable {

  /** What goes through the queue. */
  sealed interface Entry permits RedoRecord, Acknowledgement {}

  /** A group takes in no more when it is so long. */
  private static final int FULL_GROUP_BYTES = 1 << 22;

  private static final int CAPACITY = 1 << 14;
  private static final int SPINS = 200;

  /** Who puts something in wakes the log up; this is for what nobody wakes it up for. */
  private static final long PARK_NS = 20_000_000L;

  private static final long FULL_NS = 50_000L;

  private final CommitLog log;
  private final Consumer<Throwable> failed;
  private final Queue<Entry> queue = new MpscArrayQueue<>(CAPACITY);
  private final WriteSet writes = new WriteSet();
  private final List<Acknowledgement> group = new ArrayList<>();
  private volatile long lastVersion;
  private volatile Throwable failure;
  private volatile boolean ending;
  private volatile boolean ended;
  private volatile Thread sleeper;

  /**
   * A log that goes on from a version.
   *
   * @param startVersion all versions are higher
   * @param failed told once why the disk is not to be trusted any more, by the log's thread
   */
  public RedoLog(CommitLog log, long startVersion, Consumer<Throwable> failed) {
    this.log = log;
    this.failed = failed;
    lastVersion = startVersion;
  }

  // Workers.

  /**
   * Takes a commit in, whose writes nobody can see yet and nobody else can write. Waits while the
   * queue is full, which the disk empties.
   *
   * @return its version
   */
  public synchronized long append(RedoRecord record) {
    long version = lastVersion + 1;
    record.at(version);
    lastVersion = version;
    put(record);
    return version;
  }

  /** Lets it be told when all that was appended before is on the disk. */
  public void tell(Acknowledgement told) {
    if (!put(told)) {
      told.lost(failure);
    }
  }

  /** False if the disk has failed before there was room. */
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

  /** Tells those whom the log's thread has not seen, because it had ended. */
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

  /** The highest version that was given. Any thread. */
  public long lastVersion() {
    return lastVersion;
  }

  /** Why the disk is not to be trusted; null while it is. */
  public Throwable failure() {
    return failure;
  }

  /** Nothing more is put in: the thread ends when all that is there is on the disk. */
  public void end() {
    ending = true;
    Thread sleeping = sleeper;
    if (sleeping != null) {
      LockSupport.unpark(sleeping);
    }
  }

  // The log's thread.

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
      LockSupport.parkNanos(PARK_NS);
    }
    sleeper = null;
  }

  /** Puts one group on the disk, and tells; whether there was any. */
  private boolean work() {
    boolean any = false;
    try {
      any = takeGroup();
      if (failure == null) {
        log.write();
        log.force();
        any |= log.removeCovered();
      }
    } catch (IOException | RuntimeException | Error e) { // Nobody else would tell who waits.
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

  private boolean takeGroup() {
    boolean any = false;
    Entry entry;
    while ((failure != null || log.groupBytes() < FULL_GROUP_BYTES)
        && group.size() < CAPACITY
        && (entry = queue.poll()) != null) {
      any = true;
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
