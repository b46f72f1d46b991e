package dev.yardmaster.engine.protocol;

/**
 * Charges a simulated worker for its accesses to words that workers share: advances the worker's
 * virtual time. The cost of an access depends on which worker changed the word's cache line last. A
 * worker on a real thread has no such object, because its accesses take real time. The worker's
 * thread calls a method before each access.
 *
 * <p>An object and a position identify a word. Eight consecutive positions of an object form a
 * cache line.
 */
public interface CacheLines {

  /** Charges a read of a word. */
  void read(Object words, int at);

  /** Charges a store to a word, or an atomic change of a word. */
  void change(Object words, int at);

  /**
   * Charges the instructions that copy a row. The transfers of the row's cache lines are charged by
   * {@link #read} and {@link #change}.
   *
   * @param longs the length of the row, in 8-byte words
   */
  void copy(int longs);
}
