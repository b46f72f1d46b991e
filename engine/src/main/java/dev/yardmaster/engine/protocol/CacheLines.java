package dev.yardmaster.engine.protocol;

/**
 * Charges a simulated worker for its accesses to words that workers share. The costs depend on
 * which worker was the last to change the word's cache line. A worker on a real thread has no such
 * object, because the processor itself takes the time. One worker's thread calls the methods, each
 * before the access that it charges.
 *
 * <p>An object and a position identify a word. Eight positions of an object are a cache line.
 */
public interface CacheLines {

  /** Charges a read of a word. */
  void read(Object words, int at);

  /** Charges a store to a word, or an atomic change of a word. */
  void change(Object words, int at);

  /**
   * Charges the instructions that copy a row. The cache lines of the row are charged by {@link
   * #read} or {@link #change}.
   *
   * @param longs the length of the row
   */
  void copy(int longs);
}
