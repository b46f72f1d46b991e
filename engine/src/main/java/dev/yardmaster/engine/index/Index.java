package dev.yardmaster.engine.index;

/**
 * Maps keys to records. Any thread that is inside an epoch may call the methods. No method waits
 * until a transaction ends.
 *
 * <p>A key is a number or a byte string; see {@link dev.yardmaster.engine.table.Table}. The
 * argument {@code key} is the number; for a byte string, {@code rest} is the string. Each entry
 * belongs to a node. Every node has
 *
 * <ul>
 *   <li>a <i>version</i>, which changes when a key is inserted into the node or removed from the
 *       node, and when the node is split or joined. So a transaction that has found no entry for a
 *       key or a range can check later that the index still has no such entry (Silo, Tu and others,
 *       SOSP 2013, section 4.6);
 *   <li>a <i>stamp</i>, which is a lower bound for the versions of records that are inserted into
 *       the node. The stamp is at least the version of every record that was removed from the node,
 *       and at least the timestamp of every reader that has raised the stamp. A new record starts
 *       as absent, with the stamp as its version. So the versions of a key rise even if the key is
 *       removed and inserted again. A protocol whose timestamps do not follow real time uses the
 *       stamp to order an insertion after the readers that have found the key absent. When nodes
 *       are split or joined, the resulting nodes get the highest stamp of the old nodes.
 * </ul>
 */
public interface Index {

  /** The result of a search that found no record. */
  int NONE = -1;

  /**
   * Returns the record of a key.
   *
   * @param observed receives the node to which the key belongs, with the node's version and stamp,
   *     if the key has no entry; otherwise it stays unchanged
   * @return {@link #NONE} if the key has no entry
   */
  int find(long key, byte[] rest, Observation observed);

  /**
   * Adds a record, unless the key already has a record.
   *
   * @param initializer initializes the record, if the key has no record yet. The initializer is
   *     called once, while the node is locked and before other threads can see the entry
   * @param change receives the effect of the insertion on nodes; it stays unchanged if the key
   *     already has a record
   * @return the key's record, which is {@code record} if the method has added an entry
   */
  int insert(long key, byte[] rest, int record, RecordInitializer initializer, NodeChange change);

  /**
   * Removes a key's entry if it refers to the given record.
   *
   * @param stamp the minimum stamp of the node after the call; the method raises a lower stamp
   *     before it removes the entry
   * @return whether the entry was removed
   */
  boolean remove(long key, byte[] rest, int record, long stamp);

  /** Returns whether the observed node still has the observed version and is not locked. */
  boolean isUnchanged(Observation observed);

  /**
   * Raises the observed node's stamp if the stamp is lower. The caller must then call {@link
   * #isUnchanged}. If the method returns true, every later insertion into the node sees the raised
   * stamp. If the method returns false, an insertion may have missed the raised stamp.
   */
  void raiseStamp(Observation observed, long stamp);

  /**
   * Returns the records of several keys, as {@link #find(long, byte[], Observation)} does. An
   * implementation may read the nodes of all keys before it searches them, so that the CPU loads
   * several cache lines in parallel.
   *
   * @param keys the keys to find, at the indexes {@code from} inclusive to {@code to} exclusive;
   *     {@code rests} contains their byte strings at the same indexes
   * @param observed a reusable object; its contents are unspecified after the call
   * @param records receives each key's record, or {@link #NONE}, at the key's index
   * @return a number without meaning. The caller must use this number, so that the compiler does
   *     not remove the reads that load cache lines in advance
   */
  default long find(
      long[] keys, byte[][] rests, int from, int to, Observation observed, int[] records) {
    for (int i = from; i < to; i++) {
      records[i] = find(keys[i], rests[i], observed);
    }
    return 0;
  }

  /** Returns the number of entries; exact while no thread changes the index. */
  long size();
}
