package dev.yardmaster.engine.table;

import dev.yardmaster.annotations.Shared;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The storage of a table's records. The storage consists of slots of equal length, in arrays of
 * longs that are called slabs. A number identifies each slot. A slot begins with the words of the
 * concurrency control. The row follows these words, in the same or the next cache lines.
 *
 * <pre>
 *   slot  | word 0 | word 1 | ... | row's first long | ...      stride longs
 * </pre>
 *
 * <p>A slot keeps its number for the engine's lifetime. So the number identifies a record even if
 * its versions move (like ERMIA's indirection array, section 3.2). A {@link RecordAllocator} takes
 * slots in chunks of {@link #CHUNK} and returns surplus slots in chunks. So a worker that inserts
 * can reuse the slots of a worker that deletes. Any thread may read and write words, with the
 * memory-order modes that the protocol chooses.
 *
 * <p>Slots are not aligned to cache lines. If two frequently used records share a cache line, this
 * costs little (decision 0021).
 */
public final class Records {

  /** The number of slots that an allocator requests or returns in one call. */
  static final int CHUNK = 16;

  /**
   * The maximum length of a slab, in longs. If one chunk of slots is longer, the slab has the
   * length of one chunk.
   */
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
  private final boolean clears;
  private final DataSize size;

  @Shared(
      writers = "the worker that requests a chunk",
      readers = "all workers",
      access =
          "volatile reference to an array of slabs, to which slabs are only added. A "
              + "record's words are accessed by acquire and release, compare-and-set or atomic "
              + "bits, as the protocol chooses. Before the record is in an index, its words "
              + "belong to the inserting worker; the words of a free slot belong to the slot's "
              + "owner. A record's row is accessed plainly: between two reads of the word "
              + "(Silo, TicToc, and Plor without locks), under a lock (two-phase locking, Plor), or "
              + "before the version is "
              + "visible (multi-version)")
  private volatile long[][] slabs = new long[0][];

  @Shared(
      writers = "the worker that requests a chunk",
      readers = "all workers",
      access =
          "volatile reference to an array, to which slabs are only added. A value is "
              + "published with release, and its bytes never change after it becomes visible")
  private volatile byte[][][] values = new byte[0][][];

  @Shared(writers = "the thread that drops the table", readers = "all workers", access = "volatile")
  private volatile boolean dropped;

  @Shared(
      writers = "workers that request a chunk",
      readers = "any thread",
      access = "guarded by the monitor of the Records")
  private int next;

  @Shared(
      writers =
          "a worker with surplus free slots, which returns a chunk of them; a worker "
              + "that receives the chunk",
      readers = "the same threads",
      access =
          "guarded by the monitor of the Records; the words of the slots are cleared "
              + "before they are returned")
  private int[] pool = new int[0];

  @Shared(
      writers = "workers that request or return a chunk",
      readers = "any thread",
      access = "guarded by the monitor of the Records")
  private int pooled;

  /**
   * Creates a storage without records.
   *
   * @param number the number that identifies the storage within the engine; counted from 0
   * @param headWords the number of words of the concurrency control in front of each row
   * @param layout the layout of the rows; null for slots without rows
   * @param clears whether the words of free slots are set to 0. If not, the words of a free slot
   *     are unspecified, and the worker that allocates the slot must set all of them
   * @param size counts the memory of the values
   */
  Records(int number, int headWords, @Nullable RowLayout layout, boolean clears, DataSize size) {
    this.number = number;
    this.clears = clears;
    this.size = size;
    this.headWords = headWords;
    rowLongs = layout == null ? 0 : layout.longs();
    hasValues = layout != null && layout.isValue();
    stride = Math.max(1, headWords + rowLongs);
    int perSlab = Math.max(CHUNK, Integer.highestOneBit(Math.max(1, SLAB_LONGS / stride)));
    slabShift = Integer.numberOfTrailingZeros(perSlab);
    slabMask = perSlab - 1;
  }

  /** Returns the number that identifies the storage within the engine; counted from 0. */
  public int number() {
    return number;
  }

  /**
   * Takes a chunk of slots from the pool of returned chunks or, if the pool is empty, a new chunk.
   * Any thread may call this method.
   *
   * @param into receives the slots' numbers, starting at index 0
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

  /**
   * Takes back a chunk of free slots, for reuse. The slots must be reset, and no thread may be able
   * to reach them. Any thread may call this method.
   */
  synchronized void giveChunk(int[] from, int at) {
    if (pooled == pool.length) {
      pool = Arrays.copyOf(pool, Math.max(4 * CHUNK, 2 * pooled));
    }
    System.arraycopy(from, at, pool, pooled, CHUNK);
    pooled += CHUNK;
  }

  private int newChunk() {
    if (next > Integer.MAX_VALUE - 2 * CHUNK) {
      throw new IllegalStateException("a table has fewer than 2^31 records");
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

  /** Marks the table of this storage as dropped, so that workers discard their free slots. */
  void drop() {
    dropped = true;
  }

  boolean isDropped() {
    return dropped;
  }

  /** Returns the number of slots that were allocated from the slabs so far. */
  public synchronized int taken() {
    return next;
  }

  /** Returns the number of slots in the pool of returned chunks. */
  public synchronized int pooled() {
    return pooled;
  }

  /**
   * Returns the size of all slabs in bytes. The size does not include variable-length values, which
   * are stored outside the slabs.
   */
  public synchronized long bytes() {
    return (long) ((next + slabMask) >>> slabShift) * (slabMask + 1) * stride * Long.BYTES;
  }

  /**
   * Returns the slab of a record. The record's words begin at {@link #at}, and the record's row
   * follows the words.
   */
  public long[] slab(int record) {
    return slabs[record >>> slabShift];
  }

  /** Returns the position of a record's first word in its slab. */
  public int at(int record) {
    return (record & slabMask) * stride;
  }

  /** Returns a word of a slab, with acquire semantics. */
  public static long word(long[] slab, int at) {
    return (long) WORD.getAcquire(slab, at);
  }

  /** Sets a word of a slab, with release semantics. */
  public static void setWord(long[] slab, int at, long word) {
    WORD.setRelease(slab, at, word);
  }

  /** Sets a word of a slab by compare-and-set; returns whether the word was as expected. */
  public static boolean changeWord(long[] slab, int at, long expected, long word) {
    return WORD.compareAndSet(slab, at, expected, word);
  }

  /** Adds to a word of a slab atomically, with volatile semantics. */
  public static void addToWord(long[] slab, int at, long delta) {
    var unused = getAndAddToWord(slab, at, delta);
  }

  /** As {@link #addToWord}, but returns the word before the addition. */
  public static long getAndAddToWord(long[] slab, int at, long delta) {
    return (long) WORD.getAndAdd(slab, at, delta);
  }

  /**
   * Clears a bit of a word of a slab atomically, with volatile semantics. Returns whether the bit
   * was set.
   */
  public static boolean clearBit(long[] slab, int at, long bit) {
    return ((long) WORD.getAndBitwiseAnd(slab, at, ~bit) & bit) != 0;
  }

  /** Sets a word of a slab, with volatile semantics. */
  public static void setSharedWord(long[] slab, int at, long word) {
    WORD.setVolatile(slab, at, word);
  }

  /** Returns a word of a slab, with volatile semantics. */
  public static long sharedWord(long[] slab, int at) {
    return (long) WORD.getVolatile(slab, at);
  }

  /**
   * Reads records only to load them into the CPU's cache.
   *
   * @param numbers the numbers of the records, at the indexes {@code from} inclusive to {@code to}
   *     exclusive; numbers below 0 are ignored
   * @return a number without meaning. The caller must use the result, so that the compiler does not
   *     remove the reads
   */
  public long touch(int[] numbers, int from, int to) {
    long[][] all = slabs;
    long sum = 0;
    for (int i = from; i < to; i++) {
      int record = numbers[i];
      if (record >= 0) {
        long[] slab = all[record >>> slabShift];
        int at = (record & slabMask) * stride;
        sum += slab[at] + slab[at + (stride >> 1)] + slab[at + stride - 1];
      }
    }
    return sum;
  }

  /** Returns the length of a row, in 8-byte words. */
  public int rowLongs() {
    return rowLongs;
  }

  /** Returns the position of the last long of a record's row. */
  public int lastLong(int at) {
    return at + stride - 1;
  }

  /** Copies a record's row with plain reads. Another thread may change the row during the copy. */
  public void copyRow(int record, long[] slab, int at, Row into) {
    into.ensureRoom(rowLongs);
    System.arraycopy(slab, at + headWords, into.words, 0, rowLongs);
    if (hasValues) {
      into.value = values[record >>> slabShift][record & slabMask];
    }
  }

  /**
   * Copies a record's row into a slot of another storage with the same layout. Only a thread with
   * exclusive access to both slots may call this method.
   */
  public void copyRow(int record, Records to, int slot) {
    System.arraycopy(
        slab(record), at(record) + headWords, to.slab(slot), to.at(slot) + to.headWords, rowLongs);
    if (hasValues) {
      to.putValue(slot, values[record >>> slabShift][record & slabMask]);
    }
  }

  private void putValue(int record, byte @Nullable [] value) {
    byte[][] inSlab = values[record >>> slabShift];
    int position = record & slabMask;
    size.replaced(inSlab[position], value);
    VALUE.setRelease(inSlab, position, value);
  }

  /**
   * Writes a row into a record with plain writes. Only a thread with exclusive access to the record
   * may call this method.
   */
  public void putRow(int record, long[] slab, int at, Row from) {
    System.arraycopy(from.words, 0, slab, at + headWords, rowLongs);
    if (hasValues) {
      putValue(record, from.value);
    }
  }

  /**
   * Clears the reference to the value of a record, if the record has a value. Other threads may
   * still copy the value.
   */
  public void clearValue(int record) {
    if (hasValues) {
      putValue(record, null);
    }
  }

  /**
   * Resets a slot: sets its words to 0, if the storage was created with {@code clears}, and clears
   * its value.
   */
  void clear(int record) {
    if (clears) {
      int at = at(record);
      Arrays.fill(slab(record), at, at + headWords, 0);
    }
    clearValue(record);
  }
}
