package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.Failures;
import java.util.ArrayList;
import java.util.List;

/**
 * The scans of one run, in their order; the first of them were run. Owned by one thread at a time.
 */
public final class TouchedScans {

  private final List<KeyScan> scans = new ArrayList<>();
  private int run;

  /** Forgets all. */
  void clear() {
    scans.clear();
    run = 0;
  }

  /**
   * The scan may be run; an equal one that may be is not noted again.
   *
   * @throws dev.yardmaster.api.YardmasterException over the limit
   */
  void allow(Scan scan) {
    for (KeyScan allowed : scans) {
      if (allowed.scan().equals(scan)) {
        return;
      }
    }
    var unused = add(scan);
  }

  /** Another scan, also if there is an equal one; throws as {@link #allow}. */
  public KeyScan add(Scan scan) {
    if (scans.size() == Scan.MAX_PER_TRANSACTION) {
      throw Failures.tooMany("scans", Scan.MAX_PER_TRANSACTION, scans.size() + 1);
    }
    KeyScan added = new KeyScan(scan);
    scans.add(added);
    return added;
  }

  /** The next one to be run; null if all were. */
  public KeyScan next() {
    return run == scans.size() ? null : scans.get(run);
  }

  /** The next one was run. */
  public void ran() {
    run++;
  }

  /** Those that were run. */
  public List<KeyScan> found() {
    return scans.subList(0, run);
  }

  /** What was found by an equal scan; null if none was run. */
  public KeyScan found(Scan scan) {
    for (KeyScan found : found()) {
      if (found.scan().equals(scan)) {
        return found;
      }
    }
    return null;
  }

  /** What a scan has found that an equal one of another run before has not; null for nothing. */
  public ConflictReport changeSince(TouchedScans before, KeyScan scan) {
    KeyScan earlier = before.found(scan.scan());
    return earlier == null ? null : earlier.changedUntil(scan);
  }
}
