package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.storage.log.format.RecordEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The part of the log that is in memory: a ring buffer. Writers reserve space in it, and the log's
 * thread takes the records out of it (ERMIA, section 3.2). Space is counted in units of {@link
 * #UNIT_BYTES}. One atomic addition to the tail reserves the space of a record, and also draws the
 * record's version, which is the tail after the addition. So versions are positions in the log:
 * they rise, and there are gaps between them.
 *
 * <pre>
 *        head                 version 12      version 13         tail = 16
 *    |    8  |  9   10   11   12   |    13    |   14   15   16   |
 *    | taken |   record of 4 units | skipped  |  being filled    |   free ...
 *            published[8] = 12     published[12] = 13, skipped
 * </pre>
 *
 * <p>A writer fills its space and then publishes it. If the transaction aborts, the writer
 * publishes that the space must be skipped. Beginning at the head, the log's thread takes the
 * published records up to the first space that is not published. An entry of {@code published} from
 * an earlier round through the ring is not above the head, so it is ignored.
 *
 * <p>A writer reserves space only if {@link #hasRoom} has returned true since its last reservation.
 * At that time, at most half of the ring was reserved. Afterwards each writer reserves at most
 * {@link #MAX_UNITS}, and all these reservations together fit into the other half. So no
 * reservation has to wait. A record that is longer than {@link #MAX_UNITS} takes one unit of the
 * ring, and its bytes are in a buffer outside the ring. While the total length of these buffers
 * exceeds {@link #MAX_OUTSIDE_BYTES}, {@link #hasRoom} returns false.
 *
 * <p>A record may begin near the end of the ring. The memory is longer than the ring by the length
 * of the longest record, so every record is contiguous.
 */
final class LogRing {

  static final int UNIT_BYTES = 64;

  /** The maximum length of a record in the ring, in units. */
  static final int MAX_UNITS = 128;

  /**
   * While the total length of the records outside the ring exceeds this number of bytes, writers
   * wait before they begin further transactions.
   */
  static final long MAX_OUTSIDE_BYTES = 64 << 20;

  private static final int MIN_UNITS = 1 << 14;
  private static final int TAIL = 16;

  private final int units;
  private final int mask;
  private final ByteBuffer memory;

  @Shared(
      writers = "writers of the log, each in its own space; the log's thread clears an entry",
      readers = "the log's thread",
      access = "plain; ordered by the fields published and head")
  private final ByteBuffer[] outside;

  @Shared(
      writers = "writers of the log",
      readers = "the log's thread",
      access =
          "set with release semantics after the space is filled, and read with acquire semantics;"
              + " an entry for each unit")
  private final AtomicLongArray published;

  @Shared(
      writers = "writers of the log",
      readers = "all threads",
      access = "volatile, by an atomic addition; a cache line of its own")
  private final AtomicLongArray tail = new AtomicLongArray(2 * TAIL + 1);

  @Shared(
      writers = "the log's thread",
      readers = "writers of the log",
      access = "set with release semantics when the space up to it was taken")
  private final AtomicLong head;

  @Shared(
      writers = "writers of the log; the log's thread",
      readers = "the same threads",
      access = "atomic addition, for long records only")
  private final AtomicLong outsideBytes = new AtomicLong();

  // Only the log's thread uses the following fields.

  private final ByteBuffer taking;
  private long next;
  private long end;

  /**
   * Creates an empty ring.
   *
   * @param startVersion the version after which new versions begin
   * @param units the length of the ring, a power of two
   */
  LogRing(long startVersion, int units) {
    this.units = units;
    mask = units - 1;
    memory = ByteBuffer.allocate((units + MAX_UNITS) * UNIT_BYTES);
    taking = view();
    outside = new ByteBuffer[units];
    published = new AtomicLongArray(units);
    tail.set(TAIL, startVersion);
    head = new AtomicLong(startVersion);
    next = startVersion;
  }

  /**
   * Returns the length of the ring for a number of writers, in units; the ring has at least 1 MiB.
   */
  static int unitsFor(int writers) {
    return (int) Long.highestOneBit(2 * Math.max(MIN_UNITS, 2L * writers * MAX_UNITS) - 1);
  }

  /** Returns a buffer that shares the memory, for use by one thread. */
  ByteBuffer view() {
    return memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns the number of units that a record takes in the ring; 0 if the record is too long for
   * the ring.
   */
  static int unitsOf(int bytes) {
    int needed = (bytes + UNIT_BYTES - 1) / UNIT_BYTES;
    return needed > MAX_UNITS ? 0 : needed;
  }

  /** Returns the version that was drawn last. Any thread may call this method. */
  long lastVersion() {
    return tail.get(TAIL);
  }

  /**
   * Returns the length of the records that are reserved and not taken yet, in bytes. Any thread may
   * call this method.
   */
  long queuedBytes() {
    long taken = head.getAcquire();
    return (tail.get(TAIL) - taken) * UNIT_BYTES + outsideBytes.get();
  }

  // The threads of writers call the following methods.

  boolean hasRoom() {
    return tail.get(TAIL) - head.getAcquire() <= units / 2
        && outsideBytes.get() <= MAX_OUTSIDE_BYTES;
  }

  /** Reserves units, 1 to {@link #MAX_UNITS}. Returns the version. */
  long reserve(SharedWords words, int count) {
    words.changing(tail, TAIL);
    return tail.addAndGet(TAIL, count);
  }

  /** Returns the position of a reserved space in the memory, in bytes. */
  int at(long version, int count) {
    return ((int) (version - count) & mask) * UNIT_BYTES;
  }

  void reserveOutside(int bytes) {
    outsideBytes.addAndGet(bytes);
  }

  void releaseOutside(int bytes) {
    outsideBytes.addAndGet(-bytes);
  }

  /**
   * Publishes a reserved space.
   *
   * @param isSkipped whether the space contains no record
   */
  void publish(long version, int count, boolean isSkipped) {
    published.setRelease((int) (version - count) & mask, version << 1 | (isSkipped ? 1 : 0));
  }

  /** Publishes a record that is outside the ring and takes one unit. */
  void publishOutside(long version, ByteBuffer record) {
    outside[(int) (version - 1) & mask] = record;
    publish(version, 1, false);
  }

  // The log's thread calls the following methods.

  /** Returns whether the next reserved space is published. */
  boolean hasNext() {
    long entry = published.getAcquire((int) next & mask);
    end = entry >> 1;
    return end > next;
  }

  /**
   * Returns the version of the next space. This method may be called only after {@link #hasNext}
   * has returned true.
   */
  long nextVersion() {
    return end;
  }

  /**
   * Takes the next record. This method may be called only after {@link #hasNext} has returned true.
   *
   * @return a buffer that contains the record between its position and its limit, and is valid
   *     until {@link #free}; null if the space is skipped
   */
  ByteBuffer take() {
    int index = (int) next & mask;
    boolean isSkipped = (published.getPlain(index) & 1) != 0;
    next = end;
    if (isSkipped) {
      return null;
    }
    ByteBuffer record = outside[index];
    if (record != null) {
      outside[index] = null;
      releaseOutside(record.remaining());
      return record;
    }
    int at = index * UNIT_BYTES;
    int length = RecordEncoder.lengthAt(taking.clear(), at);
    return taking.limit(at + length).position(at);
  }

  /** Returns the version up to which all records were taken. */
  long taken() {
    return next;
  }

  /** Returns whether there are records that were taken and whose space is not free yet. */
  boolean hasTaken() {
    return head.getPlain() != next;
  }

  /** Frees the space of all records that were taken. */
  void free() {
    head.setRelease(next);
  }
}
