package dev.yardmaster.engine.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Where records lie: slots of equal length in slabs of longs, named by a number. A slot begins with
 * the words of the concurrency control, and the row follows in the same cache lines.
 *
 * <pre>
 *   slot  | word 0 | word 1 | ... | row's first long | ...      stride longs
 * </pre>
 *
 * <p>A number stays a slot's as long as the engine lives, so it can stand in for the record
 * wherever versions move (ERMIA's indirection array, section 3.2). Slots are handed out in {@link
 * #CHUNK}s to {@link RecordAllocator}s, which hand what they have too many of back in chunks, too:
 * so who inserts gets the slots of who deletes. Words are read and written by any thread, in the
 * modes that the protocol chooses.
 */
public final class Records {

  /** Slots that an allocator takes or gives at once. */
  static final int CHUNK = 16;

  /** Length of a slab at most, unless one slot is longer. */
  private static final int SLAB_LONGS = 1 << 15;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(byte[][].class);

  private final int number;
  private final int headWords;
  private final int rowLongs;
  private final int stride;
  private final int slabShift;
  private final int slabMask;
  private final boolean hasValues;

  private volatile long[][] slabs = new long[0][];
  private volatile byte[][][] values = new byte[0][][];
  private int next;
  private int[] pool = new int[0];
  private int pooled;

  /**
   * No records.
   *
   * @param number tells them from the engine's others; counted from 0
   * @param headWords the concurrency control's words in front of each row
   * @param layout the rows; null for slots without rows
   */
  Records(int number, int headWords, RowLayout layout) {
    this.number = number;
    this.headWords = headWords;
    rowLongs = layout == null ? 0 : layout.longs();
    hasValues = layout != null && layout.isValue();
    stride = Math.max(1, headWords + rowLongs);
    int perSlab = Math.max(CHUNK, Integer.highestOneBit(Math.max(1, SLAB_LONGS / stride)));
    slabShift = Integer.numberOfTrailingZeros(perSlab);
    slabMask = perSlab - 1;
  }

  /** Tells them from the engine's others; counted from 0. */
  public int number() {
    return number;
  }

  /**
   * Takes a chunk of slots, whose words are 0: of those that were given back, or new ones. Any
   * thread.
   *
   * @param into takes their numbers from its start
   */
  synchronized void takeChunk(int[] into) {
    if (pooled > 0) {
      pooled -= CHUNK;
      System.arraycopy(pool, pooled, into, 0, CHUNK);
      return;
    }
    int first = newChunk();
    for (int i = 0; i < CHUNK; i++) {
      into[i] = first + CHUNK - 1 - i;
    }
  }

  /** Gives back a chunk of slots that no thread can reach, and whose words are 0. Any thread. */
  synchronized void giveChunk(int[] from, int at) {
    if (pooled == pool.length) {
      pool = Arrays.copyOf(pool, Math.max(4 * CHUNK, 2 * pooled));
    }
    System.arraycopy(from, at, pool, pooled, CHUNK);
    pooled += CHUNK;
  }

  private int newChunk() {
    if (next > Integer.MAX_VALUE - 2 * CHUNK) {
      throw new IllegalStateException("a table has less than 2^31 records");
    }
    int first = next;
    int slab = first >>> slabShift;
    if (slab == slabs.length || slabs[slab] == null) {
      addSlab(slab);
    }
    next += CHUNK;
    return first;
  }

  private void addSlab(int slab) {
    int room = slab < slabs.length ? slabs.length : Math.max(1, slab + slab / 2 + 1);
    if (hasValues) {
      byte[][][] moreValues = Arrays.copyOf(values, room);
      moreValues[slab] = new byte[slabMask + 1][];
      values = moreValues;
    }
    long[][] more = Arrays.copyOf(slabs, room);
    more[slab] = new long[(slabMask + 1) * stride];
    slabs = more;
  }

  /** How many slots were ever taken. */
  public synchronized int taken() {
    return next;
  }

  /** How many slots were given back and not taken again. */
  public synchronized int pooled() {
    return pooled;
  }

  /** Bytes of all slabs, without the values of rows that are one. */
  public synchronized long bytes() {
    return (long) ((next + slabMask) >>> slabShift) * (slabMask + 1) * stride * Long.BYTES;
  }

  /** The slab of a record; its words and its row stand from {@link #at} on. */
  public long[] slab(int record) {
    return slabs[record >>> slabShift];
  }

  /** Where a record's first word stands in its slab. */
  public int at(int record) {
    return (record & slabMask) * stride;
  }

  /** A word of a slab, with acquire semantics. */
  public static long word(long[] slab, int at) {
    return (long) WORD.getAcquire(slab, at);
  }

  /** Sets a word of a slab, with release semantics. */
  public static void setWord(long[] slab, int at, long word) {
    WORD.setRelease(slab, at, word);
  }

  /** Sets a word of a slab if it is as expected, with volatile semantics. */
  public static boolean changeWord(long[] slab, int at, long expected, long word) {
    return WORD.compareAndSet(slab, at, expected, word);
  }

  /** Sets bits of a word of a slab, with volatile semantics. */
  public static void setBits(long[] slab, int at, long bits) {
    var unused = (long) WORD.getAndBitwiseOr(slab, at, bits);
  }

  /** Clears bits of a word of a slab, with volatile semantics. */
  public static void clearBits(long[] slab, int at, long bits) {
    var unused = (long) WORD.getAndBitwiseAnd(slab, at, ~bits);
  }

  /** A word of a slab, with volatile semantics. */
  public static long sharedWord(long[] slab, int at) {
    return (long) WORD.getVolatile(slab, at);
  }

  /** Copies a record's row, which another thread may be changing meanwhile: plain reads. */
  public void copyRow(int record, long[] slab, int at, Row into) {
    into.ensureRoom(rowLongs);
    System.arraycopy(slab, at + headWords, into.words, 0, rowLongs);
    if (hasValues) {
      into.value = values[record >>> slabShift][record & slabMask];
    }
  }

  /** Puts a row into a record: plain writes, by whoever has the record to itself. */
  public void putRow(int record, long[] slab, int at, Row from) {
    System.arraycopy(from.words, 0, slab, at + headWords, rowLongs);
    if (hasValues) {
      VALUE.setRelease(values[record >>> slabShift], record & slabMask, from.value);
    }
  }

  /** Makes a slot new again: its words are 0, and no value is kept alive by it. */
  void clear(int record) {
    long[] slab = slab(record);
    int at = at(record);
    Arrays.fill(slab, at, at + headWords, 0);
    if (hasValues) {
      values[record >>> slabShift][record & slabMask] = null;
    }
  }
}
