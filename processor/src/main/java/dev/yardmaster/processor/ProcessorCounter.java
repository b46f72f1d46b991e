package dev.yardmaster.processor;

/** What a {@link Processor} counts besides aborts by cause. */
enum ProcessorCounter {
  /** Transactions that committed. */
  COMMITTED,
  /** Runs that were discarded and begun again. */
  RESTARTS,
  /** Transactions whose logic threw. */
  LOGIC_FAILED,
  /** Transactions admitted. */
  ADMITTED,
  /** Transactions in flight, at the last duty cycle. */
  IN_FLIGHT
}
