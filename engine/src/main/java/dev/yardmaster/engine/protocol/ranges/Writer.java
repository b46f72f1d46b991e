package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Pace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A registered transaction: its writes to ordered tables, and its progress. Its worker fills the
 * object before it registers; then any thread may read it. The worker reuses the object when no
 * validation can ask for the transaction any more.
 *
 * <pre>
 *   state   63                          2   1       0
 *           | timestamp, or 0             | stage   |
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

  /** The number among its worker's writers. */
  final int index;

  @Shared(
      writers = "the writer's worker, before state",
      readers = "workers that register",
      access = "volatile; a slot with another generation is stale")
  private volatile int generation;

  private int transactions;

  @SuppressWarnings("unused") // Accessed by STATE.
  @Shared(
      writers = "the writer's worker: registered, drawing, drawn, aborted",
      readers = "workers that validate or register",
      access =
          "release and acquire; volatile when aborted. \"Drawing\" is written before the clock "
              + "is incremented atomically, so no transaction with a later timestamp takes the writer "
              + "for undrawn")
  private long state;

  @Shared(
      writers = "the writer's worker, before it registers",
      readers = "validating workers",
      access =
          "plain, published by the slot of the ring; reused when no running scan began before "
              + "the writer had drawn its timestamp")
  private int count;

  @Shared(
      writers = "the writer's worker, before it registers",
      readers = "validating workers",
      access = "plain, published by the slot of the ring")
  private int[] tables = new int[8];

  @Shared(
      writers = "the writer's worker, before it registers",
      readers = "validating workers",
      access = "plain, published by the slot of the ring")
  private long[] keys = new long[8];

  /**
   * The end offsets of the keys' byte strings in {@code bytes}; each string begins at the end of
   * the one before.
   */
  @Shared(
      writers = "the writer's worker, before it registers",
      readers = "validating workers",
      access = "plain, published by the slot of the ring")
  private int[] ends = new int[8];

  @Shared(
      writers = "the writer's worker, before it registers",
      readers = "validating workers",
      access = "plain, published by the slot of the ring")
  private byte[] bytes = {};

  Writer(int index) {
    this.index = index;
  }

  /** Prepares the writer for another transaction. Called by its worker. */
  void reuse() {
    // The generation comes first: a reader that still takes the writer for the former transaction
    // then only concludes that the slot is still needed.
    generation = ++transactions;
    count = 0;
    STATE.setRelease(this, (long) REGISTERED);
  }

  /** Returns the generation, which distinguishes most transactions that have used this object. */
  int generation() {
    return generation;
  }

  /** Adds a write, before the transaction registers. */
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
      // The bytes are copied because the caller may reuse the array after its transaction.
      System.arraycopy(rest, 0, bytes, begin, length);
    }
    ends[count++] = begin + length;
  }

  /** Returns the number of writes. */
  int count() {
    return count;
  }

  int table(int write) {
    return tables[write];
  }

  long key(int write) {
    return keys[write];
  }

  /** Compares the byte string of a write's key with another one; 0 in tables of numbers. */
  int compareRest(int write, byte[] rest) {
    if (rest == null) {
      return 0;
    }
    int begin = write == 0 ? 0 : ends[write - 1];
    return Arrays.compareUnsigned(bytes, begin, ends[write], rest, 0, rest.length);
  }

  /**
   * Announces that the transaction is about to draw its commit timestamp. A transaction that draws
   * a later timestamp from the same counter sees this announcement.
   */
  void drawing() {
    STATE.setRelease(this, (long) DRAWING);
  }

  /** Stores the commit timestamp. */
  void drawn(long timestamp) {
    STATE.setRelease(this, (timestamp << STAGE_BITS) | DRAWN);
  }

  /** Marks the transaction as aborted; it has drawn a timestamp by then. */
  void aborted(long timestamp) {
    STATE.setVolatile(this, (timestamp << STAGE_BITS) | ABORTED);
  }

  /**
   * Returns whether this writer commits, or may commit, before a transaction with the given
   * timestamp.
   *
   * <p>A writer that has registered but is not drawing yet will draw a later timestamp, and its own
   * validation will see everything that the asking transaction has registered. A writer that is
   * drawing may have drawn an earlier timestamp, so this method waits for the number, which always
   * arrives.
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

  /**
   * Returns the timestamp of the committed or aborted transaction; {@link Long#MAX_VALUE} if it has
   * none yet.
   */
  long timestamp() {
    long now = (long) STATE.getVolatile(this);
    return (now & STAGE_MASK) >= DRAWN ? now >>> STAGE_BITS : Long.MAX_VALUE;
  }
}
