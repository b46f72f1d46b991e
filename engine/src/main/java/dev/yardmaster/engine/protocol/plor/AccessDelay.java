package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Pace;

/**
 * Measures how long an access takes, and so decides whether transactions delay their write locks
 * until the commit. Delayed locks are useful if the logic waits for a round trip to a client at
 * each access. Only one worker uses the object.
 */
final class AccessDelay {

  /**
   * The mean time of an access, in ns, above which write locks are delayed. A round trip to a
   * client takes longer than this time.
   */
  private static final long DELAYED_FROM_NS = 5_000;

  /**
   * Only one of every {@code SAMPLE_EVERY} transactions is measured, because a measurement reads
   * the clock twice.
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

  /** Discards the measurement, because waiting for another transaction would distort it. */
  void discard() {
    measures = false;
  }

  /**
   * Ends the measurement when the logic of the transaction has ended.
   *
   * @param accesses the number of accesses that the logic has made
   */
  void end(int accesses) {
    if (measures) {
      delays = pace.nowNs() - begunNs > DELAYED_FROM_NS * Math.max(1, accesses);
      measures = false;
    }
  }
}
