package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Pace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A registered transaction: its writes to ordered tables, and the state of its commit. The
 * transaction's worker fills the object before it registers the transaction. Afterwards any thread
 * may read the object. The worker reuses the object when no validation can need the transaction any
 * more.
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

  /** The index of this object among the writers of its worker. */
  final int index;

  @Shared(
      writers = "the writer's worker, before state",
      readers = "workers that register",
      access = "volatile; a slot with another generation is stale")
  private volatile int generation;

  private int transactions;

  @SuppressWarnings("unused") // The VarHandle STATE accesses this field.
  @Shared(
      writers = "the writer's worker: registered, drawing, drawn, aborted",
      readers = "workers that validate or register",
      access =
          "release and acquire; volatile when aborted. \"Drawing\" is written before the "
              + "clock is incremented atomically, so a transaction with a later timestamp "
              + "never concludes that the writer has not begun to draw its timestamp")
  private long state;

  @Shared(
      writers = "the writer's worker, before it registers",
      readers = "validating workers",
      access =
          "plain, published by the slot of the ring; reused when every running scan "
              + "began after the writer had drawn its timestamp")
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
   * The end of each key's byte string in {@code bytes}. Each string begins at the end of the
   * previous string.
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

  /** Prepares this object for another transaction. Only the writer's worker calls this method. */
  void reuse() {
    // The generation is set first. If another thread examines a slot of the previous transaction
    // and does not see the new generation yet, it concludes at worst that the slot is still needed.
    generation = ++transactions;
    count = 0;
    STATE.setRelease(this, (long) REGISTERED);
  }

  /**
   * Returns the generation, which distinguishes the transactions that have used this object. The
   * number wraps around.
   */
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
      // The bytes are copied, because the caller may reuse the array after its transaction.
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

  /**
   * Compares the byte string of a write's key with another byte string. Returns 0 if the table's
   * keys are numbers.
   */
  int compareRest(int write, byte[] rest) {
    if (rest == null) {
      return 0;
    }
    int begin = write == 0 ? 0 : ends[write - 1];
    return Arrays.compareUnsigned(bytes, begin, ends[write], rest, 0, rest.length);
  }

  /**
   * Records that the transaction is about to draw its commit timestamp. A transaction that draws a
   * later timestamp from the same counter sees this state.
   */
  void drawing() {
    STATE.setRelease(this, (long) DRAWING);
  }

  /** Records the commit timestamp that the transaction has drawn. */
  void drawn(long timestamp) {
    STATE.setRelease(this, (timestamp << STAGE_BITS) | DRAWN);
  }

  /**
   * Marks the transaction as aborted. Even an aborted transaction must have drawn a timestamp
   * before this call.
   */
  void aborted(long timestamp) {
    STATE.setVolatile(this, (timestamp << STAGE_BITS) | ABORTED);
  }

  /**
   * Returns whether this writer has drawn a commit timestamp before the given timestamp, and has
   * not aborted.
   *
   * <p>A writer that has registered but has not begun to draw a timestamp will draw a later
   * timestamp. The validation of this writer will then see all registrations of the calling
   * transaction. A writer that has begun to draw a timestamp may have drawn an earlier timestamp.
   * So this method waits until the writer has stored its timestamp. Every writer that begins to
   * draw a timestamp also stores it.
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
   * Returns the timestamp of the transaction, or {@link Long#MAX_VALUE} if the transaction has no
   * timestamp yet.
   */
  long timestamp() {
    long now = (long) STATE.getVolatile(this);
    return (now & STAGE_MASK) >= DRAWN ? now >>> STAGE_BITS : Long.MAX_VALUE;
  }
}
