package dev.yardmaster.engine.protocol.ranges;

/**
 * A slot of a circular array: which writer stands there, and in which lap.
 *
 * <pre>
 *   63       36   35        28   27    20   19          0
 *   | lap + 1   | generation   | worker   | writer + 1  |
 * </pre>
 *
 * <p>A slot whose writer + 1 is 0 has none: nobody has had it yet. The lap tells the position that
 * the slot is for; it begins anew after 2^28 laps, longer than any validation looks back.
 */
final class WriterWord {

  private static final int WORKER_SHIFT = 20;
  private static final int GENERATION_SHIFT = 28;
  private static final int LAP_SHIFT = 36;
  private static final int INDEX_MASK = (1 << WORKER_SHIFT) - 1;
  private static final int BYTE_MASK = 0xFF;
  private static final long LAP_MASK = -1L >>> LAP_SHIFT;

  /** Most writers of a worker that may be asked for at the same time. */
  static final int MAX_WRITERS = INDEX_MASK;

  private WriterWord() {}

  /** A writer, without a lap. */
  static long of(int worker, Writer writer) {
    return ((long) (writer.generation() & BYTE_MASK) << GENERATION_SHIFT)
        | ((long) worker << WORKER_SHIFT)
        | (writer.index + 1L);
  }

  /** The same in a lap. */
  static long in(long lap, long writer) {
    return ((lap + 1) << LAP_SHIFT) | writer;
  }

  static long withoutLap(long word) {
    return word & ~(LAP_MASK << LAP_SHIFT);
  }

  static boolean hasWriter(long word) {
    return (word & INDEX_MASK) != 0;
  }

  /** Whether a slot is in a lap; before its first one, in lap -1. */
  static boolean isIn(long word, long lap) {
    return word >>> LAP_SHIFT == ((lap + 1) & LAP_MASK);
  }

  static int worker(long word) {
    return (int) (word >>> WORKER_SHIFT) & BYTE_MASK;
  }

  static int index(long word) {
    return ((int) word & INDEX_MASK) - 1;
  }

  /** Whether a writer is still the transaction that has registered, as far as one can tell. */
  static boolean isOf(long word, Writer writer) {
    return ((int) (word >>> GENERATION_SHIFT) & BYTE_MASK) == (writer.generation() & BYTE_MASK);
  }
}
