package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;

/**
 * Versions that a worker has put newer ones on top of: first in, first out, and so by the newer
 * one's timestamp. Each version has one successor, whose writer sees to it; nobody has to walk
 * through a record's versions to find what can go. Owned by one worker.
 */
final class SupersededVersions {

  private Records[] owners = new Records[64];
  private int[] versions = new int[64];
  private long[] successors = new long[64];
  private int first;
  private int count;

  /**
   * Adds a version.
   *
   * @param successor the write timestamp of the version on top of it
   */
  void add(Records owner, int version, long successor) {
    if (count == versions.length) {
      grow();
    }
    int at = (first + count++) & (versions.length - 1);
    owners[at] = owner;
    versions[at] = version;
    successors[at] = successor;
  }

  private void grow() {
    Records[] moreOwners = new Records[2 * count];
    int[] moreVersions = new int[2 * count];
    long[] moreSuccessors = new long[2 * count];
    for (int i = 0; i < count; i++) {
      int at = (first + i) & (count - 1);
      moreOwners[i] = owners[at];
      moreVersions[i] = versions[at];
      moreSuccessors[i] = successors[at];
    }
    owners = moreOwners;
    versions = moreVersions;
    successors = moreSuccessors;
    first = 0;
  }

  /**
   * Gives up those that nobody can need: whoever comes to the record stops at the successor. The
   * successor still leads to them, but is not followed.
   *
   * @param horizon all transactions read as of later than this
   */
  void retire(long horizon, WorkerContext worker) {
    while (count > 0 && successors[first] <= horizon) {
      worker.retire(owners[first], versions[first]);
      first = (first + 1) & (versions.length - 1);
      count--;
    }
  }

  int size() {
    return count;
  }
}
