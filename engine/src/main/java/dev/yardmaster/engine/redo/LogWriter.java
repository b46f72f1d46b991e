package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.storage.log.format.RecordEncoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The object through which one worker writes its commits to the log. For each transaction that
 * writes, the worker makes three calls. First, while it holds no locks, it makes sure that there is
 * room ({@link #awaitRoom}). Then it reserves space and draws the version ({@link #reserve}).
 * Finally it fills the space ({@link #fill}) or skips it ({@link #skip}). One thread at a time uses
 * a writer. The log waits for every reserved space to be published, so a worker must not wait for
 * the log between {@link #reserve} and {@link #fill}.
 */
public class LogWriter {

  /**
   * The maximum length of a record, in bytes. The length is limited because a record must fit into
   * one buffer.
   */
  static final int MAX_RECORD_BYTES = 1 << 30;

  private static final VarHandle NEWEST_COMMIT;

  static {
    try {
      NEWEST_COMMIT =
          MethodHandles.lookup().findVarHandle(LogWriter.class, "newestCommit", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RedoLog log;
  private final LogRing ring;
  private final SharedWords words;
  private final ByteBuffer memory;
  private final RecordEncoder encoder = new RecordEncoder();

  @Shared(
      writers = "the worker, before the writes of a commit are visible",
      readers = "the thread of the checkpoints, after it has read rows",
      access = "volatile; written with release semantics")
  private volatile long newestCommit;

  private long version;
  private int bytes;
  private int units;
  private boolean hasReserved;

  /** Creates a writer. Tests override methods to plant bugs. */
  protected LogWriter(RedoLog log, SharedWords words) {
    this.log = log;
    this.words = words;
    ring = log.ring();
    memory = ring.view();
  }

  /** Returns whether the log has room for one further record of each writer. */
  public final boolean hasRoom() {
    return ring.hasRoom();
  }

  /**
   * Waits until the log has room for a record, or has ended. The caller must not hold locks for
   * which a committing transaction may wait.
   */
  public final void awaitRoom() {
    if (!ring.hasRoom()) {
      log.awaitRoom();
    }
  }

  /**
   * Reserves space for a transaction and draws its version. At this time, the transaction has
   * locked the records that it writes, and no other transaction can see its writes yet. A
   * reservation does not wait.
   *
   * @return the version, which is higher than the versions of all transactions whose writes this
   *     transaction has read or replaces
   */
  public final long reserve(CommitContent content) {
    long length = RecordEncoder.HEADER_BYTES + content.length(encoder);
    if (length > MAX_RECORD_BYTES) {
      throw new IllegalArgumentException(
          "a transaction is too long for the log: bytes=" + length + ", max=" + MAX_RECORD_BYTES);
    }
    bytes = (int) length;
    units = LogRing.unitsOf(bytes);
    if (units == 0) {
      ring.reserveOutside(bytes);
    }
    version = ring.reserve(words, Math.max(1, units));
    hasReserved = true;
    return version;
  }

  /** Returns whether the writer has reserved space that is neither filled nor skipped. */
  public final boolean hasReserved() {
    return hasReserved;
  }

  /**
   * Publishes that the transaction commits. The worker calls this method when the transaction can
   * no longer abort, and before its writes are visible.
   */
  public final void commits() {
    NEWEST_COMMIT.setRelease(this, version);
  }

  /** Returns the version of the newest commit of this writer. Any thread may call this method. */
  final long newestCommit() {
    return newestCommit;
  }

  /** Fills the reserved space with the writes of the committed transaction. */
  public final void fill(CommitContent content, long transactionId) {
    hasReserved = false;
    try {
      if (units > 0) {
        int at = ring.at(version, units);
        encode(content, transactionId, memory, at);
        ring.publish(version, units, false);
      } else {
        ByteBuffer outside = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        encode(content, transactionId, outside, 0);
        ring.publishOutside(version, outside.flip());
      }
    } catch (RuntimeException | Error e) { // Later transactions may depend on this transaction.
      log.fail(e);
      publishSkip();
    }
    log.wake();
  }

  private void encode(CommitContent content, long transactionId, ByteBuffer into, int at) {
    encoder.begin(into, at);
    content.put(encoder);
    int end = encoder.end(transactionId, version);
    if (end != at + bytes) {
      throw new IllegalStateException(
          "a record has another length than its reservation: reserved="
              + bytes
              + ", bytes="
              + (end - at));
    }
  }

  /** Skips the reserved space, if there is any, because the transaction has aborted. */
  public void skip() {
    if (hasReserved) {
      hasReserved = false;
      publishSkip();
      log.wake();
    }
  }

  private void publishSkip() {
    if (units == 0) {
      ring.releaseOutside(bytes);
    }
    ring.publish(version, Math.max(1, units), true);
  }

  /** Appends a record: waits for room, reserves space, and fills it. Returns the version. */
  public final long append(CommitContent content, long transactionId) {
    awaitRoom();
    long drawn = reserve(content);
    commits();
    fill(content, transactionId);
    return drawn;
  }
}
