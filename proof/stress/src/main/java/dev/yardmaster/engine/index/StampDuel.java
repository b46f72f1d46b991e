package dev.yardmaster.engine.index;

/**
 * The two actors of a test. The reader does not find a key, and raises the stamp of the key's node;
 * the writer inserts into this node.
 */
final class StampDuel {

  /** The stamp to which the reader raises the stamp of the node. */
  static final long RAISED = 10;

  /** The reader's result if it raised the stamp too late. */
  static final long TOO_LATE = 0;

  private static final int RECORD = 1;

  private final Index index;
  private final Observation observed = new Observation();
  private final NodeChange change = new NodeChange();
  private long absentAsOf;

  /** Creates a test in which the reader has already looked for the missing key. */
  StampDuel(Index index, long missing) {
    this.index = index;
    int found = index.find(missing, null, observed);
    if (found != Index.NONE) {
      throw new IllegalStateException("not missing: " + missing);
    }
  }

  /**
   * Runs the reader. Returns the stamp at which the reader can rely on the absence of the key, or
   * {@link #TOO_LATE}.
   */
  long raise() {
    index.raiseStamp(observed, RAISED);
    return index.isUnchanged(observed) ? RAISED : TOO_LATE;
  }

  /**
   * Runs the writer, which inserts a key. Returns the stamp at which the new record is still
   * absent.
   */
  long insert(long key) {
    index.insert(key, null, RECORD, (record, stamp) -> absentAsOf = stamp, change);
    return absentAsOf;
  }
}
