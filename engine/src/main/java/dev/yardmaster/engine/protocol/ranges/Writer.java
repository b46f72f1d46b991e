package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Pace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A transaction that has registered: what it writes to ordered tables, and how far it has come.
 * Filled by its worker before it registers; then any thread reads it. Used again by its worker when
 * no validation can ask for it any more.
 *
 * <pre>
 *   state   63                          2   1       0
 *           | timestamp, or 0             | how far |
 * </pre>
 */
final class Writer {

  private static final int REGISTERED = 0;
  private static final int DRAWING = 1;
  private static final int DRAWN = 2;
  private static final int ABORTED = 3;
  private static final int STAGE_BITS = 2;
  private static final long STAGE_MASK = (1 << STAGE_BITS) - 1;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Writer.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Its number among its worker's. */
  final int index;

  private volatile int generation;
  private int transactions;

  @SuppressWarnings("unused") // By its handle.
  private long state;

  private int count;
  private int[] tables = new int[8];
  private long[] keys = new long[8];

  /** Where the byte strings of the keys end, one after the other; each begins where one ended. */
  private int[] ends = new int[8];

  private byte[] bytes = {};

  Writer(int index) {
    this.index = index;
  }

  /** Becomes another transaction's; by its worker. */
  void reuse() {
    // First the generation: who takes it for the former transaction afterwards would only think
    // that the slot is still needed.
    generation = ++transactions;
    count = 0;
    STATE.setRelease(this, (long) REGISTERED);
  }

  /** Tells transactions that have used it apart, mostly. */
  int generation() {
    return generation;
  }

  /** Adds a write, before it registers. */
  void add(Access write) {
    if (count == keys.length) {
      tables = Arrays.copyOf(tables, 2 * count);
      keys = Arrays.copyOf(keys, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    tables[count] = write.table().number();
    keys[count] = write.key();
    int begin = count == 0 ? 0 : ends[count - 1];
    byte[] rest = write.rest();
    int length = rest == null ? 0 : rest.length;
    if (length > 0) {
      if (begin + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, begin + length));
      }
      // The caller may use the array for something else when its transaction has ended.
      System.arraycopy(rest, 0, bytes, begin, length);
    }
    ends[count++] = begin + length;
  }

  /** How many writes. */
  int count() {
    return count;
  }

  int table(int write) {
    return tables[write];
  }

  long key(int write) {
    return keys[write];
  }

  /** Compares the byte string of a write's key with another; 0 in tables of numbers. */
  int compareRest(int write, byte[] rest) {
    if (rest == null) {
      return 0;
    }
    int begin = write == 0 ? 0 : ends[write - 1];
    return Arrays.compareUnsigned(bytes, begin, ends[write], rest, 0, rest.length);
  }

  /**
   * It is going to draw its commit timestamp; others can tell before it does: who draws a later one
   * from the same counter sees what happened before this one's.
   */
  void drawing() {
    STATE.setRelease(this, (long) DRAWING);
  }

  /** It has drawn its commit timestamp. */
  void drawn(long timestamp) {
    STATE.setRelease(this, (timestamp << STAGE_BITS) | DRAWN);
  }

  /** It has come to nothing, and has drawn a timestamp by now. */
  void aborted(long timestamp) {
    STATE.setVolatile(this, (timestamp << STAGE_BITS) | ABORTED);
  }

  /**
   * Whether its writes are, or may become, part of what a transaction should have seen that has
   * drawn its own timestamp.
   *
   * <p>Who has registered and does not draw yet will draw a later one, and will see in its own
   * validation all that the asking transaction has registered. Who is drawing may have drawn an
   * earlier one, so its number is waited for; nothing can keep it from coming.
   */
  boolean isBefore(long timestamp, Pace pace) {
    int round = 0;
    while (true) {
      long now = (long) STATE.getVolatile(this);
      int stage = (int) (now & STAGE_MASK);
      if (stage != DRAWING) {
        return stage == DRAWN && now >>> STAGE_BITS < timestamp;
      }
      pace.await(round++);
    }
  }

  /** Its timestamp, committed or aborted; {@link Long#MAX_VALUE} if there is none to be seen. */
  long timestamp() {
    long now = (long) STATE.getVolatile(this);
    return (now & STAGE_MASK) >= DRAWN ? now >>> STAGE_BITS : Long.MAX_VALUE;
  }
}
