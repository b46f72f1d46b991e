package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.Failures;
import java.util.ArrayList;
import java.util.List;

/**
 * The scans of one run of a procedure, or of an interactive transaction, in the order of their
 * declaration. The first {@code run} scans of the list were already executed. One thread at a time
 * uses an instance.
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
   * Adds a scan, unless the list already contains an equal scan.
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

  /**
   * Adds a scan, even if the list already contains an equal scan. Throws the same exception as
   * {@link #allow}.
   */
  public KeyScan add(Scan scan) {
    if (scans.size() == Scan.MAX_PER_TRANSACTION) {
      throw Failures.tooMany("scans", Scan.MAX_PER_TRANSACTION, scans.size() + 1);
    }
    KeyScan added = new KeyScan(scan);
    scans.add(added);
    return added;
  }

  /** Returns the next scan to execute; null if all scans were executed. */
  public KeyScan next() {
    return run == scans.size() ? null : scans.get(run);
  }

  /** Marks the next scan as executed. */
  public void ran() {
    run++;
  }

  /** Returns the scans that were executed. */
  public List<KeyScan> found() {
    return scans.subList(0, run);
  }

  /** Returns an equal scan that was executed; null if there is none. */
  public KeyScan found(Scan scan) {
    for (KeyScan found : found()) {
      if (found.scan().equals(scan)) {
        return found;
      }
    }
    return null;
  }

  /**
   * Compares the results of a scan with the results of an equal scan in an earlier run. Returns a
   * conflict if the results differ. Returns null if the results are equal, or if the earlier run
   * has executed no equal scan.
   */
  public ConflictReport changeSince(TouchedScans before, KeyScan scan) {
    KeyScan earlier = before.found(scan.scan());
    return earlier == null ? null : earlier.changedUntil(scan);
  }
}
