package dev.yardmaster.engine.protocol.ranges;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;

/**
 * The writers that have registered in a logical range, in their order: a lock-free circular array,
 * whose version is how many there were (ICDE 2018, section III-A). Any thread. A ring is an array
 * of longs and nothing else, so that a short one is in one or two cache lines:
 *
 * <pre>
 *   0                       1        2
 *   | closed (1), version   | slot 0 | slot 1 | ...
 * </pre>
 *
 * <p>Position {@code p} stands in slot {@code p % slots}, and the slot says in which lap. Who
 * registers puts itself into the slot of the present version and then raises that; whoever finds
 * the slot filled raises it for him. So positions are filled in their order, all below the version
 * are, and nobody waits for anybody.
 *
 * <p>A ring that is too short is closed, and one of twice the length takes its place, with the same
 * version and writers. What counts is whether the version was raised before it was closed: who has
 * put itself into a slot, and finds the ring closed at that position, is not registered. Its slot
 * had been that of a writer whom nobody asks for, so nothing is lost by it. A closed ring stays as
 * it is, for those that still look at it: who registers in the next one does so after they have
 * looked for theirs.
 */
final class WriterRing {

  /** What {@link #register} gives if the next slot's writer is still needed. */
  static final long FULL = -1;

  /** What {@link #register} gives if the ring is closed: another takes its place. */
  static final long CLOSED = -2;

  /** What {@link #writer} gives if another writer has got the slot. */
  static final long LOST = 0;

  private static final int VERSION = 0;
  private static final int SLOTS = 1;
  private static final long CLOSED_BIT = Long.MIN_VALUE;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private WriterRing() {}

  /**
   * A ring that nobody has registered in.
   *
   * @param slots a power of two, 2 or more
   */
  static long[] of(int slots) {
    return new long[SLOTS + slots];
  }

  static int slots(long[] ring) {
    return ring.length - SLOTS;
  }

  /** How many have registered; all of them can be seen. */
  static long version(long[] ring) {
    return (long) WORD.getVolatile(ring, VERSION) & ~CLOSED_BIT;
  }

  /**
   * Registers a writer.
   *
   * @param writer without a lap
   * @param isStale whether nobody can ask for a slot's writer any more
   * @return its position, {@link #FULL} or {@link #CLOSED}
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
        var unused = raise(ring, position); // somebody is between his two steps
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

  /** Reads what {@link #register} is going to change, so that it is in the caches. */
  static long touch(long[] ring) {
    return ring[at(ring, ring[VERSION])];
  }

  /** Raises the version if nobody else does; false if the ring was closed before. */
  private static boolean raise(long[] ring, long position) {
    return WORD.compareAndSet(ring, VERSION, position, position + 1)
        || (long) WORD.getVolatile(ring, VERSION) != (position | CLOSED_BIT);
  }

  /** From now on nobody registers here. */
  static void close(long[] ring) {
    var unused = (long) WORD.getAndBitwiseOr(ring, VERSION, CLOSED_BIT);
  }

  /** A ring of twice the length that goes on where a closed one has ended. */
  static long[] twice(long[] closed) {
    int slots = slots(closed);
    long version = version(closed);
    long[] ring = of(2 * slots);
    ring[VERSION] = version;
    for (long position = version - slots; position < version; position++) {
      long word = position < 0 ? LOST : writer(closed, position);
      ring[at(ring, position)] = WriterWord.in(lap(ring, position), WriterWord.withoutLap(word));
      // Nobody has had the other half of the slots; the next there finds them in the lap before.
      long before = position - slots;
      ring[at(ring, before)] = WriterWord.in(lap(ring, before), LOST);
    }
    return ring;
  }

  /** The writer at a position below the version, or {@link #LOST}. */
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
