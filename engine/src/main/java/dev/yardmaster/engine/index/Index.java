package dev.yardmaster.engine.index;

/**
 * Maps keys to records. Any thread may call all methods, within an epoch; no method waits for a
 * transaction.
 *
 * <p>A key is what {@link dev.yardmaster.engine.table.Table} says: a number, and for byte strings
 * the string as well. Entries are in nodes, and every node has
 *
 * <ul>
 *   <li>a <i>version</i>, which changes whenever a key is inserted into the node or removed from
 *       it, or the node is split or joined. So a transaction that found no entry for a key or a
 *       range can check that there is still none (Silo, Tu and others, SOSP 2013, section 4.6);
 *   <li>a <i>stamp</i>, a lower bound for the versions of new records: at least the version of
 *       every record that was removed from the node, and the timestamp of every reader that raised
 *       it. A new record is absent as of that stamp, so versions of a key rise across removals, and
 *       a protocol whose timestamps do not follow real time can order an insertion after the
 *       readers that found the key absent. A split or join passes the stamp on.
 * </ul>
 */
public interface Index {

  /** The result of a search that found no record. */
  int NONE = -1;

  /**
   * Returns the record of a key.
   *
   * @param observed if the key has no entry, takes the node in which it would be, with the node's
   *     version and stamp; otherwise unchanged
   * @return {@link #NONE} if the key has no entry
   */
  int find(long key, byte[] rest, Observation observed);

  /**
   * Adds a record, unless the key has one.
   *
   * @param initializer called once, before the entry is visible and while no other thread can
   *     change the node; not called if the key has a record
   * @param change takes the effect of the insertion on nodes; unchanged if the key has a record
   * @return the key's record, which is the given one if it was added
   */
  int insert(long key, byte[] rest, int record, RecordInitializer initializer, NodeChange change);

  /**
   * Removes a key's entry if it refers to the given record.
   *
   * @param stamp the node's stamp is raised to this value before the entry is removed
   * @return whether the entry was removed
   */
  boolean remove(long key, byte[] rest, int record, long stamp);

  /** Returns whether the observed node still has the observed version and is not locked. */
  boolean isUnchanged(Observation observed);

  /**
   * Raises the observed node's stamp if it is lower. The raised stamp is effective only if {@link
   * #isUnchanged} holds afterwards: an insertion that did not see it has changed the version by
   * then.
   */
  void raiseStamp(Observation observed, long stamp);

  /** Returns the number of entries; exact while no thread changes the index. */
  long size();
}
