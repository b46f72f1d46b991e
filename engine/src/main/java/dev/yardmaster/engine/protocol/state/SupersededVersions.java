package dev.yardmaster.engine.protocol.state;

import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;

/**
 * A first-in, first-out queue of versions that one worker's transactions have replaced by newer
 * versions. The newer version is the <i>successor</i> of the replaced version. The commits of a
 * worker have ascending timestamps, so the queue is in the order of the successors' timestamps.
 * Each version has one successor, and the worker that has written the successor reclaims the
 * version. So no thread has to search the version chains of records for garbage. One worker owns
 * the queue.
 *
 * <p>While a long transaction runs, the first versions of the queue cannot be retired, although
 * many later versions may already be unlinked from their chains. So when the length of the queue
 * has doubled, the queue is swept in small steps: a version at the head is retired if it is
 * unlinked, and otherwise moves to the tail.
 */
public final class SupersededVersions {

  /** Determines which versions were unlinked from the middle of their chains. */
  @FunctionalInterface
  public interface Unlinked {
    /**
     * Returns whether the version was unlinked. A transaction that already follows the chain may
     * still pass an unlinked version on its way to an older version.
     */
    boolean isUnlinked(Records owner, int version);
  }

  /**
   * The number of versions that a call of {@link #retire} may retire in addition to twice the
   * number of versions that were added since the last call.
   */
  private static final int STEP = 1_024;

  /** A queue with at most this many versions is not swept. */
  private static final int FEW = 4_096;

  private Records[] owners = new Records[64];
  private int[] versions = new int[64];
  private long[] successors = new long[64];
  private int first;
  private int count;
  private int added;
  private final Unlinked unlinked;

  /** The number of versions that the current sweep has not examined yet; 0 if there is no sweep. */
  private int unswept;

  /** The length of the queue above which the next sweep begins. */
  private int sweepsAbove = FEW;

  /**
   * Creates an empty queue.
   *
   * @param unlinked determines which versions were unlinked; null if the protocol never unlinks a
   *     version
   */
  public SupersededVersions(Unlinked unlinked) {
    this.unlinked = unlinked;
  }

  /**
   * Adds a version.
   *
   * @param successor the write timestamp of the version that has replaced the added version
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
   * Retires versions that no transaction can need. A version is not needed if every reader of the
   * record sees the successor, or if the version was unlinked. In the first case, the successor
   * still links to the retired version, but no reader follows the link. A call retires at most
   * twice as many versions as were added since the last call, plus 1,024. So a backlog, for example
   * after a long reader, shrinks, but no single call takes long.
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
