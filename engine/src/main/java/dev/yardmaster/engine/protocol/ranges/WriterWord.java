package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * The content of a slot of a circular array: a writer, and the lap in which it registered.
 *
 * <pre>
 *   63       38   37        30   29    20   19          0
 *   | lap + 1   | generation   | worker   | writer + 1  |
 * </pre>
 *
 * <p>If the field "writer + 1" is 0, the slot contains no writer. The lap and the index of the slot
 * determine the position of the registration. The lap number wraps around after 2^26 laps; no
 * validation needs registrations that are so old.
 */
final class WriterWord {

  private static final int WORKER_SHIFT = 20;
  private static final int GENERATION_SHIFT = 30;
  private static final int LAP_SHIFT = 38;
  private static final int INDEX_MASK = (1 << WORKER_SHIFT) - 1;
  private static final int WORKER_MASK = WorkerContext.MAX_WORKERS - 1;
  private static final int GENERATION_MASK = 0xFF;
  private static final long LAP_MASK = -1L >>> LAP_SHIFT;

  /** The maximum number of writer objects of one worker. */
  static final int MAX_WRITERS = INDEX_MASK;

  private WriterWord() {}

  /** Returns the word of a writer. The bits of the lap are 0; {@link #in} sets them. */
  static long of(int worker, Writer writer) {
    return ((long) (writer.generation() & GENERATION_MASK) << GENERATION_SHIFT)
        | ((long) worker << WORKER_SHIFT)
        | (writer.index + 1L);
  }

  /** Returns a writer's word with the given lap. */
  static long in(long lap, long writer) {
    return ((lap + 1) << LAP_SHIFT) | writer;
  }

  static long withoutLap(long word) {
    return word & ~(LAP_MASK << LAP_SHIFT);
  }

  static boolean hasWriter(long word) {
    return (word & INDEX_MASK) != 0;
  }

  /**
   * Returns whether a slot's word belongs to the given lap. A slot that was never used belongs to
   * lap -1.
   */
  static boolean isIn(long word, long lap) {
    return word >>> LAP_SHIFT == ((lap + 1) & LAP_MASK);
  }

  static int worker(long word) {
    return (int) (word >>> WORKER_SHIFT) & WORKER_MASK;
  }

  static int index(long word) {
    return ((int) word & INDEX_MASK) - 1;
  }

  /**
   * Returns whether a writer still has the generation in the word. If not, the writer was reused
   * for another transaction.
   */
  static boolean isOf(long word, Writer writer) {
    return ((int) (word >>> GENERATION_SHIFT) & GENERATION_MASK)
        == (writer.generation() & GENERATION_MASK);
  }
}
