package dev.yardmaster.proof.torture.soak;

/**
 * Simulates that a process's disk is full, and counts the refused writes. Any thread may call the
 * methods. When {@link #empty} returns, every earlier write has either been counted as refused or
 * will be accepted.
 */
final class DiskSpace {

  /** The prefix of all names. */
  static final String ANY_FILE = "";

  /** The prefix of the names of checkpoints; a server continues to run without checkpoints. */
  static final String CHECKPOINTS = "checkpoint-";

  /** The prefix of the names of files that are full; null if all files can be written. */
  private String full;

  private long refusedCheckpoints;
  private long refusedLogs;

  /** Refuses all writes to files whose names begin with a prefix. */
  synchronized void fill(String prefix) {
    full = prefix;
  }

  /** Accepts all writes. */
  synchronized void empty() {
    full = null;
  }

  /** Returns whether a write to a file must fail, and counts a failing write. */
  synchronized boolean refuses(String name) {
    if (full == null || !name.startsWith(full)) {
      return false;
    }
    if (name.startsWith(CHECKPOINTS)) {
      refusedCheckpoints++;
    } else {
      refusedLogs++;
    }
    return true;
  }

  /** Returns the number of refused writes to checkpoints. */
  synchronized long refusedCheckpoints() {
    return refusedCheckpoints;
  }

  /**
   * Returns the number of refused writes to segments of the log, and to the fence file that each
   * start writes.
   */
  synchronized long refusedLogs() {
    return refusedLogs;
  }
}
