package dev.yardmaster.engine.index;

/**
 * A reader that has found a key missing and raises its node's stamp, and somebody who inserts into
 * that node.
 */
final class StampDuel {

  /** What the reader raises the stamp to. */
  static final long RAISED = 10;

  /** The reader's raise does not count. */
  static final long TOO_LATE = 0;

  private static final int RECORD = 1;

  private final Index index;
  private final Observation observed = new Observation();
  private final NodeChange change = new NodeChange();
  private long absentAsOf;

  /** The reader finds the key missing. */
  StampDuel(Index index, long missing) {
    this.index = index;
    int found = index.find(missing, null, observed);
    if (found != Index.NONE) {
      throw new IllegalStateException("not missing: " + missing);
    }
  }

  /** The reader: as of which stamp the key is missing for it, or {@link #TOO_LATE}. */
  long raise() {
    index.raiseStamp(observed, RAISED);
    return index.isUnchanged(observed) ? RAISED : TOO_LATE;
  }

  /** The other: inserts a key, and says what the new record is absent as of. */
  long insert(long key) {
    index.insert(key, null, RECORD, (record, stamp) -> absentAsOf = stamp, change);
    return absentAsOf;
  }
}
