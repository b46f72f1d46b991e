package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Pace;

/**
 * Measures how long transactions take for an access, and decides whether they lock at their commit:
 * that pays if each access waits for a client. One worker uses the object.
 */
final class AccessDelay {

  /** Locks are delayed from this time per access. A round trip to a client takes longer. */
  private static final long DELAYED_FROM_NS = 5_000;

  /**
   * The number of transactions for each one that is measured. A measurement reads the clock twice.
   */
  private static final int SAMPLE_EVERY = 16;

  private final Pace pace;
  private int begun;
  private long begunNs;
  private boolean measures;
  private boolean delays;

  AccessDelay(Pace pace) {
    this.pace = pace;
  }

  /** Begins a transaction. Returns whether the transaction delays its locks. */
  boolean begin() {
    measures = begun++ % SAMPLE_EVERY == 0;
    if (measures) {
      begunNs = pace.nowNs();
    }
    return delays;
  }

  /** Ends the measurement, because the transaction waits for another one. */
  void discard() {
    measures = false;
  }

  /** Ends the logic of the transaction, which has made the given number of accesses. */
  void end(int accesses) {
    if (measures) {
      delays = pace.nowNs() - begunNs > DELAYED_FROM_NS * Math.max(1, accesses);
      measures = false;
    }
  }
}
