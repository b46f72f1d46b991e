package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.api.Key;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;

/**
 * The validator's logical ranges, together with an oracle that checks their decisions. The oracle
 * stores the newest version of every key, so it knows exactly which writes are in the range of a
 * scan. Keys are numbers below a bound. The thread that performs the final validation owns an
 * instance. Other threads read the counts after that thread has ended.
 */
final class ScanOracle extends LogicalRanges {

  private final long[] newest;
  private long validated;
  private long refused;
  private long stale;

  /**
   * Creates logical ranges over the keys 0 to {@code keys} - 1.
   *
   * @param maxRanges upper bound of the number of ranges
   */
  ScanOracle(Watermark watermark, int keys, int maxRanges) {
    super(watermark, maxRanges);
    newest = new long[keys];
  }

  @Override
  protected void committed(Key key, long version) {
    newest[(int) key.number()] = version;
    super.committed(key, version);
  }

  @Override
  protected boolean hold(ValidationRequest request) {
    boolean holds = super.hold(request);
    validated++;
    refused += holds ? 0 : 1;
    stale += isStale(request) ? 1 : 0;
    return holds;
  }

  private boolean isStale(ValidationRequest request) {
    for (int i = 0; i < request.predicates(); i++) {
      Key start = (Key) (Object) request.predicateStart(i);
      Key end = (Key) (Object) request.predicateEnd(i);
      for (long number = start.number(); number < end.number(); number++) {
        int at = (int) number;
        if (newest[at] > 0 && request.hasMissed(i, Key.of(start.table(), number), newest[at])) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the number of scanning transactions that reached the final validation; each attempt
   * counts once.
   */
  long validated() {
    return validated;
  }

  /** Returns the number of attempts that the validator aborted because of their scans. */
  long refused() {
    return refused;
  }

  /**
   * Returns the number of attempts with a missed write: the oracle found a write in a scanned
   * range, and the scan had not seen this write.
   */
  long stale() {
    return stale;
  }

  /** Returns the number of writes that validation examined. */
  long looked() {
    return examined();
  }
}
