package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;

/**
 * Versions that a worker has superseded: first in, first out, and so ordered by the timestamp of
 * the superseding version. Each version has one successor, whose writer reclaims the version, so no
 * thread has to search a record's versions for garbage. Owned by one worker.
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
   * Retires the versions that no transaction can need, because every reader of the record stops at
   * the successor. The successor still links to the retired version, but no reader follows the
   * link.
   *
   * @param horizon all transactions read as of a later timestamp
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
