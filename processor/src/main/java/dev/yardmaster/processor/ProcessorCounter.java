package dev.yardmaster.processor;

/** What a {@link Processor} counts besides aborts by cause. */
enum ProcessorCounter {
  /** Transactions that committed. */
  COMMITTED,
  /** Transactions that were answered with the first outcome of their id. */
  REPEATED,
  /** Runs that were discarded and begun again. */
  RESTARTS,
  /** Transactions whose logic threw. */
  LOGIC_FAILED,
  /** Transactions admitted. */
  ADMITTED,
  /** Transactions that waited for their turn on a hot key. */
  QUEUED,
  /** Transactions that wait for their turn on a hot key, at the last duty cycle. */
  WAITING_FOR_KEYS,
  /** Hot keys with a line before them, at the last sweep. */
  HOT_KEY_LINES,
  /** Most transactions let into the pipeline at once, at the last duty cycle. */
  WINDOW,
  /** Transactions in flight, at the last duty cycle. */
  IN_FLIGHT,
  /** Transactions that took place, or were decided against by their own logic. */
  COMPLETED,
  /**
   * Duty cycles in which a transaction was kept out or waited for its turn on a key, or there was
   * room for no more.
   */
  FULL_CYCLES
}
