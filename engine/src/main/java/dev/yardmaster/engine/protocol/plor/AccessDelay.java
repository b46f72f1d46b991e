package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Pace;

/**
 * Measures how long an access takes, and decides from this whether transactions delay their write
 * locks until the commit. Delaying pays off if the logic waits for a round trip to a client at each
 * access. Only one worker uses the object.
 */
final class AccessDelay {

  /**
   * The mean time of an access, in ns, above which write locks are delayed. A round trip to a
   * client takes longer than this.
   */
  private static final long DELAYED_FROM_NS = 5_000;

  /**
   * One of this number of transactions is measured, because a measurement reads the clock twice.
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
   * Ends the measurement after the logic of the transaction, which has made the given number of
   * accesses.
   */
  void end(int accesses) {
    if (measures) {
      delays = pace.nowNs() - begunNs > DELAYED_FROM_NS * Math.max(1, accesses);
      measures = false;
    }
  }
}
