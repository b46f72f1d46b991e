package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;

/**
 * A first-in, first-out queue of the versions that one worker has superseded. So the versions are
 * ordered by the timestamps of the superseding versions. Each version has one successor, and the
 * writer of the successor reclaims the version. So no thread has to search the versions of a record
 * for garbage. One worker owns the queue.
 *
 * <p>A long transaction keeps the first versions of the queue, and many that were superseded later
 * may be unlinked meanwhile. So when the queue has doubled, it is swept in small steps: the head is
 * retired if it is unlinked, and otherwise moves to the tail.
 */
public final class SupersededVersions {

  /** Tells versions that were unlinked from the middle of their chains. */
  @FunctionalInterface
  public interface Unlinked {
    /** Returns whether no transaction can reach a version, except on its way to an older one. */
    boolean isUnlinked(Records owner, int version);
  }

  /** The number of versions that a call of {@link #retire} retires, besides those added since. */
  private static final int STEP = 1_024;

  /** The number of versions that are not worth a sweep. */
  private static final int FEW = 4_096;

  private Records[] owners = new Records[64];
  private int[] versions = new int[64];
  private long[] successors = new long[64];
  private int first;
  private int count;
  private int added;
  private final Unlinked unlinked;

  /** The number of versions that the current sweep has still to look at, or 0. */
  private int unswept;

  /** The number of versions above which the next sweep begins. */
  private int sweepsAbove = FEW;

  /**
   * Creates an empty queue.
   *
   * @param unlinked tells which versions were unlinked; null if none ever is
   */
  public SupersededVersions(Unlinked unlinked) {
    this.unlinked = unlinked;
  }

  /**
   * Adds a version.
   *
   * @param successor the write timestamp of the version that supersedes the added version
   */
  public void add(Records owner, int version, long successor) {
    added++;
    put(owner, version, successor);
  }

  private void put(Records owner, int version, long successor) {
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
   * Retires the versions that no transaction can need, because every reader of the record finds the
   * successor visible, or because they were unlinked. The successor still links to a version that
   * is retired for the first reason, but no reader follows the link. A call retires at most twice
   * as many versions as were added since the last call, and some more. So a backlog shrinks, such
   * as after a long reader, but no call takes long.
   *
   * @param horizon a timestamp that is lower than the read timestamp of every transaction
   */
  public void retire(long horizon, WorkerContext worker) {
    int most = STEP + 2 * added;
    added = 0;
    int done = 0;
    while (done < most && count > 0 && successors[first] <= horizon) {
      worker.retire(owners[first], versions[first]);
      removeFirst();
      done++;
    }
    if (unlinked != null) {
      sweep(most - done, worker);
    }
  }

  private void removeFirst() {
    first = (first + 1) & (versions.length - 1);
    count--;
    unswept = Math.max(0, unswept - 1);
  }

  private void sweep(int most, WorkerContext worker) {
    if (unswept == 0 && count > sweepsAbove) {
      unswept = count;
    }
    for (int i = 0; i < most && unswept > 0; i++) {
      Records owner = owners[first];
      int version = versions[first];
      long successor = successors[first];
      removeFirst();
      if (unlinked.isUnlinked(owner, version)) {
        worker.retire(owner, version);
      } else {
        put(owner, version, successor);
      }
      if (unswept == 0) {
        sweepsAbove = FEW + 2 * count;
      }
    }
  }

  /** Returns the number of versions that were not retired yet. */
  public int size() {
    return count;
  }
}
