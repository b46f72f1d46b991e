package dev.yardmaster.engine.protocol.ranges;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;

/**
 * The writers that have registered in a logical range, in their order: a lock-free circular array,
 * whose version is how many there were (ICDE 2018, section III-A). Any thread.
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

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle VERSION;

  static {
    try {
      VERSION = MethodHandles.lookup().findVarHandle(WriterRing.class, "version", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long[] slots;
  private final int mask;
  private final int lapShift;
  private volatile long version;

  /**
   * A ring that nobody has registered in.
   *
   * @param slotCount a power of two, 2 or more
   */
  WriterRing(int slotCount) {
    slots = new long[slotCount];
    mask = slotCount - 1;
    lapShift = Integer.numberOfTrailingZeros(slotCount);
  }

  /** How many have registered; all of them can be seen. */
  long version() {
    return version;
  }

  /**
   * Registers a writer.
   *
   * @param writer without a lap
   * @param isStale whether nobody can ask for a slot's writer any more
   * @return its position, or {@link #FULL}
   */
  long register(long writer, LongPredicate isStale) {
    while (true) {
      long position = version;
      long lap = position >>> lapShift;
      int at = (int) position & mask;
      long present = (long) SLOT.getVolatile(slots, at);
      if (WriterWord.isIn(present, lap)) {
        raise(position); // somebody is between his two steps
      } else if (WriterWord.isIn(present, lap - 1)) {
        if (present != 0 && !isStale.test(present)) {
          return FULL;
        }
        if (SLOT.compareAndSet(slots, at, present, WriterWord.in(lap, writer))) {
          raise(position);
          return position;
        }
      }
    }
  }

  private void raise(long position) {
    var unused = VERSION.compareAndSet(this, position, position + 1);
  }

  /** The writer at a position below the version, or {@link #LOST}. */
  long writer(long position) {
    long word = (long) SLOT.getVolatile(slots, (int) position & mask);
    return WriterWord.isIn(word, position >>> lapShift) ? word : LOST;
  }
}
