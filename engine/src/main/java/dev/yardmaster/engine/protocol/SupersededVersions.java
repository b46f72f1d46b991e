package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;

/**
 * A first-in, first-out queue of the versions that one worker has superseded. So the versions are
 * ordered by the timestamps of the superseding versions. Each version has one successor, and the
 * writer of the successor reclaims the version. So no thread has to search the versions of a record
 * for garbage. One worker owns the queue.
 */
public final class SupersededVersions {

  /** The number of versions that a call of {@link #retire} retires, besides those added since. */
  private static final int STEP = 1_024;

  private Records[] owners = new Records[64];
  private int[] versions = new int[64];
  private long[] successors = new long[64];
  private int first;
  private int count;
  private int added;

  /** Creates an empty queue. */
  public SupersededVersions() {}

  /**
   * Adds a version.
   *
   * @param successor the write timestamp of the version that supersedes the added version
   */
  public void add(Records owner, int version, long successor) {
    if (count == versions.length) {
      grow();
    }
    int at = (first + count++) & (versions.length - 1);
    added++;
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
   * Retires the versions that no transaction can need, because every reader of the record finds the
   * successor visible. The successor still links to the retired version, but no reader follows the
   * link. A call retires at most twice as many versions as were added since the last call, and some
   * more. So a backlog shrinks, such as after a long reader, but no call takes long.
   *
   * @param horizon a timestamp that is lower than the read timestamp of every transaction
   */
  public void retire(long horizon, WorkerContext worker) {
    int most = STEP + 2 * added;
    added = 0;
    for (int i = 0; i < most && count > 0 && successors[first] <= horizon; i++) {
      worker.retire(owners[first], versions[first]);
      first = (first + 1) & (versions.length - 1);
      count--;
    }
  }

  /** Returns the number of versions that were not retired yet. */
  public int size() {
    return count;
  }
}
