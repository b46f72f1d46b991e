package dev.yardmaster.engine.protocol.ranges;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;

/**
 * The writers that have registered in a logical range, in the order of registration. A ring is a
 * lock-free circular array whose version is the number of registrations (ICDE 2018, section III-A).
 * Any thread may call the methods. A ring is a plain array of longs, without an object around it,
 * so a short ring occupies only one or two cache lines:
 *
 * <pre>
 *   0                       1        2
 *   | closed (1), version   | slot 0 | slot 1 | ...
 * </pre>
 *
 * <p>Position {@code p} is in slot {@code p % slots}, and the slot contains the lap {@code p /
 * slots}. A worker that registers fills the slot of the current version and then raises the
 * version. If another worker finds this slot filled and the version not raised, it raises the
 * version. So positions are filled in order, all positions below the version are filled, and no
 * worker waits for another worker.
 *
 * <p>A ring that is too short is closed and replaced by a ring of twice the length, with the same
 * version and writers. A registration is valid only if the version was raised before the ring was
 * closed. So a worker that has filled the slot of the current version, but finds the ring closed
 * with this version, is not registered. The previous writer of this slot is not needed by any
 * validation, so no needed writer is lost. Workers may still read a closed ring, because its
 * version and its registered writers do not change any more. A registration in the new ring has a
 * position that is not below the version that these workers have read.
 */
final class WriterRing {

  /**
   * The result of {@link #register} if the next slot contains a writer that a validation may still
   * need.
   */
  static final long FULL = -1;

  /** The result of {@link #register} if the ring is closed because another ring replaces it. */
  static final long CLOSED = -2;

  /** The result of {@link #writer} if a later registration has overwritten the slot. */
  static final long LOST = 0;

  private static final int VERSION = 0;
  private static final int SLOTS = 1;
  private static final long CLOSED_BIT = Long.MIN_VALUE;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private WriterRing() {}

  /**
   * Creates an empty ring.
   *
   * @param slots a power of two, 2 or more
   */
  static long[] of(int slots) {
    return new long[SLOTS + slots];
  }

  static int slots(long[] ring) {
    return ring.length - SLOTS;
  }

  /** Returns the number of registered writers. All these writers are visible. */
  static long version(long[] ring) {
    return (long) WORD.getVolatile(ring, VERSION) & ~CLOSED_BIT;
  }

  /**
   * Registers a writer.
   *
   * @param writer the writer's {@link WriterWord}, without a lap
   * @param isStale tests whether no validation can need the writer of a slot any more
   * @return the position of the registered writer, or {@link #FULL} or {@link #CLOSED}
   */
  static long register(long[] ring, long writer, LongPredicate isStale) {
    while (true) {
      long position = (long) WORD.getVolatile(ring, VERSION);
      if (position < 0) {
        return CLOSED;
      }
      long lap = lap(ring, position);
      int at = at(ring, position);
      long present = (long) WORD.getVolatile(ring, at);
      if (WriterWord.isIn(present, lap)) {
        var unused = raise(ring, position); // Another worker has filled the slot.
      } else if (WriterWord.isIn(present, lap - 1)) {
        if (WriterWord.hasWriter(present) && !isStale.test(present)) {
          return FULL;
        }
        if (WORD.compareAndSet(ring, at, present, WriterWord.in(lap, writer))) {
          return raise(ring, position) ? position : CLOSED;
        }
      }
    }
  }

  /**
   * Reads the words that {@link #register} will change, so that the CPU loads them into its caches.
   */
  static long touch(long[] ring) {
    return ring[at(ring, ring[VERSION])];
  }

  /**
   * Raises the version, unless another worker has already raised it. Returns false if the ring was
   * closed before the version was raised.
   */
  private static boolean raise(long[] ring, long position) {
    return WORD.compareAndSet(ring, VERSION, position, position + 1)
        || (long) WORD.getVolatile(ring, VERSION) != (position | CLOSED_BIT);
  }

  /** Closes the ring, so that no writer can register any more. */
  static void close(long[] ring) {
    var unused = (long) WORD.getAndBitwiseOr(ring, VERSION, CLOSED_BIT);
  }

  /** Creates a ring of twice the length, with the version and the writers of a closed ring. */
  static long[] twice(long[] closed) {
    int slots = slots(closed);
    long version = version(closed);
    long[] ring = of(2 * slots);
    ring[VERSION] = version;
    for (long position = version - slots; position < version; position++) {
      long word = position < 0 ? LOST : writer(closed, position);
      ring[at(ring, position)] = WriterWord.in(lap(ring, position), WriterWord.withoutLap(word));
      // The slots of the other half of the new ring contain no writer. The next registration in
      // such a slot expects a word of the previous lap, so the lap is set.
      long before = position - slots;
      ring[at(ring, before)] = WriterWord.in(lap(ring, before), LOST);
    }
    return ring;
  }

  /**
   * Returns the word of the writer at a position below the version; {@link #LOST} if the slot was
   * overwritten.
   */
  static long writer(long[] ring, long position) {
    long word = (long) WORD.getVolatile(ring, at(ring, position));
    return WriterWord.isIn(word, lap(ring, position)) && WriterWord.hasWriter(word) ? word : LOST;
  }

  private static int at(long[] ring, long position) {
    return SLOTS + ((int) position & (ring.length - SLOTS - 1));
  }

  private static long lap(long[] ring, long position) {
    return position >> Integer.numberOfTrailingZeros(ring.length - SLOTS);
  }
}
