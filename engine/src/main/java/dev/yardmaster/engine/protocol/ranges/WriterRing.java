package dev.yardmaster.engine.protocol.ranges;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;

/**
 * The writers that have registered in a logical range, in their order: a lock-free circular array,
 * whose version is how many there were (ICDE 2018, section III-A). Any thread. A ring is an array
 * of longs and nothing else, since it is mostly out of the caches when somebody registers:
 *
 * <pre>
 *   0         1                       8        9
 *   | version | room up to the line   | slot 0 | slot 1 | ...
 * </pre>
 *
 * <p>Position {@code p} stands in slot {@code p % slots}, and the slot says in which lap. Who
 * registers puts itself into the slot of the present version and then raises that; whoever finds
 * the slot filled raises it for him. So positions are filled in their order, all below the version
 * are, and nobody waits for anybody.
 */
final class WriterRing {

  /** What {@link #register} gives if the next slot's writer is still needed. */
  static final long FULL = -1;

  /** What {@link #writer} gives if another writer has got the slot. */
  static final long LOST = 0;

  private static final int VERSION = 0;
  private static final int SLOTS = 8;
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

  /** How many have registered; all of them can be seen. */
  static long version(long[] ring) {
    return (long) WORD.getVolatile(ring, VERSION);
  }

  /**
   * Registers a writer.
   *
   * @param writer without a lap
   * @param isStale whether nobody can ask for a slot's writer any more
   * @return its position, or {@link #FULL}
   */
  static long register(long[] ring, long writer, LongPredicate isStale) {
    while (true) {
      long position = version(ring);
      long lap = lap(ring, position);
      int at = at(ring, position);
      long present = (long) WORD.getVolatile(ring, at);
      if (WriterWord.isIn(present, lap)) {
        raise(ring, position); // somebody is between his two steps
      } else if (WriterWord.isIn(present, lap - 1)) {
        if (present != 0 && !isStale.test(present)) {
          return FULL;
        }
        if (WORD.compareAndSet(ring, at, present, WriterWord.in(lap, writer))) {
          raise(ring, position);
          return position;
        }
      }
    }
  }

  /** Reads what {@link #register} is going to change, so that it is in the caches. */
  static long touch(long[] ring) {
    return ring[at(ring, ring[VERSION])];
  }

  private static void raise(long[] ring, long position) {
    var unused = WORD.compareAndSet(ring, VERSION, position, position + 1);
  }

  /** The writer at a position below the version, or {@link #LOST}. */
  static long writer(long[] ring, long position) {
    long word = (long) WORD.getVolatile(ring, at(ring, position));
    return WriterWord.isIn(word, lap(ring, position)) ? word : LOST;
  }

  private static int at(long[] ring, long position) {
    return SLOTS + ((int) position & (ring.length - SLOTS - 1));
  }

  private static long lap(long[] ring, long position) {
    return position >>> Integer.numberOfTrailingZeros(ring.length - SLOTS);
  }
}
