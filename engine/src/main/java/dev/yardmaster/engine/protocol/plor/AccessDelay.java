package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Pace;

/**
 * Measures how long an access takes, and decides whether transactions delay their write locks until
 * the commit. The delay pays off if each access waits for a client. One worker uses the object.
 */
final class AccessDelay {

  /** Locks are delayed if an access takes longer than this. A round trip to a client does. */
  private static final long DELAYED_FROM_NS = 5_000;

  /** One transaction of this many is measured, because a measurement reads the clock twice. */
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

  /** Discards the measurement, because the transaction waits for another transaction. */
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
