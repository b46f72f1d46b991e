package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.Failures;
import java.util.ArrayList;
import java.util.List;

/**
 * The scans of one run, in their order; the first {@code run} of them have been run. Owned by one
 * thread at a time.
 */
public final class TouchedScans {

  private final List<KeyScan> scans = new ArrayList<>();
  private int run;

  /** Removes all scans. */
  void clear() {
    scans.clear();
    run = 0;
  }

  /**
   * Allows a scan, unless an equal one is allowed already.
   *
   * @throws dev.yardmaster.api.YardmasterException if there are more scans than the limit
   */
  void allow(Scan scan) {
    for (KeyScan allowed : scans) {
      if (allowed.scan().equals(scan)) {
        return;
      }
    }
    var unused = add(scan);
  }

  /** Adds a scan even if there is an equal one; throws like {@link #allow}. */
  public KeyScan add(Scan scan) {
    if (scans.size() == Scan.MAX_PER_TRANSACTION) {
      throw Failures.tooMany("scans", Scan.MAX_PER_TRANSACTION, scans.size() + 1);
    }
    KeyScan added = new KeyScan(scan);
    scans.add(added);
    return added;
  }

  /** Returns the next scan to run, or null if all have been run. */
  public KeyScan next() {
    return run == scans.size() ? null : scans.get(run);
  }

  /** Marks the next scan as run. */
  public void ran() {
    run++;
  }

  /** Returns the scans that have been run. */
  public List<KeyScan> found() {
    return scans.subList(0, run);
  }

  /** Returns the results of an equal scan, or null if none has been run. */
  public KeyScan found(Scan scan) {
    for (KeyScan found : found()) {
      if (found.scan().equals(scan)) {
        return found;
      }
    }
    return null;
  }

  /**
   * Compares the results of a scan with those of an equal scan in an earlier run; returns null if
   * they agree or there is none.
   */
  public ConflictReport changeSince(TouchedScans before, KeyScan scan) {
    KeyScan earlier = before.found(scan.scan());
    return earlier == null ? null : earlier.changedUntil(scan);
  }
}
